package io.streamfusion.parity.recovery;

import io.streamfusion.parity.recovery.RecoveryForm.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * The input of a recovery run, made from a seed, as the lines of a parity source. All rows of a key
 * are in one split. Sums of {@code d} are exact, so that they do not depend on the order of rows.
 */
final class RecoveryRows {

  static final String COLUMNS =
      "k INT, ks STRING, v INT, b BIGINT, d DOUBLE, s STRING, t TIMESTAMP(3)";

  /** What the sources wait for near their end. */
  static final String GATE = "rest";

  static final int SPLITS = 6;
  private static final int ROWS_PER_SPLIT = 1_200;
  private static final int KEYS_PER_SPLIT = 16;

  /** Behind it lies what is left to do whenever the job is stopped. */
  private static final int GATE_AT = ROWS_PER_SPLIT * 93 / 100;

  private static final int OLD = ROWS_PER_SPLIT / 3;

  /** How a retracting input takes rows back. */
  enum Retractions {
    /** Any row, also the last one, and now and then one that never was there. */
    ANY,
    /**
     * Rows that came long ago. Where Flink does not keep the order of what was on its way, a row
     * must not be taken back before it was there.
     */
    OLD
  }

  private final int split;
  private final Random random;
  private final List<Live> live = new ArrayList<>();

  /** A row that was inserted, and when. */
  private record Live(int at, String row) {}

  private RecoveryRows(long seed, int split) {
    this.split = split;
    this.random = new Random(seed * SPLITS + split);
  }

  /** The lines of all splits, in turn. */
  static List<String> lines(long seed, Input input, Retractions retractions) {
    List<RecoveryRows> splits = new ArrayList<>();
    for (int split = 0; split < SPLITS; split++) {
      splits.add(new RecoveryRows(seed, split));
    }
    List<String> lines = new ArrayList<>();
    for (int at = 0; at < ROWS_PER_SPLIT; at++) {
      for (RecoveryRows rows : splits) {
        if (at == GATE_AT) {
          lines.add(rows.split + ": AWAIT " + GATE);
        }
        rows.next(at, input, retractions, lines);
      }
    }
    return lines;
  }

  private void next(int at, Input input, Retractions retractions, List<String> lines) {
    if (input == Input.INSERT) {
      add("+I", row(key()), lines);
      return;
    }
    int removable = live.size();
    while (retractions == Retractions.OLD
        && removable > 0
        && live.get(removable - 1).at > at - OLD) {
      removable--;
    }
    if (retractions == Retractions.ANY && random.nextInt(50) == 0) {
      add("-D", row(key()), lines);
    } else if (removable > 0 && random.nextInt(100) < 45) {
      Live removed = live.remove(random.nextInt(removable));
      if (random.nextInt(3) > 0) {
        add("-D", removed.row, lines);
      } else {
        add("-U", removed.row, lines);
        insert(at, "+U", row(keyOf(removed.row)), lines);
      }
    } else {
      insert(at, "+I", row(key()), lines);
    }
  }

  private void insert(int at, String kind, String row, List<String> lines) {
    live.add(new Live(at, row));
    add(kind, row, lines);
  }

  private void add(String kind, String row, List<String> lines) {
    lines.add(split + ": " + kind + row);
  }

  private int key() {
    return split + SPLITS * random.nextInt(KEYS_PER_SPLIT);
  }

  private static int keyOf(String row) {
    return Integer.parseInt(row.substring(1, row.indexOf(',')));
  }

  private String row(int key) {
    // One of the keys is NULL as text.
    String text = key == 0 ? "null" : "'größer als sieben " + key + "'";
    return String.format(
        Locale.ROOT,
        "[%d, %s, %s, %d, %s, %s, 2024-02-29 %02d:59:59.%03d]",
        key,
        text,
        random.nextInt(9) == 0 ? "null" : Integer.toString(random.nextInt(60) - 10),
        random.nextInt(2_000) - 1_000L,
        (random.nextInt(4_000) - 2_000) / 4.0,
        random.nextInt(9) == 0 ? "null" : "'" + "aäbcdefghij".substring(random.nextInt(8)) + "'",
        random.nextInt(24),
        random.nextInt(1_000));
  }
}
