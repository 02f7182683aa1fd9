package io.streamfusion.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * A command line that ran in this process.
 *
 * @param exit its exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
record CommandLineRun(int exit, String out, String err) {

  static CommandLineRun of(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine = SfPlan.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    int exit = commandLine.execute(args);
    return new CommandLineRun(exit, out.toString(), err.toString());
  }
}
