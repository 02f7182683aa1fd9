package io.streamfusion.translator.support;

import java.util.Optional;

/**
 * SQL that stays on Flink for each reason, over tables <code>t (id BIGINT, name STRING, tags
 * ARRAY&lt;STRING&gt;)</code>, {@code w (id BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)}, and
 * sinks {@code a} and {@code b} of one {@code id}.
 */
public final class ReasonExamples {

  private static final int TOO_DEEP = 60;

  private ReasonExamples() {}

  /** An example; empty where no SQL leads to the reason by itself. */
  public static Optional<String> of(ReasonCode code) {
    String example =
        switch (code) {
          case OPERATOR_NOT_SUPPORTED -> "SELECT id FROM t LIMIT 10;";
          case OPERATOR_VARIANT_NOT_SUPPORTED -> "SELECT COLLECT(name) FROM t;";
          case TYPE_NOT_SUPPORTED -> "SELECT id + 1, PARSE_JSON(name) FROM t;";
          case EXPRESSION_TOO_DEEP ->
              "SELECT " + "ABS(".repeat(TOO_DEEP) + "id" + ")".repeat(TOO_DEEP) + " FROM t;";
          case REPRESENTATION_DEPENDENT -> "SELECT id FROM t WHERE name < 'm';";
          case ALL_OUTPUTS_HOST_EVALUATED -> "SELECT RAND() FROM t;";
          case SHARED_WITH_FALLBACK ->
              "CREATE TEMPORARY VIEW v AS SELECT id, COUNT(*) AS n FROM t GROUP BY id;\n"
                  + "EXECUTE STATEMENT SET BEGIN\n"
                  + "  INSERT INTO a SELECT id + n FROM v;\n"
                  + "  INSERT INTO b SELECT id FROM v LIMIT 10;\n"
                  + "END;";
          case NOTHING_NATIVE -> "SELECT * FROM t;";
          case OPERATOR_DISABLED ->
              "SET 'streamfusion.operator.calc.enabled' = 'false';\nSELECT id + 1 FROM t;";
          case POLICY_NEVER -> "SET 'streamfusion.policy' = 'never';\nSELECT id + 1 FROM t;";
          case BATCH_MODE -> "SET 'execution.runtime-mode' = 'batch';\nSELECT id + 1 FROM t;";
          case COMPILED_PLAN -> "COMPILE PLAN 'plan.json' FOR INSERT INTO a SELECT id + 1 FROM t;";
          case PLAN_ADVICE -> "EXPLAIN PLAN_ADVICE SELECT id + 1 FROM t;";
          case EXPRESSION_NOT_SUPPORTED ->
              "SELECT id, tag FROM t CROSS JOIN UNNEST(tags) AS p (tag) WHERE my_function(CHAR_LENGTH(tag)) > 1;";
          case INTERNAL_ERROR -> "";
        };
    return Optional.of(example).filter(text -> !text.isEmpty());
  }
}
