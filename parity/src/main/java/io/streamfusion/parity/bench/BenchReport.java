package io.streamfusion.parity.bench;

import static io.streamfusion.parity.bench.ReportText.MEGABYTE;
import static io.streamfusion.parity.bench.ReportText.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Writes docs/benchmarks.md from measured cells. */
final class BenchReport {
  private final long events;
  private final int runs;
  private final double sourceSeconds;
  private final LowRate lowRate;
  private final List<CellResult> results;

  BenchReport(
      long events, int runs, double sourceSeconds, LowRate lowRate, List<CellResult> results) {
    this.events = events;
    this.runs = runs;
    this.sourceSeconds = sourceSeconds;
    this.lowRate = lowRate;
    this.results = results;
  }

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>(ReportText.head("Benchmarks"));
    lines.addAll(setting());
    for (boolean objectReuse : new boolean[] {false, true}) {
      List<CellResult> cells =
          results.stream().filter(r -> r.cell().objectReuse() == objectReuse).toList();
      if (!cells.isEmpty()) {
        lines.add("");
        lines.add(objectReuse ? "## Object reuse on" : "## Object reuse off (Flink's default)");
        lines.add("");
        lines.addAll(speedTable(cells));
        lines.add("");
        lines.add(
            "Share of the task thread's time, in percent (stack samples of a run of its own):");
        lines.add("");
        lines.addAll(shareTable(cells));
      }
    }
    Files.write(file, lines);
  }

  private List<String> setting() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        format(
            "- Matrix: source = generator (%,d Nexmark events as binary rows, replayed from memory), sink = blackhole,"
                + " mini-batch off, parallelism 1, no state backend. Other cells are not filled yet.",
            events));
    lines.add(
        format(
            "- Medians of %d runs per engine after a warm-up run, engines in turn, each in a JVM of its own with the"
                + " same total memory (3 GiB, the engine's 64 MiB taken off the native heap).",
            runs));
    lines.add(
        format(
            "- Time is from the source's first poll to the end of the job. Before it was timed, every query ran on both"
                + " engines over %,d events with its plan checked and its results compared in order.",
            EqualResults.EVENTS));
    lines.add(
        format(
            "- Source only (no copies, rows discarded): %.2f s, which is %.0f %% of the fastest stock run.",
            sourceSeconds,
            100
                * sourceSeconds
                / results.stream().mapToDouble(r -> r.stock().seconds()).min().orElse(Double.NaN)));
    lines.add(
        format(
            "- Batches: a batch handed to the engine has %,.0f rows on average in the cell with the smallest ones.",
            results.stream().mapToDouble(CellResult::rowsPerBatch).min().orElse(Double.NaN)));
    lines.add(
        format(
            "- Latency: at %d rows/s through a native filter, 99 of 100 rows reach the sink within %.1f ms of leaving"
                + " the source, with a configured delay of %d ms (`streamfusion.batch.max-delay`).",
            lowRate.rowsPerSecond(), lowRate.p99Millis(), lowRate.delayMillis()));
    lines.add("- Policy `exact`, other options at their defaults.");
    lines.add(ReportText.machine());
    return lines;
  }

  private List<String> speedTable(List<CellResult> cells) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "| query | speed | without source | stock s | native s | stock CPU s/M events | native CPU s/M events"
            + " | stock peak MB | native peak MB |");
    lines.add("|---|---|---|---|---|---|---|---|---|");
    double millions = events / 1e6;
    for (CellResult r : cells) {
      lines.add(
          format(
              "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f |",
              r.cell().query(),
              r.ratio(),
              r.ratioWithoutSource(sourceSeconds),
              r.stock().seconds(),
              r.nativeRun().seconds(),
              r.stock().cpuSeconds() / millions,
              r.nativeRun().cpuSeconds() / millions,
              r.stockMemory() / MEGABYTE,
              r.nativeMemory() / MEGABYTE));
    }
    lines.add(
        format(
            "| geomean | %.2f | %.2f | | | | | | |",
            geomean(cells, CellResult::ratio),
            geomean(cells, r -> r.ratioWithoutSource(sourceSeconds))));
    return lines;
  }

  private static List<String> shareTable(List<CellResult> cells) {
    List<String> lines = new ArrayList<>();
    StringBuilder header = new StringBuilder("| query | engine |");
    StringBuilder rule = new StringBuilder("|---|---|");
    for (StackSampler.Where where : StackSampler.Where.values()) {
      header.append(' ').append(where.label()).append(" |");
      rule.append("---|");
    }
    lines.add(header.toString());
    lines.add(rule.toString());
    for (CellResult r : cells) {
      lines.add(shares(r.cell().query(), "stock", r.stockShares()));
      lines.add(shares(r.cell().query(), "native", r.nativeShares()));
    }
    return lines;
  }

  private static String shares(String query, String engine, Map<String, Integer> shares) {
    double total = shares.values().stream().mapToInt(Integer::intValue).sum();
    StringBuilder line = new StringBuilder("| " + query + " | " + engine + " |");
    for (StackSampler.Where where : StackSampler.Where.values()) {
      int samples = shares.getOrDefault(where.name(), 0);
      line.append(samples == 0 ? " |" : format(" %.0f |", 100 * samples / total));
    }
    return line.toString();
  }

  static double geomean(List<CellResult> cells, ToDoubleFunction<CellResult> ratio) {
    double logs = cells.stream().mapToDouble(r -> Math.log(ratio.applyAsDouble(r))).sum();
    return Math.exp(logs / cells.size());
  }
}
