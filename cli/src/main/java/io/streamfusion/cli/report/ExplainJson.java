package io.streamfusion.cli.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.InvalidProtocolBufferException;
import io.streamfusion.substrait.text.PlanJson;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.HostCall;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.StateTable;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.explain.NodeText;
import io.substrait.proto.Plan;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;

/**
 * The JSON form of {@code explain}: of each statement what {@code check} says, and its queries as
 * trees. A node that several consumers read is written for each of them, with the same number.
 */
public final class ExplainJson {

  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private final TranslationResult translation;
  private final Map<RelNode, FragmentNode> nativeNodes = new IdentityHashMap<>();
  private final Map<RelNode, Fragment> fragments = new IdentityHashMap<>();
  private final Map<RelNode, Integer> numbers = new IdentityHashMap<>();

  private ExplainJson(TranslationResult translation) {
    this.translation = translation;
    for (Fragment fragment : translation.fragments()) {
      for (FragmentNode node : fragment.nodes()) {
        nativeNodes.put(node.rel(), node);
        fragments.put(node.rel(), fragment);
      }
    }
  }

  /**
   * Writes the files in their order.
   *
   * @param side which of the two plans of a statement are written
   */
  public static String of(Map<String, List<StatementReport>> files, StatementText.Side side) {
    JsonArray array = new JsonArray();
    files.forEach(
        (file, statements) -> {
          JsonObject json = new JsonObject();
          json.addProperty("file", file);
          JsonArray list = new JsonArray();
          statements.forEach(statement -> list.add(statement(statement, side)));
          json.add("statements", list);
          array.add(json);
        });
    JsonObject root = new JsonObject();
    root.add("files", array);
    root.add("coverage", StatementJson.coverage(Coverage.of(files.values())));
    return GSON.toJson(root) + "\n";
  }

  private static JsonObject statement(StatementReport report, StatementText.Side side) {
    JsonObject json = StatementJson.of(report, report.isFinding());
    report
        .translation()
        .ifPresent(
            translation -> {
              if (side != StatementText.Side.SUBSTRAIT) {
                json.add("queries", new ExplainJson(translation).queries());
              }
              if (side != StatementText.Side.FLINK) {
                translation.plan().ifPresent(plan -> json.add("plan", plan(plan)));
              }
            });
    return json;
  }

  private static JsonElement plan(Plan plan) {
    try {
      return JsonParser.parseString(PlanJson.of(plan));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a plan of our own cannot be written as JSON", e);
    }
  }

  private JsonArray queries() {
    JsonArray array = new JsonArray();
    for (SinkRouting sink : translation.sinks()) {
      JsonObject json = new JsonObject();
      json.addProperty("name", StatementText.withoutCounters(sink.name()));
      json.addProperty("native", sink.runsNatively());
      json.add("reasons", StatementJson.reasons(sink.reasons()));
      json.add("tree", node(sink.root()));
      array.add(json);
    }
    return array;
  }

  private JsonObject node(RelNode rel) {
    FragmentNode found = nativeNodes.get(rel);
    JsonObject json = new JsonObject();
    numbers.putIfAbsent(rel, numbers.size());
    json.addProperty("number", numbers.get(rel));
    json.addProperty("name", NodeText.name(rel));
    json.addProperty("engine", found == null ? "flink" : found.evaluation().text());
    json.addProperty("does", StatementText.withoutCounters(NodeText.terms(rel)));
    json.addProperty("changelog", NodeText.changelog(rel));
    json.addProperty("upsertKeys", NodeText.upsertKeys(rel));
    json.addProperty("columns", rel.getRowType().getFullTypeString());
    if (found != null) {
      json.addProperty("id", found.id());
      json.addProperty("fragment", fragments.get(rel).ordinal());
      json.add("state", state(found));
      json.add("hostCalls", hostCalls(fragments.get(rel), found));
    }
    if (translation.statuses().get(rel) instanceof NodeStatus.Fallback fallback) {
      json.add("reasons", StatementJson.reasons(fallback.reasons()));
    }
    JsonArray inputs = new JsonArray();
    rel.getInputs().forEach(input -> inputs.add(node(input)));
    json.add("inputs", inputs);
    return json;
  }

  private static JsonArray state(FragmentNode node) {
    JsonArray tables = new JsonArray();
    for (StateTable table : node.state()) {
      JsonObject json = new JsonObject();
      json.addProperty("table", table.name());
      json.addProperty("schema", table.schema());
      json.addProperty("ttlMillis", table.ttlMillis());
      tables.add(json);
    }
    return tables;
  }

  private static JsonArray hostCalls(Fragment fragment, FragmentNode node) {
    JsonArray calls = new JsonArray();
    for (HostCall call : fragment.hostCalls()) {
      if (call.nodeId().equals(node.id())) {
        calls.add(String.valueOf(call.expressions()));
      }
    }
    return calls;
  }
}
