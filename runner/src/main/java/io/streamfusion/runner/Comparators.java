package io.streamfusion.runner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares what two runs left in one sink: elements by subtask, in order. */
public final class Comparators {
  private Comparators() {}

  /** The same sequence of rows, kinds, timestamps and recorded watermarks on every subtask. */
  public static Optional<Difference> ordered(
      SortedMap<Integer, List<Recorded>> stock, SortedMap<Integer, List<Recorded>> nativeRun) {
    TreeSet<Integer> subtasks = new TreeSet<>(stock.keySet());
    subtasks.addAll(nativeRun.keySet());
    for (int subtask : subtasks) {
      Optional<Difference> difference =
          sequence(
              "subtask " + subtask,
              stock.getOrDefault(subtask, List.of()),
              nativeRun.getOrDefault(subtask, List.of()));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Difference.none();
  }

  /** The same sequence for every value of the key columns. */
  public static Optional<Difference> perKey(
      SortedMap<Integer, List<Recorded>> stock,
      SortedMap<Integer, List<Recorded>> nativeRun,
      int[] keyColumns) {
    Map<String, List<Recorded>> stockKeys = byKey(stock, keyColumns);
    Map<String, List<Recorded>> nativeKeys = byKey(nativeRun, keyColumns);
    TreeSet<String> keys = new TreeSet<>(stockKeys.keySet());
    keys.addAll(nativeKeys.keySet());
    for (String key : keys) {
      Optional<Difference> difference =
          sequence(
              "key " + key,
              stockKeys.getOrDefault(key, List.of()),
              nativeKeys.getOrDefault(key, List.of()));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Difference.none();
  }

  /**
   * The same final table. With key columns the last row per key counts, as an upsert sink would
   * hold it; without, the number of insertions minus deletions of every row.
   */
  public static Optional<Difference> table(
      SortedMap<Integer, List<Recorded>> stock,
      SortedMap<Integer, List<Recorded>> nativeRun,
      int[] keyColumns) {
    Map<String, String> stockTable = finalTable(stock, keyColumns);
    Map<String, String> nativeTable = finalTable(nativeRun, keyColumns);
    TreeSet<String> entries = new TreeSet<>(stockTable.keySet());
    entries.addAll(nativeTable.keySet());
    for (String entry : entries) {
      String stockValue = stockTable.getOrDefault(entry, "absent");
      String nativeValue = nativeTable.getOrDefault(entry, "absent");
      if (!stockValue.equals(nativeValue)) {
        return Difference.of(
            "final table, " + entry + ": stock " + stockValue + ", native " + nativeValue);
      }
    }
    return Difference.none();
  }

  private static Optional<Difference> sequence(
      String where, List<Recorded> stock, List<Recorded> nativeRun) {
    int common = Math.min(stock.size(), nativeRun.size());
    for (int i = 0; i < common; i++) {
      if (!stock.get(i).equals(nativeRun.get(i))) {
        return Difference.of(
            String.format(
                "%s, element %d: stock %s, native %s", where, i, stock.get(i), nativeRun.get(i)));
      }
    }
    if (stock.size() == nativeRun.size()) {
      return Difference.none();
    }
    boolean stockIsLonger = stock.size() > common;
    return Difference.of(
        String.format(
            "%s: stock has %d elements, native %d; first without a partner: %s %s",
            where,
            stock.size(),
            nativeRun.size(),
            stockIsLonger ? "stock" : "native",
            (stockIsLonger ? stock : nativeRun).get(common)));
  }

  /**
   * Rows by key. The order among subtasks is not defined, so a key is prefixed by its subtask if it
   * has several.
   */
  private static Map<String, List<Recorded>> byKey(
      SortedMap<Integer, List<Recorded>> elements, int[] keyColumns) {
    Map<String, List<Recorded>> keys = new TreeMap<>();
    elements.forEach(
        (subtask, rows) -> {
          for (Recorded row : rows) {
            if (!row.isWatermark()) {
              String key = key(row, keyColumns) + " on subtask " + subtask;
              keys.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
            }
          }
        });
    return keys;
  }

  private static Map<String, String> finalTable(
      SortedMap<Integer, List<Recorded>> elements, int[] keyColumns) {
    return keyColumns.length == 0 ? counts(elements) : lastRows(elements, keyColumns);
  }

  private static Map<String, String> lastRows(
      SortedMap<Integer, List<Recorded>> elements, int[] keyColumns) {
    Map<String, String> table = new TreeMap<>();
    for (List<Recorded> rows : elements.values()) {
      for (Recorded row : rows) {
        if (row.isWatermark()) {
          continue;
        }
        String key = key(row, keyColumns);
        switch (row.kind()) {
          case INSERT, UPDATE_AFTER -> table.put(key, row.joinedFields());
          case DELETE -> table.remove(key);
          case UPDATE_BEFORE -> {
            // The update-after that follows replaces the row.
          }
        }
      }
    }
    return table;
  }

  private static Map<String, String> counts(SortedMap<Integer, List<Recorded>> elements) {
    Map<String, Long> counts = new TreeMap<>();
    for (List<Recorded> rows : elements.values()) {
      for (Recorded row : rows) {
        if (row.isWatermark()) {
          continue;
        }
        long change =
            switch (row.kind()) {
              case INSERT, UPDATE_AFTER -> 1;
              case UPDATE_BEFORE, DELETE -> -1;
            };
        counts.merge(row.joinedFields(), change, Long::sum);
      }
    }
    Map<String, String> table = new TreeMap<>();
    counts.forEach(
        (row, count) -> {
          if (count != 0) {
            table.put(row, count + " times");
          }
        });
    return table;
  }

  private static String key(Recorded row, int[] keyColumns) {
    String[] fields = row.fields();
    List<String> key = new ArrayList<>();
    for (int column : keyColumns) {
      key.add(fields[column]);
    }
    return key.toString();
  }
}
