package io.streamfusion.parity.run;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/**
 * Keeps the counters that native operators register in the metric group {@code streamfusion}, also
 * after their tasks have ended, and sums them by name.
 */
public final class CountingReporter implements MetricReporter {
  private static final String GROUP = "streamfusion";
  private static final Map<Metric, String> COUNTERS = new ConcurrentHashMap<>();

  /** Forgets the counters of earlier jobs. */
  public static void reset() {
    COUNTERS.clear();
  }

  /** The sum of the counters of this name. */
  public static long sum(String name) {
    long sum = 0;
    for (Map.Entry<Metric, String> entry : COUNTERS.entrySet()) {
      if (entry.getValue().equals(name)) {
        sum += value(entry.getKey());
      }
    }
    return sum;
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (inOurGroup(group)) {
      COUNTERS.put(metric, name);
    }
  }

  /** A removed counter keeps its last value: the job may end before anyone reads it. */
  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {}

  private static long value(Metric metric) {
    if (metric instanceof Counter counter) {
      return counter.getCount();
    }
    return metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number
        ? number.longValue()
        : 0;
  }

  private static boolean inOurGroup(MetricGroup group) {
    for (String component : group.getScopeComponents()) {
      if (component.equals(GROUP)) {
        return true;
      }
    }
    return false;
  }

  /** Found by Flink through the service loader. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new CountingReporter();
    }
  }
}
