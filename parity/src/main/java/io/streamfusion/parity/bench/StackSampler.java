package io.streamfusion.parity.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.Map;

/**
 * Samples the task thread and sorts its stacks into where the time goes. Stacks are taken at
 * safepoints, so shares are estimates; what happens inside one native call is one share.
 */
final class StackSampler implements AutoCloseable {
  private static final long PERIOD_MILLIS = 5;
  private static final int DEPTH = 64;

  /** Where a sample was taken. */
  enum Where {
    SOURCE("source"),
    ROWS_IN("row edge in"),
    ENGINE("native calls (kernels, encoding)"),
    HOST("host evaluator"),
    ROWS_OUT("row edge out and sink"),
    OPERATORS("Flink's operators and sink");

    private final String label;

    Where(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  private final String threadNamePart;
  private final Map<Where, Integer> samples = new EnumMap<>(Where.class);
  private final Thread thread = new Thread(this::sample, "stack-sampler");
  private volatile boolean stopped;

  StackSampler(String threadNamePart) {
    this.threadNamePart = threadNamePart;
  }

  void start() {
    thread.setDaemon(true);
    thread.start();
  }

  Map<Where, Integer> samples() {
    return Map.copyOf(samples);
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.join();
  }

  private void sample() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    while (!stopped) {
      for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds(), DEPTH)) {
        if (info != null
            && info.getThreadName().contains(threadNamePart)
            && info.getThreadState() == Thread.State.RUNNABLE) {
          Where where = classify(info.getStackTrace());
          if (where != null) {
            samples.merge(where, 1, Integer::sum);
          }
        }
      }
      try {
        Thread.sleep(PERIOD_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Innermost frames decide; null for a task that is not processing rows. */
  static Where classify(StackTraceElement[] stack) {
    boolean inFragment = false;
    boolean inSource = false;
    boolean inOperator = false;
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (!inFragment && !inOperator) {
        if (name.endsWith(".HostCallEvaluator")) {
          return Where.HOST;
        }
        if (name.endsWith(".NativeEngine")) {
          return Where.ENGINE;
        }
        if (name.startsWith("io.streamfusion.flink.runtime.edge.Slab")) {
          return Where.ROWS_IN;
        }
      }
      inFragment |= name.startsWith("io.streamfusion.flink.runtime.operator.");
      inOperator |=
          name.contains("ChainingOutput")
              || name.startsWith("org.apache.flink.table.runtime.operators.");
      inSource |= name.startsWith("io.streamfusion.parity.");
    }
    if (inFragment) {
      return Where.ROWS_OUT;
    }
    if (inOperator) {
      return Where.OPERATORS;
    }
    return inSource ? Where.SOURCE : null;
  }
}
