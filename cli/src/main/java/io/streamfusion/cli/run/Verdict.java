package io.streamfusion.cli.run;

import io.streamfusion.runner.Comparators;
import io.streamfusion.runner.Difference;
import io.streamfusion.runner.Recorded;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a comparison of the two engines says.
 *
 * @param difference the first one, where there is one
 */
record Verdict(Kind kind, Optional<String> difference) {

  private static final int[] NO_KEY = {};

  /** How equal the results are. */
  enum Kind {
    /** Each sink received the same rows in the same order. */
    IDENTICAL("identical"),
    /** Each sink holds the same table in the end; the order of changes differs. */
    SAME_TABLE("same table, other order"),
    DIFFERENT("different"),
    /** Both failed, for the same reason. */
    BOTH_FAILED("both failed"),
    /** The statement could not be planned, or failed on one engine. */
    FAILED("failed");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  boolean isFinding() {
    return kind != Kind.IDENTICAL && kind != Kind.SAME_TABLE;
  }

  /** Compares a statement that both engines ran. */
  static Verdict of(StatementRun stock, StatementRun nativeRun) {
    if (stock.error().isPresent() || nativeRun.error().isPresent()) {
      return new Verdict(Kind.FAILED, Optional.empty());
    }
    return of(stock.job().orElseThrow(), nativeRun.job().orElseThrow());
  }

  private static Verdict of(StatementRun.Job stock, StatementRun.Job nativeRun) {
    if (stock.failure().isPresent() && stock.failure().equals(nativeRun.failure())) {
      return new Verdict(Kind.BOTH_FAILED, Optional.of(stock.failure().get().toString()));
    }
    if (stock.failure().isPresent() || nativeRun.failure().isPresent()) {
      return new Verdict(
          Kind.FAILED,
          stock
              .failure()
              .map(cause -> "stock: " + cause)
              .or(() -> nativeRun.failure().map(cause -> "native: " + cause)));
    }
    List<String> ordered = new ArrayList<>();
    List<String> tables = new ArrayList<>();
    TreeSet<String> sinks = new TreeSet<>(stock.sinks().keySet());
    sinks.addAll(nativeRun.sinks().keySet());
    for (String sink : sinks) {
      SortedMap<Integer, List<Recorded>> expected =
          stock.sinks().getOrDefault(sink, new TreeMap<>());
      SortedMap<Integer, List<Recorded>> actual =
          nativeRun.sinks().getOrDefault(sink, new TreeMap<>());
      Comparators.ordered(expected, actual).map(d -> text(sink, d)).ifPresent(ordered::add);
      Comparators.table(expected, actual, stock.keys().getOrDefault(sink, NO_KEY))
          .map(d -> text(sink, d))
          .ifPresent(tables::add);
    }
    if (!tables.isEmpty()) {
      return new Verdict(Kind.DIFFERENT, Optional.of(tables.get(0)));
    }
    return ordered.isEmpty()
        ? new Verdict(Kind.IDENTICAL, Optional.empty())
        : new Verdict(Kind.SAME_TABLE, Optional.of(ordered.get(0)));
  }

  private static String text(String sink, Difference difference) {
    return sink + ": " + difference.text().replace(Recorded.SEPARATOR, ',');
  }
}
