package io.streamfusion.parity.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** What all reports of benchmarks say alike. */
final class ReportText {
  static final double MEGABYTE = 1 << 20;

  private ReportText() {}

  static List<String> head(String title) {
    return List.of(
        "# " + title,
        "",
        "Written by `make bench`; do not edit. Speed of stock Flink = 1, larger is faster.",
        "");
  }

  /** The machine and the versions that a report was measured with. */
  static String machine() throws IOException {
    String cpu = "unknown CPU";
    for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
      if (line.startsWith("model name")) {
        cpu = line.substring(line.indexOf(':') + 1).strip();
        break;
      }
    }
    Properties system = System.getProperties();
    return format(
        "- Machine: %s, %d cores; Flink %s, JDK %s, %s %s",
        cpu,
        Runtime.getRuntime().availableProcessors(),
        EnvironmentInformation.getVersion(),
        system.getProperty("java.version"),
        system.getProperty("os.name"),
        system.getProperty("os.version"));
  }

  static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
