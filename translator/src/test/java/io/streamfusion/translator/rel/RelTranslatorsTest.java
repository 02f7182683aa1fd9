package io.streamfusion.translator.rel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalRel;
import org.junit.jupiter.api.Test;

class RelTranslatorsTest {

  @Test
  void everyPhysicalNodeOfThePlannerHasAnEntry() throws Exception {
    Set<String> nodeClasses = concretePhysicalNodes();
    assertThat(nodeClasses).hasSizeGreaterThan(40);

    Set<String> entries =
        RelTranslators.all().stream()
            .map(RelSupport::nodeClass)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(entries).isEqualTo(nodeClasses);
  }

  @Test
  void nativeEntriesHaveTranslatorsAndOthersSayWhyNot() {
    for (RelSupport entry : RelTranslators.all()) {
      assertThat(entry.translator().isPresent())
          .as(entry.nodeClass())
          .isEqualTo(entry.role() == RelRole.NATIVE);
      assertThat(entry.note()).as(entry.nodeClass()).isNotBlank();
      assertThat(entry.slug()).as(entry.nodeClass()).matches("[a-z]+(_[a-z]+)*");
    }
    assertThat(RelTranslators.all().stream().map(RelSupport::slug)).doesNotHaveDuplicates();
  }

  @Test
  void everyNativeNodeHasATranslatorOfItsOwnName() {
    for (RelSupport entry : RelTranslators.all()) {
      entry
          .translator()
          .ifPresent(
              translator ->
                  assertThat(translator.getClass().getSimpleName())
                      .isEqualTo(entry.displayName() + "Translator"));
    }
  }

  /**
   * Read from the planner jar itself, so that a new Flink version cannot slip past the registry.
   */
  private static Set<String> concretePhysicalNodes() throws Exception {
    File jar =
        new File(
            StreamPhysicalRel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Set<String> names = new TreeSet<>();
    try (JarFile jarFile = new JarFile(jar)) {
      for (String entry :
          jarFile.stream().map(e -> e.getName()).filter(n -> n.endsWith(".class")).toList()) {
        String simpleName = entry.substring(entry.lastIndexOf('/') + 1, entry.length() - 6);
        if (!simpleName.startsWith("StreamPhysical") || simpleName.contains("$")) {
          continue;
        }
        Class<?> candidate =
            Class.forName(
                entry.substring(0, entry.length() - 6).replace('/', '.'),
                false,
                StreamPhysicalRel.class.getClassLoader());
        if (RelNode.class.isAssignableFrom(candidate)
            && !Modifier.isAbstract(candidate.getModifiers())) {
          names.add(simpleName);
        }
      }
    }
    return names;
  }
}
