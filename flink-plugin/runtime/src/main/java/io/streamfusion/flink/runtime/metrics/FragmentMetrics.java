package io.streamfusion.flink.runtime.metrics;

import io.streamfusion.flink.runtime.jni.FragmentHandle;
import io.streamfusion.flink.runtime.jni.NativeMetric;
import io.streamfusion.flink.runtime.jni.StateTable;
import java.util.Locale;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * The engine's own counters as gauges in the group {@code streamfusion} of the operator, named like
 * {@code rowsIn}. They count rows, not batches, unless their name says otherwise; those of state
 * tell how much there is now.
 *
 * <p>Each state table has a group of its own, {@code streamfusion.node.<id>.table.<name>}, with the
 * gauges {@code rows}, or {@code timers}, and {@code bytes}.
 *
 * <p>Reporters read on threads of their own, also while the task closes; after {@link #close} they
 * get the final values.
 */
public final class FragmentMetrics implements AutoCloseable {

  private static final String GROUP = "streamfusion";

  private FragmentHandle fragment;
  private long[] last;

  private FragmentMetrics(FragmentHandle fragment) {
    this.fragment = fragment;
    this.last = fragment.metrics();
  }

  public static FragmentMetrics register(MetricGroup operator, FragmentHandle fragment) {
    FragmentMetrics metrics = new FragmentMetrics(fragment);
    MetricGroup group = operator.addGroup(GROUP);
    for (NativeMetric metric : NativeMetric.values()) {
      gauge(group, name(metric), metrics, metric.ordinal());
    }
    int next = NativeMetric.values().length;
    for (StateTable table : fragment.tables()) {
      MetricGroup rows = group.addGroup("node", table.node()).addGroup("table", table.name());
      gauge(rows, table.rowsName(), metrics, next++);
      gauge(rows, "bytes", metrics, next++);
    }
    return metrics;
  }

  private static void gauge(MetricGroup group, String name, FragmentMetrics metrics, int index) {
    Gauge<Long> gauge = () -> metrics.value(index);
    group.gauge(name, gauge);
  }

  /** The name of a metric: {@code ROWS_IN} is {@code rowsIn}. */
  static String name(NativeMetric metric) {
    StringBuilder name = new StringBuilder();
    for (String word : metric.name().toLowerCase(Locale.ROOT).split("_")) {
      name.append(
          name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }

  private synchronized long value(int index) {
    refresh();
    return last[index];
  }

  private void refresh() {
    if (fragment != null) {
      last = fragment.metrics();
    }
  }

  /** Keeps the final values; must come before the fragment is closed. */
  @Override
  public synchronized void close() {
    refresh();
    fragment = null;
  }
}
