package io.streamfusion.parity.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes random inputs of a query that are valid changelogs, and what happens between the rows. */
final class ScriptGenerator {
  private static final int MAX_ROWS = 60;
  private static final int MAX_PARALLELISM = 4;

  private final Query query;
  private final Random random;

  /** A few values per column, so that groups and values meet again. */
  private final List<List<String>> values = new ArrayList<>();

  /** Rows that were inserted and not taken back. */
  private final List<Step.Row> live = new ArrayList<>();

  private final List<Step> steps = new ArrayList<>();

  private boolean checkpointed;

  private ScriptGenerator(Query query, Random random) {
    this.query = query;
    this.random = random;
  }

  static Script next(Query query, Random random) {
    return new ScriptGenerator(query, random).script();
  }

  private void chooseValues() {
    for (Column column : query.columns()) {
      List<String> pool = new ArrayList<>();
      int size = 1 + random.nextInt(query.keys().contains(column.name()) ? 4 : 7);
      for (int i = 0; i < size; i++) {
        pool.add(column.sort().random(random));
      }
      if (column.nullable() && random.nextBoolean()) {
        pool.add(Column.NULL);
      }
      values.add(pool);
    }
  }

  private Script script() {
    chooseValues();
    boolean spreads = query.spreads() && random.nextBoolean();
    int rows = 1 + random.nextInt(random.nextInt(4) == 0 ? MAX_ROWS : MAX_ROWS / 3);
    for (int i = 0; i < rows; i++) {
      change();
      between(spreads);
    }
    return new Script(
        spreads ? 1 + random.nextInt(MAX_PARALLELISM) : 1,
        MAX_PARALLELISM + random.nextInt(random.nextBoolean() ? 4 : 125),
        // What was on its way is counted anew after a restore, at a later time.
        query.spreads() && query.stateTtlMillis() == 0 && random.nextInt(3) == 0,
        random.nextBoolean(),
        List.copyOf(steps));
  }

  /** What may happen between two changes. */
  private void between(boolean spreads) {
    switch (random.nextInt(14)) {
      case 0 -> {
        steps.add(new Step.Checkpoint(random.nextBoolean()));
        checkpointed = true;
      }
      case 1 -> {
        if (checkpointed) {
          steps.add(new Step.Restore(spreads ? 1 + random.nextInt(MAX_PARALLELISM) : 1));
        }
      }
      case 2 -> steps.add(new Step.Tick());
      case 3, 4 -> {
        if (query.stateTtlMillis() > 0) {
          steps.add(new Step.Clock(clockStep()));
        }
      }
      default -> {}
    }
  }

  /** Short of the time to live, just reaching it, or beyond. */
  private long clockStep() {
    long ttl = query.stateTtlMillis();
    return switch (random.nextInt(4)) {
      case 0 -> ttl;
      case 1 -> ttl - 1;
      case 2 -> ttl + 1;
      default -> 1 + random.nextInt((int) ttl);
    };
  }

  private void change() {
    if (!query.retracting() || live.isEmpty() || random.nextInt(5) < 2) {
      add(row("+I"));
      return;
    }
    Step.Row old = live.remove(random.nextInt(live.size()));
    switch (random.nextInt(4)) {
      case 0, 1 -> steps.add(new Step.Row("-D" + old.values(), old.spread()));
      default -> {
        steps.add(new Step.Row("-U" + old.values(), old.spread()));
        add(row("+U"));
      }
    }
  }

  private void add(Step.Row row) {
    steps.add(row);
    live.add(row);
  }

  private Step.Row row(String kind) {
    List<String> fields = new ArrayList<>();
    int spread = 0;
    for (int i = 0; i < values.size(); i++) {
      List<String> pool = values.get(i);
      String value = pool.get(random.nextInt(pool.size()));
      fields.add(value);
      if (query.keys().contains(query.columns().get(i).name())) {
        spread = 31 * spread + value.hashCode();
      }
    }
    return new Step.Row(kind + "[" + String.join(", ", fields) + "]", spread);
  }
}
