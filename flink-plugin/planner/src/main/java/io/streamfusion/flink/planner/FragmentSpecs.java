package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.operator.EdgeKind;
import io.streamfusion.flink.runtime.operator.FragmentSpec;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentInput;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.FragmentOutput;
import io.streamfusion.translator.HostCall;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.runtime.generated.GeneratedFunction;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Turns the translator's description of a fragment into what its operator carries to the task. */
final class FragmentSpecs {

  /** Class name in stack traces of the host evaluator; Flink's generator appends a number. */
  private static final String GENERATED_CLASS = "StreamFusionHostCall";

  /** For the slabs of a port, two or three of a batch's size, and for what is made of a batch. */
  private static final int MEBIBYTES_PER_EDGE = 16;

  private static final int MEBIBYTES_OF_STATE = 128;

  private static final int NO_PORT = io.streamfusion.flink.runtime.operator.HostCall.NO_PORT;

  private final NativePlan plan;
  private final HostCallCodeGenerator hostCalls;
  private final String sessionTimeZone;

  FragmentSpecs(NativePlan plan, HostCallCodeGenerator hostCalls, String sessionTimeZone) {
    this.plan = plan;
    this.hostCalls = hostCalls;
    this.sessionTimeZone = sessionTimeZone;
  }

  FragmentSpec of(Fragment fragment, String operatorName) {
    return new FragmentSpec(
        fragment.ordinal(),
        operatorName,
        fragment.inputs().stream().map(this::input).toList(),
        new io.streamfusion.flink.runtime.operator.FragmentOutput(
            edgeKind(fragment), outputType(fragment)),
        fragment.nodes().stream().map(FragmentNode::id).toList(),
        fragment.hostCalls().stream().map(this::hostCall).toList(),
        sessionTimeZone,
        fragment.nodes().stream().anyMatch(FragmentNode::keepsState));
  }

  /**
   * The operator's share of the slot's managed memory, compared with the weights of Flink's own
   * operators: those count mebibytes.
   */
  static int memoryWeight(FragmentSpec spec) {
    int edges = MEBIBYTES_PER_EDGE * (spec.inputs().size() + 1);
    return spec.stateful() ? edges + MEBIBYTES_OF_STATE : edges;
  }

  static EdgeKind edgeKind(Fragment fragment) {
    return fragment.output() instanceof FragmentOutput.Frames ? EdgeKind.FRAMES : EdgeKind.ROWS;
  }

  /** The node whose rows leave the fragment. */
  static RelNode top(Fragment fragment) {
    return fragment.output() instanceof FragmentOutput.HostRows rows
        ? rows.rel()
        : ((FragmentOutput.Frames) fragment.output()).rel();
  }

  static RowType outputType(Fragment fragment) {
    return FlinkTypeFactory.toLogicalRowType(top(fragment).getRowType());
  }

  private io.streamfusion.flink.runtime.operator.FragmentInput input(FragmentInput input) {
    if (input instanceof FragmentInput.HostRows rows) {
      return io.streamfusion.flink.runtime.operator.FragmentInput.rows(
          rows.rowType(), paths(rows.paths()), rows.insertOnly());
    }
    int source = ((FragmentInput.Frames) input).fragment();
    return io.streamfusion.flink.runtime.operator.FragmentInput.frames(
        outputType(plan.translation().fragments().get(source)));
  }

  private static int[][] paths(List<List<Integer>> paths) {
    return paths.stream()
        .map(path -> path.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
  }

  private io.streamfusion.flink.runtime.operator.HostCall hostCall(HostCall call) {
    return new io.streamfusion.flink.runtime.operator.HostCall(
        call.id(),
        kind(call.kind()),
        call.digest(),
        call.argumentType(),
        call.resultType(),
        call.watermarkPort().orElse(NO_PORT),
        generate(call));
  }

  private GeneratedFunction<ProcessFunction<RowData, RowData>> generate(HostCall call) {
    List<RexNode> expressions = call.expressions();
    boolean conditionFirst = call.kind() == HostCall.Kind.CALC;
    return hostCalls.generate(
        GENERATED_CLASS,
        call.argumentType(),
        conditionFirst ? Optional.of(expressions.get(0)) : Optional.empty(),
        conditionFirst ? expressions.subList(1, expressions.size()) : expressions,
        collectedType(call));
  }

  private static io.streamfusion.flink.runtime.operator.HostCall.Kind kind(HostCall.Kind kind) {
    if (kind == HostCall.Kind.PROJECTION) {
      return io.streamfusion.flink.runtime.operator.HostCall.Kind.PROJECTION;
    }
    if (kind == HostCall.Kind.CONDITION) {
      return io.streamfusion.flink.runtime.operator.HostCall.Kind.CONDITION;
    }
    if (kind == HostCall.Kind.CALC) {
      return io.streamfusion.flink.runtime.operator.HostCall.Kind.CALC;
    }
    // One value per row, whether always or only when a kernel hands its batch back.
    return io.streamfusion.flink.runtime.operator.HostCall.Kind.SCALAR;
  }

  /** The row that the generated function collects. */
  private static RowType collectedType(HostCall call) {
    LogicalType result = call.resultType();
    if (call.kind() == HostCall.Kind.CALC) {
      List<LogicalType> columns = result.getChildren();
      return RowType.of(columns.subList(1, columns.size()).toArray(new LogicalType[0]));
    }
    return call.kind() == HostCall.Kind.PROJECTION ? (RowType) result : RowType.of(result);
  }
}
