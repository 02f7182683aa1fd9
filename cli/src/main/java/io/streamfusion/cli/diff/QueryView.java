package io.streamfusion.cli.diff;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.streamfusion.cli.report.StatementReport;
import io.streamfusion.cli.report.StatementText;
import io.streamfusion.substrait.text.PlanJson;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.StateLayout;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.explain.ExplainText;
import io.substrait.proto.Plan;
import io.substrait.proto.ReadRel;
import io.substrait.proto.RelRoot;
import io.substrait.proto.SimpleExtensionDeclaration;
import io.substrait.proto.SimpleExtensionURN;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.catalog.ContextResolvedTable;
import org.apache.flink.table.planner.plan.nodes.calcite.Sink;
import org.apache.flink.table.planner.plan.schema.TableSourceTable;

/**
 * What a diff compares of one query.
 *
 * @param place where its statement is
 * @param routing where it runs, and why
 * @param runsNatively whether the engine runs it
 * @param hostNodes how many of the query's native nodes use the host evaluator
 * @param flinkTree Flink's plan with types, changelog modes and keys, whatever engine runs it
 * @param plan the bytes of its part of the statement's plan, empty if it is not native
 * @param meaning these bytes without the names that people gave to columns
 * @param functions by the numbers that these bytes call them by
 * @param tables the declarations of the tables it reads and writes; a plan names them only
 * @param options the table options that change results
 * @param state what it keeps in savepoints, as far as it is native
 */
record QueryView(
    QueryDiff.Place place,
    String routing,
    boolean runsNatively,
    int hostNodes,
    List<String> flinkTree,
    ByteString plan,
    ByteString meaning,
    Map<Integer, String> functions,
    List<String> tables,
    Map<String, String> options,
    StateLayout state) {

  private static final Pattern FUNCTION = Pattern.compile("\"functionReference\": (\\d+)");

  QueryView withoutOptions() {
    return new QueryView(
        place,
        routing,
        runsNatively,
        hostNodes,
        flinkTree,
        plan,
        meaning,
        functions,
        tables,
        Map.of(),
        state);
  }

  /** The queries of a file's statements, by what they write to. */
  static Map<String, QueryView> of(String file, List<StatementReport> statements) {
    Map<String, QueryView> views = new LinkedHashMap<>();
    for (StatementReport statement : statements) {
      if (statement.planned().error().isPresent() || statement.planned().onFlink().isPresent()) {
        put(
            views,
            "statement " + statement.planned().statement().title(),
            failed(place(file, statement), statement));
      }
      statement
          .translation()
          .ifPresent(
              translation ->
                  translation
                      .sinks()
                      .forEach(
                          sink ->
                              put(
                                  views,
                                  StatementText.withoutCounters(sink.name()),
                                  view(place(file, statement), statement, translation, sink))));
    }
    return views;
  }

  private static void put(Map<String, QueryView> views, String name, QueryView view) {
    String key = name;
    for (int again = 2; views.containsKey(key); again++) {
      key = name + " (" + again + ")";
    }
    views.put(key, view);
  }

  private static QueryDiff.Place place(String file, StatementReport statement) {
    return new QueryDiff.Place(
        file, statement.planned().statement().line(), statement.planned().statement().column());
  }

  private static QueryView failed(QueryDiff.Place place, StatementReport statement) {
    String why =
        statement
            .planned()
            .error()
            .map(error -> "error: " + error.message())
            .orElseGet(() -> "on Flink: " + statement.reasons().get(0));
    return new QueryView(
        place,
        why,
        false,
        0,
        List.of(statement.planned().statement().text()),
        ByteString.EMPTY,
        ByteString.EMPTY,
        Map.of(),
        List.of(),
        statement.options(),
        StateLayout.none());
  }

  private static QueryView view(
      QueryDiff.Place place,
      StatementReport statement,
      TranslationResult translation,
      SinkRouting sink) {
    Set<RelNode> query = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(sink.root(), query);
    Optional<Plan> plan =
        sink.runsNatively()
            ? translation.plan().map(whole -> part(whole, translation.fragments(), query))
            : Optional.empty();
    return new QueryView(
        place,
        sink.runsNatively() ? "native" : "on Flink: " + sink.reasons().get(0),
        sink.runsNatively(),
        hostNodes(translation, query),
        flinkTree(sink),
        plan.map(Plan::toByteString).orElse(ByteString.EMPTY),
        plan.map(QueryView::withoutNames).map(Plan::toByteString).orElse(ByteString.EMPTY),
        plan.map(part -> functions(translation.plan().get(), part)).orElse(Map.of()),
        List.copyOf(tables(sink.root(), new TreeSet<>())),
        statement.options(),
        StateLayout.of(translation, sink));
  }

  /** Those of the query; a neighbour in its statement set has its own. */
  private static int hostNodes(TranslationResult translation, Set<RelNode> query) {
    return (int)
        translation.fragments().stream()
            .flatMap(fragment -> fragment.nodes().stream())
            .filter(node -> node.evaluation() == Evaluation.HOST && query.contains(node.rel()))
            .count();
  }

  private static void collect(RelNode rel, Set<RelNode> query) {
    if (query.add(rel)) {
      rel.getInputs().forEach(input -> collect(input, query));
    }
  }

  /** Without the fragments that belong to other queries alone, and without functions. */
  private static Plan part(Plan whole, List<Fragment> fragments, Set<RelNode> query) {
    Plan.Builder part = whole.toBuilder().clearExtensionUrns().clearExtensions().clearRelations();
    for (int i = 0; i < whole.getRelationsCount(); i++) {
      List<FragmentNode> nodes = fragments.get(i).nodes();
      if (nodes.isEmpty() || nodes.stream().anyMatch(node -> query.contains(node.rel()))) {
        part.addRelations(whole.getRelations(i));
      }
    }
    return part.build();
  }

  /** The functions of a plan that a part of it calls; all of them if that cannot be told. */
  static Map<Integer, String> functions(Plan whole, Plan part) {
    Map<Integer, String> urns =
        whole.getExtensionUrnsList().stream()
            .collect(
                Collectors.toMap(
                    SimpleExtensionURN::getExtensionUrnAnchor, SimpleExtensionURN::getUrn));
    Map<Integer, String> functions = new TreeMap<>();
    for (SimpleExtensionDeclaration each : whole.getExtensionsList()) {
      if (each.hasExtensionFunction()) {
        SimpleExtensionDeclaration.ExtensionFunction function = each.getExtensionFunction();
        functions.put(
            function.getFunctionAnchor(),
            urns.get(function.getExtensionUrnReference()) + " " + function.getName());
      }
    }
    try {
      // The form that opens messages of ours, too.
      Set<Integer> called =
          FUNCTION
              .matcher(PlanJson.of(part))
              .results()
              .map(call -> Integer.valueOf(call.group(1)))
              .collect(Collectors.toSet());
      functions.keySet().retainAll(called);
    } catch (InvalidProtocolBufferException e) {
      return functions;
    }
    return functions;
  }

  /** Whether no number means one function here and another one there. */
  boolean agreesOnFunctions(QueryView other) {
    return functions.entrySet().stream()
        .allMatch(
            each ->
                each.getValue()
                    .equals(other.functions.getOrDefault(each.getKey(), each.getValue())));
  }

  private static List<String> flinkTree(SinkRouting sink) {
    TranslationResult asFlink =
        new TranslationResult(Optional.empty(), List.of(), List.of(sink), Map.of());
    List<String> lines = new ArrayList<>();
    ExplainText.of(asFlink, ExplainText.Level.FULL)
        .lines()
        .filter(line -> line.startsWith("  ") && !line.startsWith("  - "))
        .map(StatementText::withoutCounters)
        .forEach(lines::add);
    return lines;
  }

  private static SortedSet<String> tables(RelNode rel, SortedSet<String> tables) {
    if (rel instanceof Sink sink) {
      tables.add(declaration("writes", sink.contextResolvedTable()));
    } else if (rel.getTable() instanceof TableSourceTable source) {
      tables.add(declaration("reads", source.contextResolvedTable()));
    }
    rel.getInputs().forEach(input -> tables(input, tables));
    return tables;
  }

  private static String declaration(String verb, ContextResolvedTable table) {
    return verb
        + " "
        + StatementText.withoutCounters(table.getIdentifier().getObjectName())
        + " "
        + table.getResolvedSchema().toString().replaceAll("\\s+", " ")
        + " "
        + options(table);
  }

  /** The table that the rows of a bare SELECT go to has no options, and refuses to be asked. */
  private static SortedMap<String, String> options(ContextResolvedTable table) {
    return table.isAnonymous()
        ? new TreeMap<>()
        : new TreeMap<>(table.getResolvedTable().getOptions());
  }

  /** The same plan with the names of columns and tables, and of nothing else, left out. */
  static Plan withoutNames(Plan plan) {
    return (Plan) withoutNames((Message) plan);
  }

  private static Message withoutNames(Message message) {
    Message.Builder builder = message.toBuilder();
    for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
      FieldDescriptor descriptor = field.getKey();
      if (holdsNames(message, descriptor)) {
        builder.clearField(descriptor);
      } else if (descriptor.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
        if (descriptor.isRepeated()) {
          List<Message> elements = new ArrayList<>();
          for (Object element : (List<?>) field.getValue()) {
            elements.add(withoutNames((Message) element));
          }
          builder.setField(descriptor, elements);
        } else {
          builder.setField(descriptor, withoutNames((Message) field.getValue()));
        }
      }
    }
    return builder.build();
  }

  private static boolean holdsNames(Message message, FieldDescriptor field) {
    return field.getName().equals("names")
        && (message instanceof RelRoot
            || message instanceof ReadRel.NamedTable
            || message instanceof io.substrait.proto.NamedStruct);
  }
}
