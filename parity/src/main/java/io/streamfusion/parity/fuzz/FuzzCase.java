package io.streamfusion.parity.fuzz;

import io.streamfusion.parity.run.Engine;
import java.io.IOException;
import java.util.Optional;

/**
 * A query with both of its plans, and a script.
 *
 * @param query the query
 * @param stock stock Flink's plan
 * @param nativePlan ours
 * @param script what the query lives through
 */
record FuzzCase(Query query, Plan stock, Plan nativePlan, Script script) {

  FuzzCase with(Script other) {
    return new FuzzCase(query, stock, nativePlan, other);
  }

  /** The same script on another query; empty if that one stays on Flink or cannot be planned. */
  Optional<FuzzCase> with(Query other) throws IOException {
    try {
      QueryPlanner.Planned planned = QueryPlanner.plan(other, Engine.NATIVE);
      return planned.fallback().isEmpty()
          ? Optional.of(
              new FuzzCase(
                  other, QueryPlanner.plan(other, Engine.STOCK).plan(), planned.plan(), script))
          : Optional.empty();
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  /** What the two engines did, and whether they agree. */
  record Verdict(Outcome stock, Outcome nativeOutcome, Optional<String> difference) {}

  Verdict run() throws Exception {
    Outcome expected = ScriptRun.of(query, stock, script);
    Outcome found = ScriptRun.of(query, nativePlan, script);
    return new Verdict(expected, found, Comparison.difference(script, expected, found));
  }

  /** The case as a file for parity; what a job file cannot say stands in comments. */
  String text(String difference) {
    StringBuilder text = new StringBuilder();
    text.append("-- title: ").append(difference.lines().findFirst().orElse("")).append('\n');
    text.append("-- routing: native\n");
    text.append("-- level: ").append(script.ordered() ? "ordered" : level()).append('\n');
    text.append("-- parallelism: ").append(script.parallelism()).append('\n');
    text.append("-- object-reuse: ").append(query.objectReuse()).append('\n');
    text.append("-- set: streamfusion.batch.size = ").append(query.batchRows()).append('\n');
    if (query.stateTtlMillis() > 0) {
      text.append("-- set: table.exec.state.ttl = ").append(query.stateTtlMillis()).append(" ms\n");
    }
    text.append("-- max parallelism ").append(script.maxParallelism());
    text.append(script.unaligned() ? ", unaligned checkpoints" : "").append("\n\n");
    text.append(query.ddl(script.binaryRows() ? ", 'rows' = 'binary'" : "")).append(";\n\n");
    text.append("CREATE TABLE snk (").append(String.join(", ", nativePlan.outputColumns()));
    if (query.upsert()) {
      text.append(", PRIMARY KEY (")
          .append(String.join(", ", query.keys()))
          .append(") NOT ENFORCED");
    }
    text.append(") WITH ('connector' = 'parity-sink'");
    text.append(query.upsert() ? ", 'changes' = 'upsert'" : "").append(");\n\n");
    text.append("INSERT INTO snk ").append(query.sql()).append(";\n\n/* data rows\n");
    script.steps().forEach(step -> text.append(step.text()).append('\n'));
    return text.append("*/\n").toString();
  }

  private String level() {
    return "per-key " + String.join(", ", query.keys());
  }
}
