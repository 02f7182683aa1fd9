package io.streamfusion.flink.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.state.KeyExtractorFunction;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.PriorityComparator;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.heap.HeapPriorityQueueSet;
import org.apache.flink.streaming.api.operators.TimerHeapInternalTimer;
import org.junit.jupiter.api.Test;

/**
 * The order in which Flink's heap gives out timers, many of equal time, which the engine's {@code
 * timer_heap.rs} is tested with. {@code -Dstreamfusion.fixtures.update=true} writes it anew.
 */
class TimerOrderVectorsTest {

  private static final Path FILE =
      Path.of("..", "..", "engine-rs", "crates", "state", "testdata", "timer_order.txt");
  private static final boolean UPDATE = Boolean.getBoolean("streamfusion.fixtures.update");
  private static final int KEY_GROUPS = 16;
  private static final int STEPS = 250;

  /** How many different times there are: from all equal to hardly any. */
  private static final int[] TIMES = {1, 3, 20, 1_000};

  @Test
  void theEngineIsTestedWithTheOrderOfFlinksTimers() throws Exception {
    List<String> vectors = new ArrayList<>();
    vectors.add(
        "# By TimerOrderVectorsTest. new queue; add time key; delete time key; pop until: time key.");
    for (int times : TIMES) {
      vectors.add("new");
      record(new Random(times), times, vectors);
    }
    if (UPDATE) {
      Files.createDirectories(FILE.getParent());
      Files.write(FILE, vectors);
    }

    assertThat(Files.readAllLines(FILE, StandardCharsets.UTF_8)).isEqualTo(vectors);
  }

  private static void record(Random random, int times, List<String> vectors) {
    HeapPriorityQueueSet<TimerHeapInternalTimer<Integer, VoidNamespace>> queue =
        new HeapPriorityQueueSet<>(
            PriorityComparator.forPriorityComparableObjects(),
            KeyExtractorFunction.forKeyedObjects(),
            8,
            KeyGroupRange.of(0, KEY_GROUPS - 1),
            KEY_GROUPS);
    for (int step = 0; step < STEPS; step++) {
      TimerHeapInternalTimer<Integer, VoidNamespace> timer =
          new TimerHeapInternalTimer<>(
              random.nextInt(times), random.nextInt(40), VoidNamespace.INSTANCE);
      int choice = random.nextInt(10);
      // Half of the time the queue grows, then it shrinks.
      if (choice < (step < STEPS / 2 ? 7 : 3)) {
        queue.add(timer);
        vectors.add("add " + timer.getTimestamp() + " " + timer.getKey());
      } else if (choice < 8) {
        pop(queue, timer.getTimestamp(), vectors);
      } else {
        queue.remove(timer);
        vectors.add("delete " + timer.getTimestamp() + " " + timer.getKey());
      }
    }
    while (!queue.isEmpty()) {
      pop(queue, Long.MAX_VALUE, vectors);
    }
  }

  /** As InternalTimerServiceImpl takes a timer. */
  private static void pop(
      HeapPriorityQueueSet<TimerHeapInternalTimer<Integer, VoidNamespace>> queue,
      long until,
      List<String> vectors) {
    TimerHeapInternalTimer<Integer, VoidNamespace> timer = queue.peek();
    if (timer == null || timer.getTimestamp() > until) {
      vectors.add("pop " + until + ": none");
      return;
    }
    queue.poll();
    vectors.add("pop " + until + ": " + timer.getTimestamp() + " " + timer.getKey());
  }
}
