package io.streamfusion.cli.plan;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.substrait.Contract;
import io.streamfusion.substrait.FunctionCatalogue;
import io.streamfusion.substrait.proto.v1.JobHeader;
import io.streamfusion.substrait.text.PlanText;
import io.streamfusion.translator.rex.MessageDepth;
import io.substrait.extension.SimpleExtension;
import io.substrait.proto.AggregateFunction;
import io.substrait.proto.Expression;
import io.substrait.proto.Plan;
import io.substrait.proto.ReferenceRel;
import io.substrait.proto.SimpleExtensionDeclaration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Checks a plan as far as Java can: the contract's version, functions and messages that this
 * version knows, references, depth. Whether the engine has a kernel for each call, only its own
 * reader says.
 */
public final class PlanValidator {

  private final Plan plan;
  private final List<String> problems = new ArrayList<>();

  private PlanValidator(Plan plan) {
    this.plan = plan;
  }

  /** What is wrong with a plan, in the order of its parts; empty if nothing is. */
  public static List<String> problems(Plan plan) {
    PlanValidator validator = new PlanValidator(plan);
    validator.header();
    validator.functions();
    validator.references();
    validator.depth();
    validator.messages();
    return validator.problems;
  }

  private void header() {
    if (!plan.hasVersion()) {
      problems.add("it does not say which version of Substrait it is written in");
    }
    if (!plan.getAdvancedExtensions().hasEnhancement()) {
      problems.add("it has no job header");
      return;
    }
    try {
      JobHeader header = plan.getAdvancedExtensions().getEnhancement().unpack(JobHeader.class);
      if (header.getContractVersion() != Contract.VERSION) {
        problems.add(
            "its contract version is "
                + header.getContractVersion()
                + ", this version reads "
                + Contract.VERSION);
      }
    } catch (InvalidProtocolBufferException e) {
      problems.add("its job header is no JobHeader");
    }
  }

  private void functions() {
    Map<Integer, String> urns = new HashMap<>();
    plan.getExtensionUrnsList().forEach(urn -> urns.put(urn.getExtensionUrnAnchor(), urn.getUrn()));
    Set<String> known = new HashSet<>();
    SimpleExtension.ExtensionCollection catalogue = FunctionCatalogue.get().collection();
    Stream.concat(catalogue.scalarFunctions().stream(), catalogue.aggregateFunctions().stream())
        .map(SimpleExtension.Function::getAnchor)
        .forEach(anchor -> known.add(anchor.urn() + " " + anchor.key()));
    Set<Integer> declared = new HashSet<>();
    for (SimpleExtensionDeclaration extension : plan.getExtensionsList()) {
      if (!extension.hasExtensionFunction()) {
        continue;
      }
      SimpleExtensionDeclaration.ExtensionFunction function = extension.getExtensionFunction();
      String urn = urns.get(function.getExtensionUrnReference());
      declared.add(function.getFunctionAnchor());
      if (urn == null) {
        problems.add("function " + function.getName() + " is of a URN that is not declared");
      } else if (!known.contains(urn + " " + function.getName())) {
        problems.add("function " + function.getName() + " of " + urn + " is not known");
      }
    }
    visit(
        plan,
        message -> {
          if (message instanceof Expression.ScalarFunction call) {
            called(call.getFunctionReference(), declared);
          } else if (message instanceof AggregateFunction call) {
            called(call.getFunctionReference(), declared);
          }
        });
  }

  /** Names an anchor that is not declared once. */
  private void called(int anchor, Set<Integer> declared) {
    if (declared.add(anchor)) {
      problems.add("function anchor " + anchor + " is not declared");
    }
  }

  private void references() {
    for (int ordinal = 0; ordinal < plan.getRelationsCount(); ordinal++) {
      int fragment = ordinal;
      visit(
          plan.getRelations(ordinal),
          message -> {
            if (message instanceof ReferenceRel reference
                && (reference.getSubtreeOrdinal() < 0
                    || reference.getSubtreeOrdinal() >= fragment)) {
              problems.add(
                  "fragment "
                      + fragment
                      + " reads fragment "
                      + reference.getSubtreeOrdinal()
                      + ", which does not come before it");
            }
          });
    }
  }

  private void depth() {
    int depth = MessageDepth.of(plan);
    if (depth > MessageDepth.MAX_PLAN_DEPTH) {
      problems.add(
          "it nests " + depth + " messages deep, the limit is " + MessageDepth.MAX_PLAN_DEPTH);
    }
  }

  /** Fields and messages that this version does not know get lost on the way to JSON. */
  private void messages() {
    try {
      PlanForm.JSON.write("it", plan);
      PlanText.of(plan);
    } catch (CliException | IllegalArgumentException e) {
      problems.add(e.getMessage());
    }
  }

  private static void visit(Message message, Consumer<Message> visitor) {
    visitor.accept(message);
    for (Object value : message.getAllFields().values()) {
      if (value instanceof Message child) {
        visit(child, visitor);
      } else if (value instanceof List<?> children) {
        for (Object child : children) {
          if (child instanceof Message element) {
            visit(element, visitor);
          }
        }
      }
    }
  }
}
