package io.streamfusion.parity.bench;

/**
 * How long rows stay in a native operator when few of them come.
 *
 * @param rowsPerSecond the rate
 * @param p99Millis the wait that 99 of 100 rows do not exceed
 * @param delayMillis the configured longest wait for a batch to fill
 */
record LowRate(int rowsPerSecond, double p99Millis, long delayMillis) {

  String toLine() {
    return rowsPerSecond + " " + p99Millis + " " + delayMillis;
  }

  static LowRate ofLine(String line) {
    String[] parts = line.split(" ");
    return new LowRate(
        Integer.parseInt(parts[0]), Double.parseDouble(parts[1]), Long.parseLong(parts[2]));
  }
}
