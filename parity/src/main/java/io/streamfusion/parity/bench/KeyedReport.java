package io.streamfusion.parity.bench;

import static io.streamfusion.parity.bench.ReportText.MEGABYTE;
import static io.streamfusion.parity.bench.ReportText.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes docs/benchmarks-keyed.md from measured cells. */
final class KeyedReport {
  private final List<KeyedResult> results;

  KeyedReport(List<KeyedResult> results) {
    this.results = results;
  }

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>(ReportText.head("Benchmarks of keyed queries"));
    lines.addAll(setting());
    lines.add("");
    lines.addAll(speedTable());
    lines.add("");
    lines.addAll(stateTable());
    lines.add("");
    lines.addAll(scalingTable());
    Files.write(file, lines);
  }

  private static List<String> setting() throws IOException {
    return List.of(
        "- `sum100`, `sum5m`: `SELECT k, SUM(v) ... GROUP BY k` over uniform random keys, 100 and a quarter of the"
            + " events. The others are Nexmark's. Source = binary rows from memory, sink = blackhole, object reuse on,"
            + " mini-batch off, no checkpoints while timed.",
        format(
            "- Stock Flink runs with the faster of heap state and RocksDB; every process has %d MB of heap and managed"
                + " memory together (%d MB of it managed for RocksDB and the engine).",
            StateBackend.TOTAL_MEGABYTES,
            StateBackend.TOTAL_MEGABYTES - StateBackend.NATIVE.heapMegabytes()),
        format(
            "- Medians of %d runs after %d warm-up runs, engines in turn, each in a JVM of its own, timed from the source's"
                + " first poll. Before, both engines ran every query over %,d events and gave equal results.",
            KeyedBench.RUNS, KeyedBench.WARM_UPS, EqualResults.EVENTS),
        "- Checkpoint: the last one of a run of its own with an interval of 1 s, taken after the sources ended, so of"
            + " the whole state. Sync is the longest time it stopped a task.",
        ReportText.machine());
  }

  private List<String> speedTable() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| query | parallelism | M events | speed | CPU | stock state | stock s | native s | stock CPU s | native CPU s"
            + " | stock peak MB | native peak MB | rows a batch |");
    lines.add("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (KeyedResult r : results) {
      lines.add(
          format(
              "| %s | %d | %.1f | %.2f | %.2f | %s | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f | %.0f |",
              r.cell().query(),
              r.cell().parallelism(),
              r.cell().events() / 1e6,
              r.ratio(),
              r.cpuRatio(),
              r.stock().backend().name().toLowerCase(Locale.ROOT),
              r.stock().time().seconds(),
              r.nativeRun().time().seconds(),
              r.stock().time().cpuSeconds(),
              r.nativeRun().time().cpuSeconds(),
              r.stock().peakMemoryBytes() / MEGABYTE,
              r.nativeRun().peakMemoryBytes() / MEGABYTE,
              r.nativeRun().rowsPerBatch()));
    }
    return lines;
  }

  private List<String> stateTable() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| query | parallelism | state rows | native bytes a row | stock checkpoint ms | sync ms | MB"
            + " | native checkpoint ms | sync ms | MB |");
    lines.add("|---|---|---|---|---|---|---|---|---|---|");
    for (KeyedResult r : results) {
      CheckpointMeasurement stock = r.stock().checkpoint();
      CheckpointMeasurement ours = r.nativeRun().checkpoint();
      lines.add(
          format(
              "| %s | %d | %,d | %.0f | %d | %d | %.1f | %d | %d | %.1f |",
              r.cell().query(),
              r.cell().parallelism(),
              r.nativeRun().stateRows(),
              r.nativeRun().bytesPerRow(),
              stock.millis(),
              stock.syncMillis(),
              stock.bytes() / MEGABYTE,
              ours.millis(),
              ours.syncMillis(),
              ours.bytes() / MEGABYTE));
    }
    return lines;
  }

  private List<String> scalingTable() {
    List<String> lines = new ArrayList<>();
    lines.add("| query | stock p=2 to p=1 | native p=2 to p=1 |");
    lines.add("|---|---|---|");
    for (KeyedResult one : results) {
      for (KeyedResult two : results) {
        if (one.cell().query().equals(two.cell().query())
            && one.cell().parallelism() == 1
            && two.cell().parallelism() == 2) {
          lines.add(
              format(
                  "| %s | %.2f | %.2f |",
                  one.cell().query(),
                  one.stock().time().seconds() / two.stock().time().seconds(),
                  one.nativeRun().time().seconds() / two.nativeRun().time().seconds()));
        }
      }
    }
    return lines;
  }
}
