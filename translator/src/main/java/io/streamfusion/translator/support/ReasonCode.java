package io.streamfusion.translator.support;

/**
 * The stable codes that say why a query is not native. A code is part of the product's interface:
 * it appears in EXPLAIN, in {@code sf-plan}, in golden plans and in parity cases.
 */
public enum ReasonCode {
  OPERATOR_NOT_SUPPORTED(
      ReasonGroup.OPERATOR,
      ReasonClass.UNSUPPORTED,
      "The engine has no operator for this node of the plan."),
  OPERATOR_VARIANT_NOT_SUPPORTED(
      ReasonGroup.OPERATOR,
      ReasonClass.UNSUPPORTED,
      "The engine has the operator, but not in this form."),
  TYPE_NOT_SUPPORTED(
      ReasonGroup.TYPE,
      ReasonClass.UNSUPPORTED,
      "A column that crosses into the engine has a type it cannot hold.",
      "Cast the column to a type that crosses, or leave it out of what the query reads; docs/coverage-and-fallbacks.md lists the types."),
  EXPRESSION_NOT_SUPPORTED(
      ReasonGroup.FUNCTION,
      ReasonClass.UNSUPPORTED,
      "An expression can run neither in the engine nor in the host evaluator."),
  EXPRESSION_TOO_DEEP(
      ReasonGroup.FUNCTION,
      ReasonClass.UNSUPPORTED,
      "An expression nests deeper than a plan may (protobuf's limit).",
      "Split the expression: a view per step keeps each one flat."),
  REPRESENTATION_DEPENDENT(
      ReasonGroup.FUNCTION,
      ReasonClass.INEXACT,
      "The result on Flink depends on how Flink holds the value at that moment (as a Java object or"
          + " as bytes), which the engine does not keep."),
  ALL_OUTPUTS_HOST_EVALUATED(
      ReasonGroup.POLICY,
      ReasonClass.POLICY,
      "Every output of the Calc would run through the host evaluator, which cannot be faster than"
          + " Flink; policy 'always' runs it natively nevertheless.",
      "Set streamfusion.policy to 'always' to run it natively all the same."),
  SHARED_WITH_FALLBACK(
      ReasonGroup.PLANNER,
      ReasonClass.POLICY,
      "The query shares operators with another query of the statement set that stays on Flink.",
      "Look at the reasons of the other query, or run the two as separate jobs."),
  NOTHING_NATIVE(
      ReasonGroup.PLANNER,
      ReasonClass.POLICY,
      "Between source and sink there is no operator that changes rows; Flink passes them on as they"
          + " are, record timestamps included.",
      "Nothing is lost: there is no work between source and sink."),
  OPERATOR_DISABLED(
      ReasonGroup.OPTION,
      ReasonClass.POLICY,
      "The operator is switched off by streamfusion.operator.<name>.enabled.",
      "Set the option to true."),
  POLICY_NEVER(
      ReasonGroup.POLICY,
      ReasonClass.POLICY,
      "The policy is 'never'.",
      "Set streamfusion.policy to 'exact'."),
  BATCH_MODE(
      ReasonGroup.PLANNER,
      ReasonClass.UNSUPPORTED,
      "The statement runs in batch mode, which has no native operators.",
      "Set execution.runtime-mode to streaming where the query allows it."),
  COMPILED_PLAN(
      ReasonGroup.PLANNER,
      ReasonClass.POLICY,
      "A compiled plan holds Flink's own nodes.",
      "Submit the SQL instead of a compiled plan."),
  PLAN_ADVICE(
      ReasonGroup.PLANNER,
      ReasonClass.POLICY,
      "EXPLAIN PLAN_ADVICE looks at Flink's own nodes.",
      "Use EXPLAIN without PLAN_ADVICE to see the native plan."),
  INTERNAL_ERROR(
      ReasonGroup.PLANNER,
      ReasonClass.INTERNAL,
      "The translation failed, which is a mistake of StreamFusion; the log has the stack trace.");

  private final ReasonGroup group;
  private final ReasonClass reasonClass;
  private final String documentation;
  private final String advice;

  ReasonCode(ReasonGroup group, ReasonClass reasonClass, String documentation) {
    this(group, reasonClass, documentation, reasonClass.advice());
  }

  ReasonCode(ReasonGroup group, ReasonClass reasonClass, String documentation, String advice) {
    this.group = group;
    this.reasonClass = reasonClass;
    this.documentation = documentation;
    this.advice = advice;
  }

  /** What it is about. */
  public ReasonGroup group() {
    return group;
  }

  /** What kind of obstacle it is. */
  public ReasonClass reasonClass() {
    return reasonClass;
  }

  /** One sentence for the reference documentation. */
  public String documentation() {
    return documentation;
  }

  /** The version that gave it first; a code keeps its meaning from then on. */
  public String since() {
    return "0.1.0";
  }

  /** What to do about it. */
  public String advice() {
    return advice;
  }
}
