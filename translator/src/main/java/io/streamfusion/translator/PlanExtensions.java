package io.streamfusion.translator;

import io.streamfusion.substrait.FunctionCatalogue;
import io.substrait.extension.ExtensionCollector;
import io.substrait.extension.SimpleExtension;
import io.substrait.proto.Plan;
import io.substrait.proto.SimpleExtensionDeclaration;
import io.substrait.proto.SimpleExtensionURN;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The functions and types that a plan names, with anchors in the order of first use.
 * Substrait-java's collector goes through hash maps and adds the deprecated URIs; a plan of ours
 * has the same bytes every time and names extensions by URN alone.
 */
public final class PlanExtensions extends ExtensionCollector {
  private final Map<SimpleExtension.FunctionAnchor, Integer> functions = new LinkedHashMap<>();
  private final Map<SimpleExtension.TypeAnchor, Integer> types = new LinkedHashMap<>();

  public PlanExtensions() {
    super(FunctionCatalogue.get().collection());
  }

  @Override
  public int getFunctionReference(SimpleExtension.Function declaration) {
    return functions.computeIfAbsent(declaration.getAnchor(), anchor -> functions.size() + 1);
  }

  @Override
  public int getTypeReference(SimpleExtension.TypeAnchor anchor) {
    return types.computeIfAbsent(anchor, key -> types.size() + 1);
  }

  @Override
  public void addExtensionsToPlan(Plan.Builder plan) {
    Map<String, Integer> urns = new LinkedHashMap<>();
    functions.keySet().forEach(anchor -> urns.putIfAbsent(anchor.urn(), urns.size() + 1));
    types.keySet().forEach(anchor -> urns.putIfAbsent(anchor.urn(), urns.size() + 1));
    urns.forEach(
        (urn, anchor) ->
            plan.addExtensionUrns(
                SimpleExtensionURN.newBuilder().setUrn(urn).setExtensionUrnAnchor(anchor)));
    functions.forEach(
        (anchor, reference) ->
            plan.addExtensions(
                SimpleExtensionDeclaration.newBuilder()
                    .setExtensionFunction(
                        SimpleExtensionDeclaration.ExtensionFunction.newBuilder()
                            .setExtensionUrnReference(urns.get(anchor.urn()))
                            .setFunctionAnchor(reference)
                            .setName(anchor.key()))));
    types.forEach(
        (anchor, reference) ->
            plan.addExtensions(
                SimpleExtensionDeclaration.newBuilder()
                    .setExtensionType(
                        SimpleExtensionDeclaration.ExtensionType.newBuilder()
                            .setExtensionUrnReference(urns.get(anchor.urn()))
                            .setTypeAnchor(reference)
                            .setName(anchor.key()))));
  }
}
