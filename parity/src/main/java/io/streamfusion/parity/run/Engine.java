package io.streamfusion.parity.run;

/**
 * Which engine runs a job. Both run behind the same class path; stock has the plugin switched off.
 */
public enum Engine {
  STOCK,
  NATIVE
}
