package io.streamfusion.cli.report;

import io.streamfusion.cli.policy.CheckPolicy;
import java.util.List;
import java.util.Map;

/**
 * What {@code check} found.
 *
 * @param files the statements of each file, by the file's name
 * @param policy what counts as a finding
 */
public record CheckResult(Map<String, List<StatementReport>> files, CheckPolicy policy) {

  public Coverage coverage() {
    return Coverage.of(files.values());
  }

  /** The obstacles of all files, the most frequent first. */
  public List<ReasonSummary> obstacles() {
    return ReasonSummary.of(files.values());
  }

  /** What the policy asks of all files together and does not get. */
  public List<String> violations() {
    return policy.violations(files.values());
  }

  public boolean hasFindings() {
    return !violations().isEmpty()
        || files.values().stream().flatMap(List::stream).anyMatch(policy::isFinding);
  }
}
