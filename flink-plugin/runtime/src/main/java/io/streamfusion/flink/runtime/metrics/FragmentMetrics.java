package io.streamfusion.flink.runtime.metrics;

import io.streamfusion.flink.runtime.jni.FragmentHandle;
import io.streamfusion.flink.runtime.jni.NativeMetric;
import java.util.Locale;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * The engine's own counters as gauges in the group {@code streamfusion} of the operator, named like
 * {@code rowsIn}. They count rows, not batches, unless their name says otherwise; those of state
 * tell how much there is now.
 *
 * <p>Reporters read on threads of their own, also while the task closes; after {@link #close} they
 * get the final values.
 */
public final class FragmentMetrics implements AutoCloseable {

  private static final String GROUP = "streamfusion";

  private FragmentHandle fragment;
  private long[] last = new long[NativeMetric.values().length];

  private FragmentMetrics(FragmentHandle fragment) {
    this.fragment = fragment;
  }

  public static FragmentMetrics register(MetricGroup operator, FragmentHandle fragment) {
    FragmentMetrics metrics = new FragmentMetrics(fragment);
    MetricGroup group = operator.addGroup(GROUP);
    for (NativeMetric metric : NativeMetric.values()) {
      Gauge<Long> gauge = () -> metrics.value(metric);
      group.gauge(name(metric), gauge);
    }
    return metrics;
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

  private synchronized long value(NativeMetric metric) {
    refresh();
    return last[metric.ordinal()];
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
