package io.streamfusion.cli;

/** Stands for a tool of ours that drives the planner. */
public final class ToolProbe {}
