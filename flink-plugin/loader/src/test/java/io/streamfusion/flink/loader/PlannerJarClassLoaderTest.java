package io.streamfusion.flink.loader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.cli.ToolProbe;
import io.streamfusion.flink.planner.PlannerProbe;
import io.streamfusion.flink.runtime.RuntimeProbe;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannerJarClassLoaderTest {

  private static final ClassLoader OWNER = PlannerJarClassLoaderTest.class.getClassLoader();

  @TempDir private Path folder;
  private PlannerJarClassLoader loader;

  @BeforeEach
  void loadJarWithBothProbes() throws IOException {
    Path jar = folder.resolve("planner.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      add(entries, classFile(RuntimeProbe.class));
      add(entries, classFile(PlannerProbe.class));
    }
    loader = new PlannerJarClassLoader(jar.toUri().toURL(), OWNER, OWNER);
  }

  @AfterEach
  void close() throws IOException {
    loader.close();
  }

  @Test
  void runtimePackageIsTheOwnersEvenIfTheJarHasIt() throws Exception {
    assertThat(loader.loadClass(RuntimeProbe.class.getName())).isSameAs(RuntimeProbe.class);
  }

  @Test
  void ourOtherPackagesAreTheJarsEvenIfTheOwnerHasThem() throws Exception {
    Class<?> probe = loader.loadClass(PlannerProbe.class.getName());

    assertThat(probe.getClassLoader()).isSameAs(loader);
    assertThat(loader.loadClass(PlannerProbe.class.getName())).isSameAs(probe);
    URL resource = loader.getResource(classFile(PlannerProbe.class));
    assertThat(resource).hasProtocol("jar");
  }

  @Test
  void toolsOfOursAreTheParents() throws Exception {
    assertThat(loader.loadClass(ToolProbe.class.getName())).isSameAs(ToolProbe.class);
  }

  @Test
  void ourClassesThatTheJarLacksAreNotTakenFromTheOwner() {
    assertThatThrownBy(() -> loader.loadClass(PlannerJarClassLoaderTest.class.getName()))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void everythingElseIsTheParents() throws Exception {
    assertThat(loader.loadClass(Test.class.getName())).isSameAs(Test.class);
  }

  private static String classFile(Class<?> type) {
    return type.getName().replace('.', '/') + ".class";
  }

  private static void add(JarOutputStream entries, String name) throws IOException {
    entries.putNextEntry(new JarEntry(name));
    try (InputStream in = OWNER.getResourceAsStream(name)) {
      in.transferTo(entries);
    }
    entries.closeEntry();
  }
}
