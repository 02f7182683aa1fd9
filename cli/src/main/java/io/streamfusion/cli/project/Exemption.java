package io.streamfusion.cli.project;

import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.translator.support.ReasonCode;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Files whose queries may stay on Flink for some reasons.
 *
 * @param files a glob over paths in the project
 * @param allow the reasons
 * @param because why, for people
 */
public record Exemption(String files, Set<ReasonCode> allow, String because) {

  /** The statements of a file, those that are exempt marked as expected. */
  List<StatementReport> apply(String file, List<StatementReport> statements) {
    boolean matches =
        FileSystems.getDefault().getPathMatcher("glob:" + files).matches(Path.of(file));
    return matches
        ? statements.stream()
            .map(statement -> statement.exempt(allow, "exception: " + because))
            .toList()
        : statements;
  }
}
