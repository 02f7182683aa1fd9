package io.streamfusion.parity.bench;

import java.util.Comparator;
import java.util.List;

/**
 * One timed job.
 *
 * @param seconds from the source's first poll to the job's end
 * @param cpuSeconds CPU time of the process in between
 */
record Measurement(double seconds, double cpuSeconds) {
  static Measurement medianOf(List<Measurement> measurements) {
    return measurements.stream()
        .sorted(Comparator.comparingDouble(Measurement::seconds))
        .toList()
        .get(measurements.size() / 2);
  }

  String toLine() {
    return seconds + " " + cpuSeconds;
  }

  static Measurement ofLine(String line) {
    String[] parts = line.split(" ");
    return new Measurement(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
  }
}
