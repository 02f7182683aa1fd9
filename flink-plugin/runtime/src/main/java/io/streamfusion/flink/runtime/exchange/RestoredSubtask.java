package io.streamfusion.flink.runtime.exchange;

/**
 * The subtask that this thread runs, for a partitioner that has to know for whom it decides.
 *
 * <p>After a job was rescaled from an unaligned checkpoint, Flink offers a record that was on its
 * way to several subtasks, and each of them keeps it if the partitioner names that very subtask
 * (see Flink's {@code RecordFilter}). It asks on the task's thread and does not say whose it is.
 */
public final class RestoredSubtask {

  private static final ThreadLocal<Integer> INDEX = new ThreadLocal<>();

  private RestoredSubtask() {}

  /** Called by the operator that takes the records, on the thread that makes it. */
  public static void is(int index) {
    INDEX.set(index);
  }

  public static void ended() {
    INDEX.remove();
  }

  /**
   * This subtask if it is one of {@code first} to {@code last}, otherwise one of those.
   *
   * @throws IllegalStateException if no subtask is known
   */
  static int among(int first, int last) {
    Integer index = INDEX.get();
    if (index == null) {
      throw new IllegalStateException(
          "A frame for the subtasks "
              + first
              + " to "
              + last
              + " outside of a task that takes frames.");
    }
    return first <= index && index <= last ? index : first;
  }
}
