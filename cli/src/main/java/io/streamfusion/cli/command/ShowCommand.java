package io.streamfusion.cli.command;

import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.show.PlanPictures;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sf-plan show}: the plan of each statement as a picture. */
@Command(
    name = "show",
    description = "Draws the plan of each statement: one page for a browser, SVG, or Mermaid.",
    mixinStandardHelpOptions = true)
public final class ShowCommand implements Callable<Integer> {

  /** Of the pictures. */
  enum Format {
    HTML,
    SVG,
    MERMAID
  }

  @Spec private CommandSpec spec;
  @Mixin private SqlFileArguments files;

  @Option(
      names = "--format",
      defaultValue = "html",
      description = "html, svg or mermaid (default: ${DEFAULT-VALUE}); svg draws one statement.")
  private Format format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write it (default: standard output).")
  private Path output;

  @Override
  public Integer call() {
    Map<String, List<StatementReport>> reports = files.report((file, statements) -> {});
    PlanPictures pictures = PlanPictures.of(reports);
    String drawn =
        switch (format) {
          case HTML -> pictures.html();
          case MERMAID -> pictures.mermaid();
          case SVG -> only(pictures.svg());
        };
    if (output == null) {
      spec.commandLine().getOut().print(drawn);
      spec.commandLine().getOut().flush();
    } else {
      write(drawn);
    }
    Diagnostics.print(spec, reports);
    return Findings.exitCode(
        reports,
        report -> report.routing() == StatementReport.Routing.ERROR && !report.isAsExpected());
  }

  private static String only(List<String> images) {
    if (images.size() != 1) {
      throw new CliException(
          images.size() + " statements cannot be one SVG image", "--format html draws them all");
    }
    return images.get(0);
  }

  private void write(String drawn) {
    Path file = files.project().resolve(output);
    try {
      Files.writeString(file, drawn, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CliException(
          file + ": cannot be written (" + e.getMessage() + ")", "choose another --output");
    }
  }
}
