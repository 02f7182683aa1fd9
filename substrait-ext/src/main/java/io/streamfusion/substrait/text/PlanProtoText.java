package io.streamfusion.substrait.text;

import com.google.protobuf.TextFormat;
import io.substrait.proto.Plan;

/** Protobuf's text format of a plan, which can be edited and read back; our messages are in it. */
public final class PlanProtoText {

  private PlanProtoText() {}

  /** Writes a plan. */
  public static String of(Plan plan) {
    return TextFormat.printer().usingTypeRegistry(PlanJson.MESSAGES).printToString(plan);
  }

  /** Reads a plan back; unknown fields are refused. */
  public static Plan parse(String text) throws TextFormat.ParseException {
    Plan.Builder plan = Plan.newBuilder();
    TextFormat.Parser.newBuilder().setTypeRegistry(PlanJson.MESSAGES).build().merge(text, plan);
    return plan.build();
  }
}
