package io.streamfusion.cli.policy;

import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.Coverage;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which statements {@code check} complains about. In a file whose header says what it expects, that
 * is what contradicts it. Elsewhere, an error always counts. Without limits and denials every
 * fallback does, unless all its reasons are allowed; with them, only what they name.
 *
 * @param minCoverage the least share of queries that must be native, in percent
 * @param maxFallbacks how many queries may fall back; those whose reasons are all allowed do not
 *     count
 * @param deny codes that no query may fall back for
 * @param allow codes that queries may fall back for
 */
public record CheckPolicy(
    OptionalInt minCoverage,
    OptionalInt maxFallbacks,
    Set<ReasonCode> deny,
    Set<ReasonCode> allow) {

  public CheckPolicy {
    minCoverage.ifPresent(
        percent -> {
          if (percent < 0 || percent > 100) {
            throw new CliException(
                "a coverage of " + percent + " % cannot be reached", "0 to 100 percent");
          }
        });
  }

  /** Every fallback is a finding. */
  public static CheckPolicy none() {
    return new CheckPolicy(OptionalInt.empty(), OptionalInt.empty(), Set.of(), Set.of());
  }

  /** This policy where it says something, else {@code other}. */
  public CheckPolicy orElse(CheckPolicy other) {
    return new CheckPolicy(
        minCoverage.isPresent() ? minCoverage : other.minCoverage,
        maxFallbacks.isPresent() ? maxFallbacks : other.maxFallbacks,
        deny.isEmpty() ? other.deny : deny,
        allow.isEmpty() ? other.allow : allow);
  }

  /** Whether a statement by itself is a finding. */
  public boolean isFinding(StatementReport report) {
    if (report.expected().isPresent()) {
      return report.isFinding();
    }
    return switch (report.routing()) {
      case ERROR -> true;
      case FALLBACK ->
          codes(report).stream().anyMatch(deny::contains)
              || (!limits() && !allow.containsAll(codes(report)));
      case KERNEL, HOST, NONE -> false;
    };
  }

  /** What all files together miss, for people. */
  public List<String> violations(Collection<List<StatementReport>> files) {
    List<String> violations = new ArrayList<>();
    Coverage coverage = Coverage.of(files);
    if (minCoverage.isPresent()
        && 100L * coverage.nativeQueries() < (long) minCoverage.getAsInt() * coverage.queries()) {
      violations.add(coverage.text() + ", the policy asks for " + minCoverage.getAsInt() + " %");
    }
    long fallbacks =
        files.stream()
            .flatMap(List::stream)
            .filter(report -> report.routing() == StatementReport.Routing.FALLBACK)
            .filter(report -> !report.isAsExpected() && !allow.containsAll(codes(report)))
            .mapToInt(report -> report.queries() - report.nativeQueries())
            .sum();
    if (maxFallbacks.isPresent() && fallbacks > maxFallbacks.getAsInt()) {
      violations.add(
          fallbacks + " queries fall back, the policy allows " + maxFallbacks.getAsInt());
    }
    return violations;
  }

  private boolean limits() {
    return minCoverage.isPresent() || maxFallbacks.isPresent() || !deny.isEmpty();
  }

  private static List<ReasonCode> codes(StatementReport report) {
    return report.reasons().stream().map(FallbackReason::code).distinct().toList();
  }
}
