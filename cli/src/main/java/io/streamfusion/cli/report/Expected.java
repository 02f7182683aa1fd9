package io.streamfusion.cli.report;

import io.streamfusion.cli.script.Header.Expectation;
import io.streamfusion.translator.support.FallbackReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a file's header says about a statement.
 *
 * @param text the expectation as the file says it
 * @param contradiction what the statement does instead
 */
public record Expected(String text, Optional<String> contradiction) {

  /** Holds the statements of a file against the expectation of its header. */
  static List<StatementReport> judge(List<StatementReport> statements, Expectation expectation) {
    List<StatementReport> judged = new ArrayList<>();
    for (StatementReport statement : statements) {
      judged.add(
          statement.expecting(
              new Expected(expectation.text(), contradiction(statement, expectation))));
    }
    boolean fails = statements.stream().anyMatch(s -> s.routing() == StatementReport.Routing.ERROR);
    if (expectation.kind() == Expectation.Kind.ERROR && !fails && !judged.isEmpty()) {
      int last = judged.size() - 1;
      judged.set(
          last,
          statements
              .get(last)
              .expecting(new Expected(expectation.text(), Optional.of("no statement fails"))));
    }
    return judged;
  }

  private static Optional<String> contradiction(
      StatementReport statement, Expectation expectation) {
    StatementReport.Routing routing = statement.routing();
    if (routing == StatementReport.Routing.NONE) {
      return Optional.empty();
    }
    boolean met =
        switch (expectation.kind()) {
          case NATIVE ->
              routing == StatementReport.Routing.KERNEL || routing == StatementReport.Routing.HOST;
          case FALLBACK ->
              statement.reasons().stream()
                  .map(FallbackReason::code)
                  .anyMatch(code -> code.name().equals(expectation.detail()));
          case ERROR ->
              statement
                  .planned()
                  .error()
                  .map(error -> error.message().contains(expectation.detail()))
                  .orElse(true);
        };
    return met ? Optional.empty() : Optional.of("it is " + is(statement));
  }

  private static String is(StatementReport statement) {
    return statement.reasons().isEmpty()
        ? statement.routing().text()
        : statement.routing().text() + ", " + statement.reasons().get(0).code();
  }
}
