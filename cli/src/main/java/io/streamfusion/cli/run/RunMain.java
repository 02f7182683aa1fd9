package io.streamfusion.cli.run;

import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.ExitCode;
import io.streamfusion.cli.report.Judgement;
import io.streamfusion.cli.report.Judgements;
import io.streamfusion.cli.report.ReportFormat;
import io.streamfusion.cli.script.Header;
import io.streamfusion.runner.FlinkCluster;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/**
 * The process that executes, on a class path whose planner is the plugin's and which has nothing of
 * the translator of {@code sf-plan} itself: reads a {@link RunRequest} from standard input.
 */
public final class RunMain {

  private final RunRequest request;
  private final PrintWriter out;
  private final PrintWriter err;

  private RunMain(RunRequest request, PrintWriter out, PrintWriter err) {
    this.request = request;
    this.out = out;
    this.err = err;
  }

  /** Runs a request and exits with the command's code. */
  public static void main(String[] args) throws IOException, ClassNotFoundException {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    Locale.setDefault(Locale.ROOT);
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    PrintWriter err =
        new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
    RunRequest request = (RunRequest) new ObjectInputStream(System.in).readObject();
    System.exit(new RunMain(request, out, err).run().code());
  }

  private ExitCode run() {
    List<RunResult> results = new ArrayList<>();
    try (FlinkCluster cluster = FlinkCluster.start()) {
      for (RunRequest.Script file : request.files()) {
        RunResult result = run(cluster, file);
        results.add(result);
        if (request.detail().format() == ReportFormat.TEXT) {
          // As soon as there is something to read.
          out.print(result.text(request.detail()));
          out.flush();
        }
        result.errors().forEach(err::println);
      }
    } catch (CliException e) {
      err.println("sf-plan: " + e.getMessage());
      err.println("  hint: " + e.hint());
      return ExitCode.COULD_NOT_RUN;
    } catch (Exception e) {
      err.println("sf-plan: the embedded Flink failed");
      e.printStackTrace(err);
      return ExitCode.COULD_NOT_RUN;
    }
    String summary = request.compares() ? RunResult.summary(results) + "\n" : "";
    out.print(
        switch (request.detail().format()) {
          case TEXT -> summary;
          case JSON -> RunJson.of(results, request.detail());
          case GITHUB, JUNIT -> judged(results, summary);
        });
    out.flush();
    return results.stream().anyMatch(RunResult::hasFindings) ? ExitCode.FINDINGS : ExitCode.CLEAN;
  }

  private String judged(List<RunResult> results, String summary) {
    List<Judgement> judgements = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (RunResult result : results) {
      judgements.addAll(result.judgements(request.detail()));
      text.append(result.text(request.detail()));
    }
    return Judgements.write(
        request.detail().format(),
        Path.of(request.detail().directory()),
        judgements,
        text.append(summary).toString());
  }

  private RunResult run(FlinkCluster cluster, RunRequest.Script file) {
    Map<RunEngine, List<StatementRun>> runs = new EnumMap<>(RunEngine.class);
    for (RunEngine engine : request.engines()) {
      try (ScriptRun run =
          new ScriptRun(cluster, request, engine, new Progress(err, request.progress()))) {
        runs.put(engine, run.run(file));
      }
    }
    return new RunResult(file.name(), Header.of(file.name(), file.text()).expectation(), runs);
  }
}
