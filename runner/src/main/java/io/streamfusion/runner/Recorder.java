package io.streamfusion.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.types.RowKind;

/** What one sink received, per subtask, in order. */
public final class Recorder {
  private final ConcurrentHashMap<Integer, List<Recorded>> bySubtask = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Integer, Integer> atBarrier = new ConcurrentHashMap<>();
  private final AtomicLong arrived = new AtomicLong();
  private volatile Throttle throttle = new Throttle(Long.MAX_VALUE, 1);

  private record Throttle(long after, int rowsPerPause) {}

  List<Recorded> open(int subtask) {
    return bySubtask.computeIfAbsent(
        subtask, key -> Collections.synchronizedList(new ArrayList<>()));
  }

  /**
   * Slows the sink down.
   *
   * @param after how many rows pass before that
   * @param rowsPerPause a subtask rests for a millisecond after this many rows
   */
  public void throttle(long after, int rowsPerPause) {
    throttle = new Throttle(after, rowsPerPause);
  }

  /** Rows that reached the sink so far. */
  public long rows() {
    return arrived.get();
  }

  /** Counts a row, and rests where the sink is throttled. */
  void arrived() throws InterruptedException {
    long row = arrived.incrementAndGet();
    Throttle now = throttle;
    if (row > now.after && row % now.rowsPerPause == 0) {
      Thread.sleep(1);
    }
  }

  /** Remembers how many elements a subtask had received at its last checkpoint barrier. */
  void barrier(int subtask) {
    atBarrier.put(subtask, bySubtask.get(subtask).size());
  }

  /** Records what a function did, as a row of one text column; for tests at parallelism 1. */
  public void note(String text) {
    open(0).add(Recorded.row(RowKind.INSERT, new String[] {text}, Long.MIN_VALUE));
  }

  /** Elements by subtask. Read it after the job has ended. */
  public SortedMap<Integer, List<Recorded>> elements() {
    SortedMap<Integer, List<Recorded>> copy = new TreeMap<>();
    bySubtask.forEach((subtask, elements) -> copy.put(subtask, List.copyOf(elements)));
    return copy;
  }

  /** Elements by subtask that belong to the last checkpoint. Read it after the job has ended. */
  public SortedMap<Integer, List<Recorded>> elementsAtBarrier() {
    SortedMap<Integer, List<Recorded>> copy = elements();
    copy.replaceAll((subtask, all) -> all.subList(0, atBarrier.getOrDefault(subtask, all.size())));
    return copy;
  }
}
