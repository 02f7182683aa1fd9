package io.streamfusion.parity.recovery;

import io.streamfusion.parity.recovery.RecoveryForm.Input;
import io.streamfusion.parity.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * The input of a recovery run, made from a seed, as the lines of a parity source. All rows of a key
 * are in one split. Sums of {@code d} are exact, so that they do not depend on the order of rows.
 */
final class RecoveryRows {

  static final String COLUMNS =
      "k INT, ks STRING, v INT, b BIGINT, d DOUBLE, s STRING, t TIMESTAMP(3),"
          + " r ROW<k INT, ks STRING>, ia ARRAY<INT>, sa ARRAY<STRING>";

  static final int SPLITS = 6;
  private static final int ROWS_PER_SPLIT = 1_200;
  private static final int KEYS_PER_SPLIT = 16;

  /**
   * A gate stands at each of these percents of the rows and is opened once the job has been stopped
   * so many times. Otherwise the sources, which a savepoint does not hold back, could be at their
   * end before a stop's barrier passes, and the restored job would have nothing to read. Each lies
   * behind the latest of the points where {@link Stop} waits for the sink.
   */
  private static final int[] GATES_AT_PERCENT = {45, 70, 93};

  /** How often a job can be stopped with rows left to read. */
  static final int STOPS = GATES_AT_PERCENT.length;

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
    for (int split = 0; split < SPLITS; split++) {
      lines.add(split + ": SIGNAL " + begun(split));
    }
    for (int at = 0; at < ROWS_PER_SPLIT; at++) {
      for (RecoveryRows rows : splits) {
        rows.gates(at, lines);
        rows.next(at, input, retractions, lines);
      }
    }
    return lines;
  }

  /** Lets the sources read what a job reads that was stopped so many times. */
  static void open(RunContext run, int stops) {
    for (int gate = 0; gate < stops; gate++) {
      run.signal(gate(gate));
    }
  }

  private static String gate(int gate) {
    return "stop_" + gate;
  }

  /** Completes when all splits of a job that was not restored are being read. */
  static CompletableFuture<Void> allBegun(RunContext run) {
    return CompletableFuture.allOf(
        IntStream.range(0, SPLITS)
            .mapToObj(split -> run.awaited(begun(split)))
            .toArray(CompletableFuture[]::new));
  }

  private static String begun(int split) {
    return "begun_" + split;
  }

  private void gates(int at, List<String> lines) {
    for (int gate = 0; gate < STOPS; gate++) {
      if (at == ROWS_PER_SPLIT * GATES_AT_PERCENT[gate] / 100) {
        lines.add(split + ": AWAIT " + gate(gate));
      }
    }
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
    String v = random.nextInt(9) == 0 ? "null" : Integer.toString(random.nextInt(60) - 10);
    long b = random.nextInt(2_000) - 1_000L;
    double d = (random.nextInt(4_000) - 2_000) / 4.0;
    String s =
        random.nextInt(9) == 0 ? "null" : "'" + "aäbcdefghij".substring(random.nextInt(8)) + "'";
    int hour = random.nextInt(24);
    int millis = random.nextInt(1_000);
    return String.format(
        Locale.ROOT,
        "[%d, %s, %s, %d, %s, %s, 2024-02-29 %02d:59:59.%03d, (%d, %s), [%d, null], [%s]]",
        key,
        text,
        v,
        b,
        d,
        s,
        hour,
        millis,
        key,
        text,
        millis % 3,
        s);
  }
}
