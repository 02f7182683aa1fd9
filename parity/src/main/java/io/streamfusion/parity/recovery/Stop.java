package io.streamfusion.parity.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One interruption of a job.
 *
 * @param share how much of the uninterrupted run's rows have reached the sink by then
 * @param method what the job is restored from
 * @param parallelism what it is restored with
 */
record Stop(double share, Method method, int parallelism) {

  /** What a stopped job leaves behind. */
  enum Method {
    CANONICAL_SAVEPOINT,
    NATIVE_SAVEPOINT,
    /** A retained checkpoint, taken under back-pressure, that holds rows on their way. */
    UNALIGNED_CHECKPOINT;

    boolean isSavepoint() {
      return this != UNALIGNED_CHECKPOINT;
    }
  }

  static final int FIRST_PARALLELISM = 2;

  /** A job keeps its parallelism, goes from 2 to 3, and from 3 to 1. */
  private static final int[] PARALLELISMS = {2, 3, 1};

  /**
   * The stops of a seed: each move is made by each method in half of any eight seeds in a row, save
   * where the form's order would not be kept.
   */
  static List<Stop> of(long seed, RecoveryForm.Order order) {
    Random random = new Random(seed);
    List<Stop> stops = new ArrayList<>();
    for (int i = 0; i < PARALLELISMS.length; i++) {
      double share = 0.10 + 0.25 * i + 0.20 * random.nextDouble();
      Method savepoint =
          random.nextBoolean() ? Method.CANONICAL_SAVEPOINT : Method.NATIVE_SAVEPOINT;
      boolean unaligned = (seed >> i & 1) == 0;
      Stop stop =
          new Stop(share, unaligned ? Method.UNALIGNED_CHECKPOINT : savepoint, PARALLELISMS[i]);
      boolean disorders = order == RecoveryForm.Order.KEPT && stop.mixesOrder();
      stops.add(disorders ? new Stop(share, savepoint, PARALLELISMS[i]) : stop);
    }
    return stops;
  }

  /**
   * Whether rows that were on their way may meet later rows of their key in another order: the
   * sources go on at other subtasks, and Flink gives what waited in a task's output to any of them.
   * With one of them all of it comes first.
   */
  boolean mixesOrder() {
    return method == Method.UNALIGNED_CHECKPOINT && parallelism == 3;
  }
}
