package io.streamfusion.parity.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** What the jar brings onto Flink's flat class path, where it meets every user's libraries. */
class DistJarTest {

  private static final String PLANNER_JAR = "streamfusion-planner.jar";

  @Test
  void libJarHoldsOnlyOurPackagesAndTheTwoShadowedFactories() throws IOException {
    List<String> classes = classes(Files.newInputStream(DistJar.path()));

    assertThat(classes)
        .contains("io/streamfusion/flink/runtime/config/StreamFusionOptions.class")
        .allMatch(
            name ->
                name.startsWith("io/streamfusion/")
                    // Arrow's native side looks these up by name.
                    || name.startsWith("org/apache/arrow/c/")
                    || name.startsWith(
                        "org/apache/flink/table/planner/loader/DelegatePlannerFactory")
                    || name.startsWith(
                        "org/apache/flink/table/planner/delegation/DefaultPlannerFactory"));
    assertThat(classes).noneMatch(name -> name.startsWith("io/streamfusion/flink/planner/"));
  }

  @Test
  void libJarRegistersNoFactory() throws IOException {
    assertThat(names(Files.newInputStream(DistJar.path())))
        .contains(PLANNER_JAR)
        .noneMatch(
            name -> name.equals("META-INF/services/org.apache.flink.table.factories.Factory"));
  }

  @Test
  void plannerJarHoldsNothingThatFlinksPlannerBrings() throws IOException {
    try (ZipInputStream jar = new ZipInputStream(Files.newInputStream(DistJar.path()))) {
      ZipEntry entry = jar.getNextEntry();
      while (entry != null && !entry.getName().equals(PLANNER_JAR)) {
        entry = jar.getNextEntry();
      }

      assertThat(classes(jar))
          .contains("io/streamfusion/flink/planner/StreamFusionPlannerFactory.class")
          .allMatch(name -> name.startsWith("io/streamfusion/") || name.startsWith("io/substrait/"))
          .noneMatch(name -> name.startsWith("io/streamfusion/flink/runtime/"));
    }
  }

  private static List<String> classes(InputStream jar) throws IOException {
    return names(jar).stream().filter(name -> name.endsWith(".class")).toList();
  }

  private static List<String> names(InputStream jar) throws IOException {
    List<String> names = new ArrayList<>();
    try (ZipInputStream entries = new ZipInputStream(jar)) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        names.add(entry.getName());
      }
    }
    return names;
  }
}
