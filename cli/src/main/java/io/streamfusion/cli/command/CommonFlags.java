package io.streamfusion.cli.command;

import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.Verbosity;
import picocli.CommandLine.Model.CommandSpec;

/** The flags that every command takes, wherever they stand in the command line. */
final class CommonFlags {

  private CommonFlags() {}

  /** How much to say. */
  static Verbosity verbosity(CommandSpec spec) {
    boolean quiet = isSet(spec, "--quiet");
    boolean verbose = isSet(spec, "--verbose");
    if (quiet && verbose) {
      throw new CliException("--quiet and --verbose exclude each other", "leave out one of them");
    }
    if (quiet) {
      return Verbosity.QUIET;
    }
    return verbose ? Verbosity.VERBOSE : Verbosity.NORMAL;
  }

  /** Whether errors come with the place in this tool that raised them. */
  static boolean stacktrace(CommandSpec spec) {
    return isSet(spec, "--stacktrace");
  }

  /** How to write in colour, or not. */
  static Colour colour(CommandSpec spec) {
    return new Colour(spec.findOption("--color").getValue());
  }

  private static boolean isSet(CommandSpec spec, String flag) {
    return Boolean.TRUE.equals(spec.findOption(flag).getValue());
  }
}
