package io.streamfusion.cli.run;

import io.streamfusion.cli.report.Judgement;
import io.streamfusion.cli.script.Header.Expectation;
import io.streamfusion.cli.script.SqlStatement;
import io.streamfusion.runner.Recorded;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A file after it ran.
 *
 * @param file the file's name
 * @param expectation what its header says about its statements
 * @param runs its statements, on each engine that was asked for, in the order of the file
 */
record RunResult(
    String file, Optional<Expectation> expectation, Map<RunEngine, List<StatementRun>> runs) {

  /** Whether both engines ran it. */
  boolean compares() {
    return runs.size() > 1;
  }

  /** How many statements the file has. */
  int size() {
    return runs.values().iterator().next().size();
  }

  /** Whether a statement had something to run, or failed before. */
  boolean movesRows(int index) {
    return runs.values().stream()
        .map(list -> list.get(index))
        .anyMatch(run -> run.job().isPresent() || run.error().isPresent());
  }

  /** Of a statement that both engines ran. */
  Verdict verdict(int index) {
    return Verdict.of(runs.get(RunEngine.STOCK).get(index), runs.get(RunEngine.NATIVE).get(index));
  }

  /** Of each statement, in their order. */
  List<Verdict> verdicts() {
    return compares()
        ? IntStream.range(0, size()).filter(this::movesRows).mapToObj(this::verdict).toList()
        : List.of();
  }

  /** For programs that show findings at their place. */
  List<Judgement> judgements(RunRequest.Detail detail) {
    List<Judgement> judgements = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      if (movesRows(i)) {
        SqlStatement statement = runs.values().iterator().next().get(i).statement();
        StringBuilder text = new StringBuilder();
        statement(i, detail, text);
        judgements.add(
            new Judgement(
                file,
                statement.line(),
                statement.column(),
                "line " + statement.line() + ": " + statement.title(),
                title(i),
                text.toString(),
                isFinding(i)));
      }
    }
    return judgements;
  }

  private String title(int index) {
    if (compares()) {
      return verdict(index).kind().text();
    }
    return runs.values().iterator().next().get(index).isFinding() ? "failed" : "ran";
  }

  private boolean isFinding(int index) {
    boolean fails =
        compares()
            ? verdict(index).isFinding()
            : runs.values().iterator().next().get(index).isFinding();
    if (expectation.isEmpty()) {
      return fails;
    }
    List<StatementRun> nativeRuns = runs.getOrDefault(RunEngine.NATIVE, List.of());
    return (compares() && isUnexpected(verdict(index)))
        || (!nativeRuns.isEmpty() && !nativeRuns.get(index).meets(expectation.get()));
  }

  /** Whether a reader has something to act on. */
  boolean hasFindings() {
    if (expectation.isPresent()) {
      return !contradictions().isEmpty() || verdicts().stream().anyMatch(this::isUnexpected);
    }
    return verdicts().stream().anyMatch(Verdict::isFinding)
        || runs.values().stream().flatMap(List::stream).anyMatch(StatementRun::isFinding);
  }

  /** Results that differ are never expected; that a statement fails may be. */
  private boolean isUnexpected(Verdict verdict) {
    return verdict.kind() == Verdict.Kind.DIFFERENT
        || (verdict.isFinding() && expectation.get().kind() != Expectation.Kind.ERROR);
  }

  /** What the header says and the statements do not do when they run natively, for people. */
  List<String> contradictions() {
    List<StatementRun> all = runs.getOrDefault(RunEngine.NATIVE, List.of());
    List<String> contradictions = new ArrayList<>();
    expectation.ifPresent(
        said -> {
          for (StatementRun run : all) {
            if ((run.job().isPresent() || run.error().isPresent()) && !run.meets(said)) {
              contradictions.add(
                  file + ":" + run.statement().line() + ": not as expected: " + said.text());
            }
          }
          boolean fails = all.stream().anyMatch(StatementRun::isFinding);
          if (said.kind() == Expectation.Kind.ERROR && !fails && !all.isEmpty()) {
            contradictions.add(file + ": not as expected: " + said.text() + ", nothing fails");
          }
        });
    return contradictions;
  }

  /** The results for people. */
  String text(RunRequest.Detail detail) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < size(); i++) {
      statement(i, detail, text);
    }
    contradictions().forEach(line -> line(text, line));
    return text.toString();
  }

  /** The errors of statements, each once, for standard error. */
  List<String> errors() {
    return runs.values().stream()
        .flatMap(List::stream)
        .filter(run -> expectation.filter(run::meets).isEmpty())
        .flatMap(run -> run.error().stream())
        .map(error -> error.text())
        .distinct()
        .toList();
  }

  private void statement(int index, RunRequest.Detail detail, StringBuilder text) {
    List<StatementRun> all = runs.values().stream().map(list -> list.get(index)).toList();
    StatementRun first = all.get(0);
    if (!detail.quiet()) {
      first.notes().forEach(note -> line(text, "    note: " + note));
    }
    if (!movesRows(index)) {
      return;
    }
    line(
        text,
        file + ":" + first.statement().line() + ": " + head(index) + first.statement().title());
    for (Map.Entry<RunEngine, List<StatementRun>> entry : runs.entrySet()) {
      entry.getValue().get(index).job().ifPresent(job -> job(entry.getKey(), job, detail, text));
    }
    if (!compares()) {
      first.job().ifPresent(job -> rows(job, detail, text));
    }
  }

  private String head(int index) {
    if (!compares()) {
      return "";
    }
    Verdict verdict = verdict(index);
    return verdict.kind().text() + verdict.difference().map(d -> " (" + d + ")").orElse("") + "  ";
  }

  private static void job(
      RunEngine engine, StatementRun.Job job, RunRequest.Detail detail, StringBuilder text) {
    String where =
        engine == RunEngine.STOCK ? "" : job.isNative() ? ", all native" : ", not all native";
    line(
        text,
        String.format(
            "    %-6s  %,d rows read, %,d written, %d.%02d s%s%s",
            engine.text(),
            job.rowsRead(),
            job.rowsWritten(),
            job.millis() / 1000,
            job.millis() % 1000 / 10,
            where,
            job.failure().map(cause -> ", failed: " + cause).orElse("")));
    if (detail.analyze()) {
      AnalyzeText.of(job).forEach(line -> line(text, "      " + line));
    } else if (!detail.quiet()) {
      job.routing().forEach(line -> line(text, "      " + line));
    }
  }

  private static void rows(StatementRun.Job job, RunRequest.Detail detail, StringBuilder text) {
    job.sinks()
        .forEach(
            (sink, bySubtask) -> {
              List<Recorded> rows = bySubtask.values().stream().flatMap(List::stream).toList();
              rows.stream().limit(detail.rows()).forEach(row -> line(text, sink + " " + row(row)));
              if (rows.size() > detail.rows()) {
                line(text, sink + " ... " + (rows.size() - detail.rows()) + " more");
              }
            });
  }

  private static String row(Recorded row) {
    return row.kind().shortString() + "[" + String.join(", ", row.fields()) + "]";
  }

  /** One line about everything that was compared. */
  static String summary(List<RunResult> results) {
    Map<Verdict.Kind, Long> counts =
        results.stream()
            .flatMap(result -> result.verdicts().stream())
            .collect(Collectors.groupingBy(Verdict::kind, Collectors.counting()));
    long all = counts.values().stream().mapToLong(Long::longValue).sum();
    String kinds =
        Arrays.stream(Verdict.Kind.values())
            .filter(counts::containsKey)
            .map(kind -> counts.get(kind) + " " + kind.text())
            .collect(Collectors.joining(", "));
    return all + (all == 1 ? " statement" : " statements") + " compared: " + kinds;
  }

  private static void line(StringBuilder text, String line) {
    text.append(line).append('\n');
  }
}
