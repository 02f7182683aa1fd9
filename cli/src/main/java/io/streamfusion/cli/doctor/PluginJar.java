package io.streamfusion.cli.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * What a {@code flink-streamfusion-*.jar} says of itself.
 *
 * @param flinkVersion the version that it is built for, empty if it does not say
 * @param library the name of this machine's native library in such a jar
 * @param hasLibrary whether the jar has it
 */
public record PluginJar(String flinkVersion, String library, boolean hasLibrary) {

  /**
   * Reads a jar.
   *
   * @throws IOException if it is none
   */
  public static PluginJar read(Path file) throws IOException {
    String library = "native/" + platform() + "/libstreamfusion.so";
    try (JarFile jar = new JarFile(file.toFile())) {
      String version =
          Optional.ofNullable(jar.getManifest())
              .map(Manifest::getMainAttributes)
              .map(attributes -> attributes.getValue(new Attributes.Name("Flink-Version")))
              .orElse("");
      return new PluginJar(version, library, jar.getEntry(library) != null);
    }
  }

  /** This machine, in the words of the jar. */
  static String platform() {
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return "linux-" + (machine.equals("amd64") ? "x86_64" : machine);
  }
}
