package io.streamfusion.runner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;
import org.apache.flink.runtime.metrics.MetricNames;

/**
 * Keeps the counters that native operators register in the metric group {@code streamfusion}, also
 * after their tasks have ended, and sums them by name; and Flink's counters of what sources emit.
 */
public final class CountingReporter implements MetricReporter {
  private static final String GROUP = "streamfusion";
  private static final Map<Metric, Name> COUNTERS = new ConcurrentHashMap<>();

  /** Flink's own counters of the rows that sources emit. */
  private static final Set<Metric> SOURCES = ConcurrentHashMap.newKeySet();

  /** What tells operators and their tasks apart, by metric: see {@link OperatorCounts}. */
  private static final Map<Metric, OperatorCounts.Key> OPERATORS = new ConcurrentHashMap<>();

  /** What a metric said when its task ended; a time that is busy goes on counting after that. */
  private static final Map<Metric, Long> LAST = new ConcurrentHashMap<>();

  /** Forgets the counters of earlier jobs. */
  public static void reset() {
    COUNTERS.clear();
    SOURCES.clear();
    OPERATORS.clear();
    LAST.clear();
  }

  /** What is known of each operator now, summed over its subtasks. */
  public static OperatorCounts operators() {
    Map<OperatorCounts.Key, Long> sums = new HashMap<>();
    OPERATORS.forEach(
        (metric, key) -> {
          Long last = LAST.get(metric);
          sums.merge(key, last == null ? value(metric) : last, Long::sum);
        });
    return new OperatorCounts(sums);
  }

  /** The rows that the sources emitted. */
  public static long sourceRows() {
    return SOURCES.stream().mapToLong(CountingReporter::value).sum();
  }

  /** The sum of the counters of this name. */
  public static long sum(String name) {
    long sum = 0;
    for (Map.Entry<Metric, Name> entry : COUNTERS.entrySet()) {
      if (entry.getValue().counter().equals(name)) {
        sum += value(entry.getKey());
      }
    }
    return sum;
  }

  /** The counters of each native operator and subtask, by name. */
  public static Collection<Map<String, Long>> byOperator() {
    return summed(name -> name.operator() + " " + name.subtask()).values();
  }

  /** The counters of each native operator. */
  public static List<NativeOperator> nativeOperators() {
    List<NativeOperator> operators = new ArrayList<>();
    summed(Name::operator)
        .forEach(
            (operator, counters) -> {
              List<Name> names =
                  COUNTERS.values().stream()
                      .filter(name -> name.operator().equals(operator))
                      .toList();
              int subtasks = (int) names.stream().map(Name::subtask).distinct().count();
              operators.add(new NativeOperator(names.get(0).title(), subtasks, counters));
            });
    return operators;
  }

  private static SortedMap<String, Map<String, Long>> summed(Function<Name, String> group) {
    SortedMap<String, Map<String, Long>> groups = new TreeMap<>();
    COUNTERS.forEach(
        (metric, name) ->
            groups
                .computeIfAbsent(group.apply(name), key -> new TreeMap<>())
                .merge(name.counter(), value(metric), Long::sum));
    return groups;
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (inOurGroup(group)) {
      Map<String, String> variables = group.getAllVariables();
      COUNTERS.put(
          metric,
          new Name(
              variables.get("<operator_id>"),
              variables.get("<operator_name>"),
              variables.get("<subtask_index>"),
              name));
    } else if (name.equals(MetricNames.IO_NUM_RECORDS_OUT) && ofSource(group)) {
      SOURCES.add(metric);
    }
    OperatorCounts.Key.of(name, inOurGroup(group), group)
        .ifPresent(key -> OPERATORS.put(metric, key));
  }

  /** A removed counter keeps its last value: the job may end before anyone reads it. */
  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    if (OPERATORS.containsKey(metric)) {
      LAST.put(metric, value(metric));
    }
  }

  private static long value(Metric metric) {
    if (metric instanceof Counter counter) {
      return counter.getCount();
    }
    return metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number
        ? number.longValue()
        : 0;
  }

  private static boolean ofSource(MetricGroup group) {
    String operator = group.getAllVariables().get("<operator_name>");
    return operator != null && operator.startsWith("Source: ");
  }

  private static boolean inOurGroup(MetricGroup group) {
    for (String component : group.getScopeComponents()) {
      if (component.equals(GROUP)) {
        return true;
      }
    }
    return false;
  }

  /**
   * A native operator of the last job.
   *
   * @param name its name
   * @param subtasks its parallelism
   * @param counters what it counted, by name, summed over its subtasks
   */
  public record NativeOperator(String name, int subtasks, Map<String, Long> counters) {}

  /** An operator by id and title, one of its subtasks and the name of its counter. */
  private record Name(String operator, String title, String subtask, String counter) {}

  /** Found by Flink through the service loader. */
  public static final class Factory implements MetricReporterFactory {
    @Override
    public MetricReporter createMetricReporter(Properties properties) {
      return new CountingReporter();
    }
  }
}
