package io.streamfusion.cli.run;

import io.streamfusion.cli.report.Diagnostic;
import io.streamfusion.cli.script.Header.Expectation;
import io.streamfusion.cli.script.SqlStatement;
import io.streamfusion.runner.JobShape;
import io.streamfusion.runner.OperatorCounts;
import io.streamfusion.runner.Recorded;
import io.streamfusion.runner.RootCause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * One statement after it ran on one engine.
 *
 * @param notes remarks that are no findings
 * @param error why it could not be planned
 * @param job what its job did, if it moves rows
 */
record StatementRun(
    SqlStatement statement, List<String> notes, Optional<Diagnostic> error, Optional<Job> job) {

  /**
   * A job.
   *
   * @param routing what EXPLAIN said about where it runs, a line per query or node
   * @param failure why it did not end well
   * @param sinks what recorded sinks received, by name and subtask
   * @param keys the primary keys of these, by name
   * @param rowsRead by all sources
   * @param rowsWritten to all sinks
   * @param millis from its submission to its end
   */
  record Job(
      List<String> routing,
      Optional<RootCause> failure,
      Map<String, SortedMap<Integer, List<Recorded>>> sinks,
      Map<String, int[]> keys,
      long rowsRead,
      long rowsWritten,
      long millis,
      JobShape shape,
      OperatorCounts counts) {

    /** Whether every query of the statement runs natively. */
    boolean isNative() {
      return routing.stream().anyMatch(line -> line.matches("s\\d+ .*: native"))
          && routing.stream().noneMatch(line -> line.matches("s\\d+ .*: on Flink"));
    }
  }

  /** Whether it does what the header of its file says. */
  boolean meets(Expectation expectation) {
    return switch (expectation.kind()) {
      case NATIVE -> job.filter(Job::isNative).isPresent();
      case FALLBACK ->
          job.map(Job::routing).orElse(List.of()).stream()
              .anyMatch(line -> line.matches(".*- " + expectation.detail() + "\\b.*"));
      case ERROR ->
          error
              .map(Diagnostic::message)
              .or(() -> job.flatMap(Job::failure).map(RootCause::toString))
              .map(message -> message.contains(expectation.detail()))
              .orElse(true);
    };
  }

  /** Whether a reader has something to act on. */
  boolean isFinding() {
    return error.isPresent() || job.flatMap(Job::failure).isPresent();
  }
}
