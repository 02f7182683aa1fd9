package io.streamfusion.parity.fuzz;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.JobID;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;

/** What native operators count of rows that came in, by the engine's own counters. */
final class NativeRows {
  private static final String ROWS_IN = "rowsIn";

  private final List<Gauge<?>> gauges = new ArrayList<>();
  private final TestingMetricRegistry registry =
      TestingMetricRegistry.builder()
          .setRegisterConsumer((metric, name, group) -> register(metric, name))
          .build();

  private void register(Metric metric, String name) {
    if (name.equals(ROWS_IN) && metric instanceof Gauge<?> gauge) {
      gauges.add(gauge);
    }
  }

  /** A metric group of a task whose operators are counted. */
  TaskMetricGroup group() {
    return TaskManagerMetricGroup.createTaskManagerMetricGroup(
            registry, "localhost", ResourceID.generate())
        .addJob(new JobID(), "fuzz")
        .addTask(ExecutionAttemptID.randomId(), "fuzz");
  }

  /** All that was counted so far, by operators that are closed too. */
  long sum() {
    return gauges.stream().mapToLong(gauge -> (Long) gauge.getValue()).sum();
  }
}
