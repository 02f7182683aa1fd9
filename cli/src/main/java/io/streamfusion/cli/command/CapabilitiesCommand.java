package io.streamfusion.cli.command;

import io.streamfusion.cli.report.Capabilities;
import io.streamfusion.cli.script.SqlFiles;
import io.streamfusion.translator.coverage.CoverageDocument;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sf-plan capabilities}: what this version runs natively. */
@Command(
    name = "capabilities",
    description = "Lists what runs natively: operators, types, functions, expressions.",
    mixinStandardHelpOptions = true)
public final class CapabilitiesCommand implements Callable<Integer> {

  /** Of the matrix. */
  enum Format {
    TEXT,
    MD,
    JSON
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "text, md or json (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Option(
      names = "--diff",
      paramLabel = "OLD",
      description =
          "Print what changed since the JSON of another version; exit with 1 if anything.")
  private Path old;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (old != null) {
      List<String> difference = Capabilities.difference(old.toString(), SqlFiles.readText(old));
      difference.forEach(out::println);
      out.println(difference.size() + " differences");
      return Findings.exitCode(!difference.isEmpty());
    }
    out.print(
        switch (format) {
          case TEXT -> Capabilities.text();
          case MD -> CoverageDocument.render();
          case JSON -> Capabilities.json();
        });
    out.flush();
    return Findings.exitCode(false);
  }
}
