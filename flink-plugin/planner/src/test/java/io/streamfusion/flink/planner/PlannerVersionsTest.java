package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.substrait.isthmus.TypeConverter;
import io.substrait.plan.Plan;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.shaded.asm9.org.objectweb.asm.ClassReader;
import org.apache.flink.shaded.asm9.org.objectweb.asm.ClassVisitor;
import org.apache.flink.shaded.asm9.org.objectweb.asm.MethodVisitor;
import org.apache.flink.shaded.asm9.org.objectweb.asm.Opcodes;
import org.apache.flink.shaded.asm9.org.objectweb.asm.Type;
import org.junit.jupiter.api.Test;

/** The versions that the planner is built for, and that isthmus links against Flink's Calcite. */
class PlannerVersionsTest {

  /** What Flink relocates or bundles, and isthmus uses. */
  private static final List<String> PROVIDED_BY_FLINK =
      List.of("org/apache/calcite/", "org/apache/flink/calcite/shaded/");

  /** Known not to link, and not used: they need Calcite's DDL parser, or a later Calcite. */
  private static final Set<String> NOT_USED =
      Set.of(
          "io/substrait/isthmus/OuterReferenceResolver.class",
          "io/substrait/isthmus/SqlConverterBase.class");

  @Test
  void plannerJarBundlesTheCalciteThatIsthmusWasCheckedWith() throws Exception {
    try (JarFile planner = new JarFile(jarOf(RelNode.class).toFile())) {
      InputStream notice = planner.getInputStream(planner.getEntry("META-INF/NOTICE"));
      assertThat(new String(notice.readAllBytes(), StandardCharsets.UTF_8))
          .contains("org.apache.calcite:calcite-core:1.36.0");
    }
    assertThat(EnvironmentInformation.getVersion()).isEqualTo("2.2.1");
  }

  @Test
  void isthmusAndSubstraitAreTheVersionsThatWereChecked() throws Exception {
    assertThat(versionsOf(TypeConverter.class))
        .isEqualTo("substrait-java 0.66.0, substrait 0.77.0");
    assertThat(versionsOf(Plan.class)).isEqualTo("substrait-java 0.66.0, substrait 0.77.0");
  }

  @Test
  void isthmusLinksAgainstFlinksCalcite() throws Exception {
    Set<String> unresolved = new TreeSet<>();
    int classes = 0;
    try (JarFile isthmus = new JarFile(jarOf(TypeConverter.class).toFile())) {
      for (JarEntry entry : isthmus.stream().toList()) {
        if (entry.getName().endsWith(".class") && !NOT_USED.contains(entry.getName())) {
          classes++;
          collectUnresolved(isthmus, entry, unresolved);
        }
      }
    }
    assertThat(classes).isGreaterThan(50);
    assertThat(unresolved).isEmpty();
  }

  /** What the manifest says that the class comes from, and the specification that it follows. */
  private static String versionsOf(Class<?> type) throws Exception {
    try (JarFile jar = new JarFile(jarOf(type).toFile())) {
      Attributes manifest = jar.getManifest().getMainAttributes();
      return manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE)
          + " "
          + manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION)
          + ", "
          + manifest.getValue(Attributes.Name.SPECIFICATION_TITLE)
          + " "
          + manifest.getValue(Attributes.Name.SPECIFICATION_VERSION);
    }
  }

  private static Path jarOf(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void collectUnresolved(JarFile jar, JarEntry entry, Set<String> unresolved)
      throws IOException {
    String user = entry.getName();
    ClassVisitor references =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String method, String type, boolean isInterface) {
                if (isProvided(owner) && !hasMethod(owner, method, type)) {
                  unresolved.add(user + " -> " + owner + "." + method + type);
                }
              }

              @Override
              public void visitFieldInsn(int opcode, String owner, String field, String type) {
                if (isProvided(owner) && !hasField(owner, field, type)) {
                  unresolved.add(user + " -> " + owner + "." + field);
                }
              }
            };
          }
        };
    try (InputStream bytes = jar.getInputStream(entry)) {
      new ClassReader(bytes).accept(references, ClassReader.SKIP_DEBUG);
    }
  }

  private static boolean isProvided(String owner) {
    return PROVIDED_BY_FLINK.stream().anyMatch(owner::startsWith);
  }

  private static boolean hasMethod(String owner, String name, String descriptor) {
    if (name.equals("<init>")) {
      return load(owner).stream()
          .flatMap(type -> Arrays.stream(type.getDeclaredConstructors()))
          .anyMatch(constructor -> Type.getConstructorDescriptor(constructor).equals(descriptor));
    }
    return hierarchy(owner)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter((Method method) -> method.getName().equals(name))
        .anyMatch(method -> Type.getMethodDescriptor(method).equals(descriptor));
  }

  private static boolean hasField(String owner, String name, String descriptor) {
    return hierarchy(owner)
        .flatMap(type -> Arrays.stream(type.getDeclaredFields()))
        .filter((Field field) -> field.getName().equals(name))
        .anyMatch(field -> Type.getDescriptor(field.getType()).equals(descriptor));
  }

  private static Stream<Class<?>> hierarchy(String owner) {
    Set<Class<?>> types = new LinkedHashSet<>();
    load(owner).forEach(type -> addWithSupertypes(type, types));
    types.add(Object.class);
    return types.stream();
  }

  private static void addWithSupertypes(Class<?> type, Set<Class<?>> types) {
    if (type != null && types.add(type)) {
      addWithSupertypes(type.getSuperclass(), types);
      for (Class<?> parent : type.getInterfaces()) {
        addWithSupertypes(parent, types);
      }
    }
  }

  private static List<Class<?>> load(String internalName) {
    try {
      return List.of(
          Class.forName(
              internalName.replace('/', '.'), false, PlannerVersionsTest.class.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return List.of();
    }
  }
}
