package io.streamfusion.parity.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Whether the native engine did with a script what stock Flink did. */
final class Comparison {
  private Comparison() {}

  /** The first difference; empty if there is none. */
  static Optional<String> difference(Script script, Outcome stock, Outcome nativeOutcome) {
    if (!stock.failure().equals(nativeOutcome.failure())) {
      return Optional.of("stock " + ending(stock) + ", native " + ending(nativeOutcome));
    }
    if (nativeOutcome.nativeRows() == 0 && script.hasRows()) {
      return Optional.of("no row came into a native operator");
    }
    // Where rows wait for a batch, those of other keys may not have left before a failure.
    boolean ordered = script.ordered();
    if (stock.failure().isPresent() && !ordered) {
      return Optional.empty();
    }
    for (int i = 0; i < stock.attempts().size(); i++) {
      List<Outcome.Emitted> expected = stock.attempts().get(i);
      List<Outcome.Emitted> found = nativeOutcome.attempts().get(i);
      Optional<String> difference =
          ordered ? rows("", texts(expected), texts(found)) : perKey(expected, found);
      if (difference.isPresent()) {
        String attempt = stock.attempts().size() == 1 ? "" : "attempt " + (i + 1) + ": ";
        return Optional.of(attempt + difference.get());
      }
    }
    return Optional.empty();
  }

  private static String ending(Outcome outcome) {
    return outcome.failure().map(cause -> "failed with " + cause).orElse("did not fail");
  }

  private static Optional<String> perKey(
      List<Outcome.Emitted> expected, List<Outcome.Emitted> found) {
    Map<String, List<String>> expectedByKey = byKey(expected);
    Map<String, List<String>> foundByKey = byKey(found);
    if (!expectedByKey.keySet().equals(foundByKey.keySet())) {
      return Optional.of(
          "stock has the keys " + expectedByKey.keySet() + ", native " + foundByKey.keySet());
    }
    return expectedByKey.entrySet().stream()
        .map(entry -> rows(entry.getKey() + ": ", entry.getValue(), foundByKey.get(entry.getKey())))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Map<String, List<String>> byKey(List<Outcome.Emitted> rows) {
    Map<String, List<String>> byKey = new TreeMap<>();
    for (Outcome.Emitted row : rows) {
      byKey.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row.row());
    }
    return byKey;
  }

  private static List<String> texts(List<Outcome.Emitted> rows) {
    return rows.stream().map(Outcome.Emitted::row).toList();
  }

  private static Optional<String> rows(String where, List<String> expected, List<String> found) {
    for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
      String stock = i < expected.size() ? expected.get(i) : "nothing";
      String other = i < found.size() ? found.get(i) : "nothing";
      if (!stock.equals(other)) {
        return Optional.of(where + "row " + (i + 1) + ": stock " + stock + ", native " + other);
      }
    }
    return Optional.empty();
  }
}
