package io.streamfusion.parity.bench;

/**
 * A checkpoint.
 *
 * @param millis from its trigger to its completion
 * @param syncMillis the longest time that it stopped a task
 * @param bytes its size
 */
record CheckpointMeasurement(long millis, long syncMillis, long bytes) {
  static final CheckpointMeasurement NONE = new CheckpointMeasurement(0, 0, 0);

  String toLine() {
    return millis + " " + syncMillis + " " + bytes;
  }

  static CheckpointMeasurement ofLine(String line) {
    String[] parts = line.split(" ");
    return new CheckpointMeasurement(
        Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
  }
}
