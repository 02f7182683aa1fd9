package io.streamfusion.cli.command;

import io.streamfusion.cli.manual.ManPage;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sf-plan manual}: a manual page for every command. */
@Command(
    name = "manual",
    description =
        "Writes manual pages, one per command: man -M DIR sf-plan-check shows one of them.",
    mixinStandardHelpOptions = true)
public final class ManualCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "Where to write man1/*.1.")
  private Path directory;

  @Override
  public Integer call() {
    Path section = directory.resolve("man1");
    Map<String, String> pages = ManPage.of(spec.root().commandLine());
    try {
      Files.createDirectories(section);
      for (Map.Entry<String, String> page : pages.entrySet()) {
        Files.writeString(section.resolve(page.getKey()), page.getValue(), StandardCharsets.UTF_8);
      }
    } catch (IOException e) {
      throw new CliException(
          section + ": cannot be written (" + e.getClass().getSimpleName() + ")",
          "name a folder that can be written to");
    }
    spec.commandLine().getOut().println(pages.size() + " pages in " + section);
    return ExitCode.CLEAN.code();
  }
}
