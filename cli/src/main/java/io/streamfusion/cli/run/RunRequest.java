package io.streamfusion.cli.run;

import io.streamfusion.cli.report.ReportFormat;
import io.streamfusion.cli.report.Verbosity;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What to run and what to tell, handed to the process that executes.
 *
 * @param files the scripts
 * @param init scripts that run before each of them
 * @param engines in the order in which they run
 * @param options of tables and jobs to start from
 * @param tables paths of files, by the name of the table that is bound to each
 * @param parallelism of operators, unless the SQL sets one
 * @param timeoutSeconds how long a job may take, 0 for ever
 * @param progress whether to tell how far jobs are
 */
public record RunRequest(
    List<Script> files,
    List<Script> init,
    List<RunEngine> engines,
    Map<String, String> options,
    Map<String, String> tables,
    int parallelism,
    long timeoutSeconds,
    boolean progress,
    Detail detail)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /** A script, called {@code name} in messages. */
  public record Script(String name, String text) implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  /**
   * What to tell beside the results.
   *
   * @param verbosity quiet leaves out notes and routing
   * @param analyze the operators and what they counted
   * @param rows how many rows of a sink are printed
   * @param directory to which the names of files are relative
   */
  public record Detail(
      Verbosity verbosity, boolean analyze, long rows, ReportFormat format, String directory)
      implements Serializable {
    private static final long serialVersionUID = 1L;

    boolean quiet() {
      return verbosity == Verbosity.QUIET;
    }
  }

  public RunRequest {
    files = List.copyOf(files);
    init = List.copyOf(init);
    engines = List.copyOf(engines);
    options = Map.copyOf(options);
    tables = Map.copyOf(tables);
  }

  /** Whether rows are kept instead of being written. */
  boolean compares() {
    return engines.size() > 1;
  }
}
