package io.streamfusion.cli.report;

import io.streamfusion.cli.planning.PlannedStatement;
import io.streamfusion.cli.script.Header;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.table.api.config.TableConfigOptions;

/**
 * What became of one statement.
 *
 * @param translation present when the statement was planned for streaming and moves rows
 * @param expected what the header of its file says about it
 */
public record StatementReport(
    PlannedStatement planned,
    Optional<TranslationResult> translation,
    Optional<Expected> expected) {

  /** A statement of a file that expects nothing. */
  public StatementReport(PlannedStatement planned, Optional<TranslationResult> translation) {
    this(planned, translation, Optional.empty());
  }

  /** Holds the statements of a file against the expectation of its header. */
  public static List<StatementReport> judge(
      List<StatementReport> statements, Header.Expectation expectation) {
    return Expected.judge(statements, expectation);
  }

  /** The statement, as expected if it stays on Flink for these reasons alone. */
  public StatementReport exempt(Set<ReasonCode> reasons, String text) {
    boolean isExempt =
        routing() == Routing.FALLBACK
            && reasons().stream().map(FallbackReason::code).allMatch(reasons::contains);
    return isExempt ? expecting(new Expected(text, Optional.empty())) : this;
  }

  StatementReport expecting(Expected said) {
    return new StatementReport(planned, translation, Optional.of(said));
  }

  /** Whether its file announces what it is, so that nobody has to act. */
  public boolean isAsExpected() {
    return expected.isPresent() && expected.get().contradiction().isEmpty();
  }

  /** The engine that a statement runs on. */
  public enum Routing {
    /** Native, in kernels only. */
    KERNEL("native (kernel)"),
    /** Native, some expressions through the host evaluator. */
    HOST("native (with host evaluator)"),
    /** On Flink. */
    FALLBACK("fallback"),
    /** Moves no rows. */
    NONE("ok"),
    ERROR("error");

    private final String text;

    Routing(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** The statement's routing; a statement set is native only if all its queries are. */
  public Routing routing() {
    if (planned.error().isPresent()) {
      return Routing.ERROR;
    }
    if (planned.onFlink().isPresent()) {
      return Routing.FALLBACK;
    }
    if (translation.isEmpty()) {
      return Routing.NONE;
    }
    if (!translation.get().sinks().stream().allMatch(SinkRouting::runsNatively)) {
      return Routing.FALLBACK;
    }
    return usesHost() ? Routing.HOST : Routing.KERNEL;
  }

  private boolean usesHost() {
    return translation.stream()
        .flatMap(t -> t.fragments().stream())
        .flatMap(fragment -> fragment.nodes().stream())
        .anyMatch(node -> node.evaluation() == Evaluation.HOST);
  }

  /** Why queries of the statement fall back, each reason once. */
  public List<FallbackReason> reasons() {
    if (planned.onFlink().isPresent()) {
      return List.of(FallbackReason.ofStatement(planned.onFlink().get()));
    }
    return translation.stream()
        .flatMap(result -> result.sinks().stream())
        .flatMap(sink -> sink.reasons().stream())
        .distinct()
        .toList();
  }

  /** The table options that change results, and the session's time zone. */
  public SortedMap<String, String> options() {
    SortedMap<String, String> options = new TreeMap<>(planned.options().headerOptions());
    options.put(TableConfigOptions.LOCAL_TIME_ZONE.key(), planned.options().sessionTimeZone());
    return options;
  }

  /** The number of queries, one per sink. */
  public int queries() {
    return planned.onFlink().isPresent() ? 1 : translation.map(t -> t.sinks().size()).orElse(0);
  }

  /** The number of queries that run natively. */
  public int nativeQueries() {
    return translation
        .map(t -> (int) t.sinks().stream().filter(SinkRouting::runsNatively).count())
        .orElse(0);
  }

  /** Whether a reader has something to act on. */
  public boolean isFinding() {
    return expected
        .map(said -> said.contradiction().isPresent())
        .orElseGet(() -> routing() == Routing.ERROR || routing() == Routing.FALLBACK);
  }
}
