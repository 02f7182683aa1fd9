package io.streamfusion.flink.planner;

/** In a package that the planner jar owns. */
public class PlannerProbe {}
