package io.streamfusion.runner;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.types.RowKind;

/** What one sink received, per subtask, in order. */
public final class Recorder {
  private final ConcurrentHashMap<Integer, List<Recorded>> bySubtask = new ConcurrentHashMap<>();

  List<Recorded> open(int subtask) {
    return bySubtask.computeIfAbsent(
        subtask, key -> Collections.synchronizedList(new ArrayList<>()));
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
}
