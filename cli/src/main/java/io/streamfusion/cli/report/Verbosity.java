package io.streamfusion.cli.report;

/** How much a command says. */
public enum Verbosity {
  /** What somebody has to act on, and the result as a whole. */
  QUIET,
  NORMAL,
  /** Also what is as it should be, in more detail. */
  VERBOSE
}
