package io.streamfusion.flink.runtime.config;

/**
 * When an option is read. A task manager's JVM property never reaches the client that plans a job,
 * so it matters where an option has to be set.
 */
public enum OptionScope {
  /**
   * Read by the planner in the client, SQL gateway or job manager; its value travels in the plan.
   */
  PLAN,
  /** Read in each task when its operator opens. */
  TASK
}
