package io.streamfusion.cli.project;

import io.streamfusion.cli.policy.CheckPolicy;
import io.streamfusion.cli.report.StatementReport;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code sf-plan.yaml} says. Every key can be left out:
 *
 * <pre>
 * flink-version: 2.2.1
 * paths: [sql]
 * init: [tables.sql]
 * lib: [lib]
 * set:
 *   table.exec.state.ttl: 1 h
 * define:
 *   TOPIC: orders
 * functions:
 *   normalize: (STRING, INT) -&gt; STRING
 * policy:
 *   min-coverage: 80
 *   max-fallbacks: 2
 *   deny: [TYPE_NOT_SUPPORTED]
 *   allow: [OPERATOR_NOT_SUPPORTED]
 * exceptions:
 *   - files: sql/legacy/*.sql
 *     allow: [OPERATOR_NOT_SUPPORTED]
 *     because: they move to another job
 * </pre>
 *
 * @param flinkVersion the version that the project's jobs run on
 * @param paths what commands read that are given no FILE
 * @param init scripts that run before each file
 * @param lib jars and directories of connectors and functions
 * @param settings table options to start from
 * @param definitions what variables in SQL stand for
 * @param functions signatures of functions whose classes are not there
 * @param policy what {@code check} looks for
 * @param exceptions files whose queries may stay on Flink
 */
public record ProjectFile(
    Optional<String> flinkVersion,
    List<String> paths,
    List<String> init,
    List<String> lib,
    Map<String, String> settings,
    Map<String, String> definitions,
    Map<String, String> functions,
    CheckPolicy policy,
    List<Exemption> exceptions) {

  /** The file's name, in the project's directory. */
  public static final String NAME = "sf-plan.yaml";

  public ProjectFile {
    paths = List.copyOf(paths);
    init = List.copyOf(init);
    lib = List.copyOf(lib);
    exceptions = List.copyOf(exceptions);
  }

  /** A project without a file. */
  public static ProjectFile empty() {
    return new ProjectFile(
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        Map.of(),
        CheckPolicy.none(),
        List.of());
  }

  /** The statements of a file, those that its exceptions allow marked as expected. */
  public List<StatementReport> exempt(String file, List<StatementReport> statements) {
    List<StatementReport> marked = statements;
    for (Exemption exemption : exceptions) {
      marked = exemption.apply(file, marked);
    }
    return marked;
  }
}
