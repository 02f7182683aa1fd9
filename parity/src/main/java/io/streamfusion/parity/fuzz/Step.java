package io.streamfusion.parity.fuzz;

/** What happens to a running query. */
sealed interface Step {
  /**
   * A row arrives.
   *
   * @param line kind and values as a data line of a parity case
   * @param spread decides which subtask of the source emits it
   */
  record Row(String line, int spread) implements Step {
    String kind() {
      return line.substring(0, 2);
    }

    String values() {
      return line.substring(2);
    }
  }

  /** Rows that wait for a batch to fill have waited long enough. */
  record Tick() implements Step {}

  /**
   * Time passes by which state expires.
   *
   * @param millis how much
   */
  record Clock(long millis) implements Step {}

  /**
   * A checkpoint.
   *
   * @param writtenAtOnce whether its asynchronous part is done before the next row; else at the
   *     latest moment, from a view that later rows must not have touched
   */
  record Checkpoint(boolean writtenAtOnce) implements Step {}

  /**
   * The job fails, and goes on from the last checkpoint: the rows behind it come again.
   *
   * @param parallelism the parallelism of the restored job
   */
  record Restore(int parallelism) implements Step {}

  /** As a person reads it in a list of steps. */
  default String text() {
    if (this instanceof Row row) {
      return row.line();
    }
    if (this instanceof Clock clock) {
      return "# clock +" + clock.millis();
    }
    if (this instanceof Checkpoint checkpoint) {
      return "# checkpoint, written " + (checkpoint.writtenAtOnce() ? "at once" : "late");
    }
    if (this instanceof Restore restore) {
      return "# fail, restore at parallelism " + restore.parallelism();
    }
    return "# tick";
  }
}
