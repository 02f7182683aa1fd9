package io.streamfusion.parity.bench;

import java.util.Locale;

/** A cell on both engines. */
record KeyedResult(KeyedCell cell, KeyedRun stock, KeyedRun nativeRun) {
  private static final double MEGABYTE = 1 << 20;

  double ratio() {
    return stock.time().seconds() / nativeRun.time().seconds();
  }

  double cpuRatio() {
    return stock.time().cpuSeconds() / nativeRun.time().cpuSeconds();
  }

  /** A line for whoever watches. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%-12s stock (%s) %.2f s, %.2f CPU s; native %.2f s, %.2f CPU s: %.2f, CPU %.2f; %.0f rows a batch;"
            + " state %d rows, %.0f bytes each; checkpoint stock %d ms %.1f MB, native %d ms (%d sync) %.1f MB;"
            + " peak %.0f and %.0f MB",
        cell,
        stock.backend().name().toLowerCase(Locale.ROOT),
        stock.time().seconds(),
        stock.time().cpuSeconds(),
        nativeRun.time().seconds(),
        nativeRun.time().cpuSeconds(),
        ratio(),
        cpuRatio(),
        nativeRun.rowsPerBatch(),
        nativeRun.stateRows(),
        nativeRun.bytesPerRow(),
        stock.checkpoint().millis(),
        stock.checkpoint().bytes() / MEGABYTE,
        nativeRun.checkpoint().millis(),
        nativeRun.checkpoint().syncMillis(),
        nativeRun.checkpoint().bytes() / MEGABYTE,
        stock.peakMemoryBytes() / MEGABYTE,
        nativeRun.peakMemoryBytes() / MEGABYTE);
  }
}
