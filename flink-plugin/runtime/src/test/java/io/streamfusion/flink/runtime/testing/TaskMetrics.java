package io.streamfusion.flink.runtime.testing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionGraphTestUtils;
import org.apache.flink.runtime.metrics.groups.AbstractMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;

/** What an operator in a harness registers in its metric group {@code streamfusion}. */
public final class TaskMetrics {
  private static final String GROUP = "streamfusion";

  private final Map<String, Gauge<?>> gauges = new ConcurrentHashMap<>();

  /** A task whose operators' metrics are kept here. */
  public MockEnvironment environment() {
    TestingMetricRegistry registry =
        TestingMetricRegistry.builder().setRegisterConsumer(this::registered).build();
    TaskMetricGroup task =
        TaskManagerMetricGroup.createTaskManagerMetricGroup(
                registry, "localhost", ResourceID.generate())
            .addJob(new JobID(), "job")
            .addTask(ExecutionGraphTestUtils.createExecutionAttemptId(), "task");
    return new MockEnvironmentBuilder().setMetricGroup(task).build();
  }

  private void registered(Metric metric, String name, AbstractMetricGroup<?> group) {
    String[] scope = group.getScopeComponents();
    if (scope[scope.length - 1].equals(GROUP) && metric instanceof Gauge<?> gauge) {
      gauges.put(name, gauge);
    }
  }

  public long value(String name) {
    return (Long) gauges.get(name).getValue();
  }
}
