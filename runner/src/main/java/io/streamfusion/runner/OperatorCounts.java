package io.streamfusion.runner;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.metrics.MetricNames;

/**
 * What Flink and the engine counted for each operator of a job.
 *
 * @param sums by operator or task, and metric
 */
public record OperatorCounts(Map<Key, Long> sums) {

  /** Flink's word for the group of an operator's name, which it cuts off in metrics. */
  private static final int LONGEST_NAME = 80;

  private static final String BUSY = MetricNames.ACC_TASK_BUSY_TIME;

  /**
   * Who counted what.
   *
   * @param operator the operator's name; empty for what a task counts
   * @param task the id of the task
   * @param metric the metric's name; the engine's are prefixed {@code engine.}
   */
  public record Key(String operator, String task, String metric) {

    private static final String ENGINE = "engine.";

    private static final Set<String> OF_FLINK =
        Set.of(MetricNames.IO_NUM_RECORDS_IN, MetricNames.IO_NUM_RECORDS_OUT);

    /** The key of a metric that is of interest. */
    static Optional<Key> of(String name, boolean engine, MetricGroup group) {
      Map<String, String> variables = group.getAllVariables();
      String task = variables.get("<task_id>");
      String operator = variables.get("<operator_name>");
      if (task == null) {
        return Optional.empty();
      }
      if (operator == null) {
        return name.equals(BUSY) ? Optional.of(new Key("", task, name)) : Optional.empty();
      }
      if (engine) {
        return Optional.of(new Key(operator, task, ENGINE + name));
      }
      return OF_FLINK.contains(name)
          ? Optional.of(new Key(operator, task, name))
          : Optional.empty();
    }
  }

  public OperatorCounts {
    sums = Map.copyOf(sums);
  }

  /** Rows, by Flink's count. */
  public OptionalLong rowsIn(String operator) {
    return find(operator, MetricNames.IO_NUM_RECORDS_IN);
  }

  /** Rows, by Flink's count. */
  public OptionalLong rowsOut(String operator) {
    return find(operator, MetricNames.IO_NUM_RECORDS_OUT);
  }

  /**
   * A counter of the engine, such as {@code rowsIn}; empty for an operator of Flink's.
   *
   * @param operator the operator's full name
   */
  public OptionalLong engine(String operator, String metric) {
    return find(operator, Key.ENGINE + metric);
  }

  /** The id of the task that runs an operator, together with those that are chained to it. */
  public Optional<String> task(String operator) {
    String name = inMetrics(operator);
    return sums.keySet().stream()
        .filter(key -> key.operator().equals(name))
        .map(Key::task)
        .findFirst();
  }

  /** The time in which a task's subtasks were neither idle nor held up, in milliseconds. */
  public OptionalLong busyMillis(String task) {
    Long busy = sums.get(new Key("", task, BUSY));
    return busy == null ? OptionalLong.empty() : OptionalLong.of(busy);
  }

  private OptionalLong find(String operator, String metric) {
    String name = inMetrics(operator);
    return sums.entrySet().stream()
        .filter(entry -> entry.getKey().operator().equals(name))
        .filter(entry -> entry.getKey().metric().equals(metric))
        .mapToLong(Map.Entry::getValue)
        .findFirst();
  }

  private static String inMetrics(String operator) {
    return operator.length() > LONGEST_NAME ? operator.substring(0, LONGEST_NAME) : operator;
  }
}
