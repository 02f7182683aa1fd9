package io.streamfusion.cli.plan;

import io.streamfusion.substrait.FunctionCatalogue;
import io.substrait.plan.ProtoPlanConverter;
import io.substrait.proto.Plan;
import java.util.Optional;

/**
 * The stock reader of substrait-java, which knows the functions that we declare and none of our
 * messages: it must refuse a plan that holds one, since it would compute something else.
 */
public final class SubstraitJava {

  private SubstraitJava() {}

  /** Why it does not read a plan; empty if it does. */
  // It throws whatever it stumbles over.
  public static Optional<String> refusal(Plan plan) {
    try {
      new ProtoPlanConverter(FunctionCatalogue.get().collection()).from(plan);
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(String.valueOf(e.getMessage()).replaceAll("\\s+", " ").strip());
    }
  }
}
