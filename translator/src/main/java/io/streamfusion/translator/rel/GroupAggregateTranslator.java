package io.streamfusion.translator.rel;

import io.streamfusion.substrait.Contract;
import io.streamfusion.substrait.FunctionCatalogue;
import io.streamfusion.substrait.proto.v1.StreamGroupAggregate;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.StateTable;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.proto.AggregateFunction;
import io.substrait.proto.AggregateRel;
import io.substrait.proto.AggregationPhase;
import io.substrait.proto.FunctionArgument;
import io.substrait.proto.Rel;
import io.substrait.type.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.planner.hint.StateTtlHint;
import org.apache.flink.table.planner.plan.PartialFinalType;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalGroupAggregate;
import org.apache.flink.table.planner.plan.utils.AggregateInfo;
import org.apache.flink.table.planner.plan.utils.AggregateUtil;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.planner.utils.ShortcutUtils;

/** GROUP BY without mini-batch: an AggregateRel. */
final class GroupAggregateTranslator implements RelTranslator<StreamPhysicalGroupAggregate> {

  private static final String NAME = "GroupAggregate";

  @Override
  public Class<StreamPhysicalGroupAggregate> nodeClass() {
    return StreamPhysicalGroupAggregate.class;
  }

  @Override
  public boolean keepsState() {
    return true;
  }

  @Override
  public NodeStatus check(StreamPhysicalGroupAggregate rel, RelContext context) {
    List<FallbackReason> reasons = new ArrayList<>();
    if (tableConfig(rel).get(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ENABLED)) {
      reasons.add(reason("mini-batch is enabled"));
    }
    if (rel.partialFinalType() != PartialFinalType.NONE) {
      reasons.add(reason("it is one half of a split distinct aggregate"));
    }
    Keys.unsupported(NAME, rel.getInput(), grouping(rel)).ifPresent(reasons::add);
    for (PlannedAggregate call : calls(rel)) {
      AggregateFunctions.unsupported(call, rel.getInput())
          .ifPresent(text -> reasons.add(reason(text)));
    }
    if (stateTtlMillis(rel) > 0
        && calls(rel).stream().anyMatch(AggregateFunctions::expiresByValue)) {
      reasons.add(reason("values of a list expire one by one"));
    }
    return reasons.isEmpty()
        ? new NodeStatus.Native(Evaluation.KERNEL)
        : new NodeStatus.Fallback(reasons);
  }

  private static FallbackReason reason(String text) {
    return FallbackReason.ofVariant(NAME, text);
  }

  private static ReadableConfig tableConfig(StreamPhysicalGroupAggregate rel) {
    return ShortcutUtils.unwrapTableConfig(rel);
  }

  private static List<Integer> grouping(StreamPhysicalGroupAggregate rel) {
    return Arrays.stream(rel.grouping()).boxed().toList();
  }

  /** The calls of the query, without the COUNT(*) that Flink adds to know when a group is empty. */
  private static List<PlannedAggregate> calls(StreamPhysicalGroupAggregate rel) {
    List<AggregateCall> calls = JavaScalaConversionUtil.toJava(rel.aggCalls());
    AggregateInfo[] infos =
        AggregateUtil.deriveAggregateInfoList(rel, rel.grouping().length, rel.aggCalls())
            .getActualAggregateInfos();
    return IntStream.range(0, calls.size())
        .mapToObj(i -> new PlannedAggregate(calls.get(i), infos[i]))
        .toList();
  }

  /** As StreamExecGroupAggregate gets it: a hint, else the option. */
  private static long stateTtlMillis(StreamPhysicalGroupAggregate rel) {
    return Optional.ofNullable(StateTtlHint.getStateTtlFromHintOnSingleRel(rel.hints()))
        .orElseGet(
            () -> tableConfig(rel).get(ExecutionConfigOptions.IDLE_STATE_RETENTION).toMillis());
  }

  @Override
  public List<SortedSet<FieldPath>> requiredOfInputs(
      StreamPhysicalGroupAggregate rel, SortedSet<FieldPath> required, RelContext context) {
    SortedSet<FieldPath> paths = new TreeSet<>();
    grouping(rel).forEach(column -> paths.add(FieldPath.ofColumn(column)));
    for (PlannedAggregate planned : calls(rel)) {
      planned.call().getArgList().forEach(column -> paths.add(FieldPath.ofColumn(column)));
      if (planned.call().hasFilter()) {
        paths.add(FieldPath.ofColumn(planned.call().filterArg));
      }
    }
    return List.of(paths);
  }

  @Override
  public TranslatedRel translate(
      StreamPhysicalGroupAggregate rel,
      List<TranslatedRel> inputs,
      SortedSet<FieldPath> required,
      RelContext context) {
    TranslatedRel input = inputs.get(0);
    ColumnLayout layout = ColumnLayout.whole(RelContext.rexBuilder(rel), rel.getRowType());
    StreamGroupAggregate.Builder enhancement =
        StreamGroupAggregate.newBuilder()
            .setNode(context.streamNodes().of(rel, inputs, layout, List.of(stateTtlMillis(rel))));
    AggregateRel.Builder aggregate =
        AggregateRel.newBuilder().setCommon(Relations.direct()).setInput(input.rel());
    for (int column : grouping(rel)) {
      aggregate.addGroupingExpressions(context.streamNodes().column(column, input.layout()));
    }
    if (!grouping(rel).isEmpty()) {
      aggregate.addGroupings(
          AggregateRel.Grouping.newBuilder()
              .addAllExpressionReferences(
                  IntStream.range(0, grouping(rel).size()).boxed().toList()));
    }
    for (PlannedAggregate planned : calls(rel)) {
      aggregate.addMeasures(measure(planned, input, context));
      enhancement.addRetracting(planned.info().consumeRetraction());
    }
    aggregate.setAdvancedExtension(Contract.enhancement(enhancement.build()));
    return new TranslatedRel(
        Rel.newBuilder().setAggregate(aggregate).build(), layout, state(rel, input, context));
  }

  /**
   * The engine's tables: one of groups, one for each set of columns whose values are told apart,
   * and one for each call that keeps all values.
   */
  private static List<StateTable> state(
      StreamPhysicalGroupAggregate rel, TranslatedRel input, RelContext context) {
    RelDataType inputType = rel.getInput().getRowType();
    long ttlMillis = Math.max(0, stateTtlMillis(rel));
    String key = types(grouping(rel), inputType);
    String computed =
        grouping(rel)
            + calls(rel).stream()
                .map(planned -> " " + planned.call())
                .collect(Collectors.joining());
    boolean retracting = !Changelogs.isInsertOnly(rel.getInput());
    String written = ttlMillis > 0 ? " written" : "";
    StringBuilder groups =
        new StringBuilder(key + " ->").append(retracting ? " rows" : "").append(written);
    SortedMap<String, StateTable> distinct = new TreeMap<>();
    List<StateTable> own = new ArrayList<>();
    List<PlannedAggregate> calls = calls(rel);
    for (int i = 0; i < calls.size(); i++) {
      PlannedAggregate planned = calls.get(i);
      AggregateCall call = planned.call();
      String function = AggregateFunctions.find(planned).orElseThrow().name();
      String arguments = types(call.getArgList(), inputType);
      groups
          .append(' ')
          .append(function)
          .append(call.isDistinct() ? "(distinct " : "")
          .append(arguments)
          .append(call.isDistinct() ? ")" : "")
          .append(planned.info().consumeRetraction() ? " retracting" : "");
      if (call.isDistinct()) {
        String name = "distinct " + columns(call.getArgList(), input, context);
        String state = retracting ? " counts" : " calls";
        String schema = key + " " + arguments + " ->" + written + state;
        distinct.putIfAbsent(name, new StateTable(name, schema, computed, ttlMillis));
      }
      Optional<String> stateOfValues = AggregateFunctions.stateOfValues(planned);
      if (stateOfValues.isPresent()) {
        String schema = key + " " + arguments + " ->" + written + " " + stateOfValues.get();
        own.add(new StateTable(function + " " + i, schema, computed, ttlMillis));
      }
    }
    List<StateTable> tables = new ArrayList<>();
    tables.add(new StateTable("groups", groups.toString(), computed, ttlMillis));
    tables.addAll(distinct.values());
    tables.addAll(own);
    return tables;
  }

  /** Columns as the engine counts them. */
  private static String columns(List<Integer> columns, TranslatedRel input, RelContext context) {
    return columns.stream()
        .map(column -> context.streamNodes().column(column, input.layout()))
        .map(column -> column.getSelection().getDirectReference().getStructField().getField())
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  /** A key or a value is the same whether or not it can be NULL. */
  private static String types(List<Integer> columns, RelDataType rowType) {
    return columns.stream()
        .map(column -> rowType.getFieldList().get(column).getType())
        .map(type -> FlinkTypes.logicalType(type).copy(true).asSummaryString())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static AggregateRel.Measure measure(
      PlannedAggregate planned, TranslatedRel input, RelContext context) {
    AggregateCall call = planned.call();
    List<Type> argumentTypes =
        AggregateFunctions.argumentTypes(call, input.layout().rowType()).stream()
            .map(FlinkTypes::toSubstrait)
            .toList();
    String name = AggregateFunctions.find(planned).orElseThrow().name();
    AggregateFunction.Builder function =
        AggregateFunction.newBuilder()
            .setFunctionReference(
                context
                    .extensions()
                    .getFunctionReference(
                        FunctionCatalogue.get()
                            .findAggregate(AggregateFunctions.FAMILY, name, argumentTypes)
                            .orElseThrow()))
            .setOutputType(
                context.messages().types().toProto(FlinkTypes.toSubstrait(call.getType())))
            .setPhase(AggregationPhase.AGGREGATION_PHASE_INITIAL_TO_RESULT)
            .setInvocation(
                call.isDistinct()
                    ? AggregateFunction.AggregationInvocation.AGGREGATION_INVOCATION_DISTINCT
                    : AggregateFunction.AggregationInvocation.AGGREGATION_INVOCATION_ALL);
    for (int argument : call.getArgList()) {
      function.addArguments(
          FunctionArgument.newBuilder()
              .setValue(context.streamNodes().column(argument, input.layout())));
    }
    AggregateRel.Measure.Builder measure = AggregateRel.Measure.newBuilder().setMeasure(function);
    if (call.hasFilter()) {
      measure.setFilter(context.streamNodes().column(call.filterArg, input.layout()));
    }
    return measure.build();
  }
}
