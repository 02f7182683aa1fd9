package io.streamfusion.flink.runtime;

/** In the package that planning and tasks must share. */
public class RuntimeProbe {}
