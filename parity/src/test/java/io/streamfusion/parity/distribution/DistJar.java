package io.streamfusion.parity.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The built jar, as it goes into Flink's lib folder. */
final class DistJar {

  private DistJar() {}

  static Path path() throws IOException {
    Path target = Path.of("..", "flink-plugin", "dist", "target").toAbsolutePath().normalize();
    try (Stream<Path> files = Files.list(target)) {
      List<Path> jars =
          files
              .filter(file -> file.getFileName().toString().matches("flink-streamfusion-.*\\.jar"))
              .toList();
      if (jars.size() != 1) {
        throw new IllegalStateException(
            "Expected one flink-streamfusion jar in " + target + ": " + jars);
      }
      return jars.get(0);
    }
  }
}
