package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.exchange.FrameRow;
import io.streamfusion.flink.runtime.exchange.HostInput;
import io.streamfusion.flink.runtime.exchange.KeyGroupFramePartitioner;
import io.streamfusion.flink.runtime.operator.EdgeKind;
import io.streamfusion.flink.runtime.operator.FragmentSpec;
import io.streamfusion.flink.runtime.operator.MultipleInputFragmentFactory;
import io.streamfusion.flink.runtime.operator.OneInputFragmentFactory;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentInput;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.FragmentOutput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.streaming.api.transformations.MultipleInputTransformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.streaming.runtime.partitioner.GlobalPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.delegation.PlannerBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecEdge;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeBase;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeConfig;
import org.apache.flink.table.planner.plan.nodes.exec.ExecNodeContext;
import org.apache.flink.table.planner.plan.nodes.exec.InputProperty;
import org.apache.flink.table.planner.plan.nodes.exec.SingleTransformationTranslator;
import org.apache.flink.table.planner.plan.nodes.exec.stream.StreamExecNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalUnion;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;

/**
 * The execution node of one fragment, whatever operators it holds.
 *
 * <p>It carries no {@code @ExecNodeMetadata}: compiled plans hold stock nodes only. The planner
 * that translates it is a stock one, so everything it needs comes with it.
 */
final class NativeExecNode extends ExecNodeBase<RowData>
    implements StreamExecNode<RowData>, SingleTransformationTranslator<RowData> {

  private static final String TYPE = "streamfusion-native_1";

  private final NativePlan plan;
  private final JobScope job;
  private final Fragment fragment;
  private final String simplifiedName;

  private NativeExecNode(
      NativePlan plan, JobScope job, Fragment fragment, FragmentDescription description) {
    super(
        ExecNodeContext.newNodeId(),
        new ExecNodeContext(TYPE),
        new Configuration(),
        Collections.nCopies(fragment.inputs().size(), InputProperty.DEFAULT),
        FragmentSpecs.outputType(fragment),
        description.full());
    this.plan = plan;
    this.job = job;
    this.fragment = fragment;
    this.simplifiedName = description.simplified();
  }

  static NativeExecNode of(NativePlan plan, JobScope job, Fragment fragment) {
    return new NativeExecNode(plan, job, fragment, FragmentDescription.of(plan, fragment));
  }

  @Override
  public String getSimplifiedName() {
    return simplifiedName;
  }

  @Override
  protected Transformation<RowData> translateToPlanInternal(
      PlannerBase planner, ExecNodeConfig config) {
    List<Transformation<RowData>> inputs = new ArrayList<>();
    for (ExecEdge edge : getInputEdges()) {
      inputs.add(rows(edge.translateToPlan(planner)));
    }
    refuseUnevenUnions(inputs);
    HostCallCodeGenerator hostCalls =
        new HostCallCodeGenerator(config, planner.getFlinkContext().getClassLoader());
    FragmentSpec spec =
        new FragmentSpecs(plan, hostCalls, job.sessionTimeZone())
            .of(fragment, createTransformationName(config));
    PhysicalTransformation<RowData> transformation =
        inputs.size() == 1 ? oneInput(inputs.get(0), spec) : multipleInput(inputs, spec);
    transformation.setDescription(createTransformationDescription(config));
    // Never left to Flink, which would hash the position in the graph: state of a stock operator
    // could then meet this one, or the reverse.
    transformation.setUid(job.uid(fragment));
    transformation.declareManagedMemoryUseCaseAtOperatorScope(
        ManagedMemoryUseCase.OPERATOR, FragmentSpecs.memoryWeight(spec));
    if (readsSingleton()) {
      // ExecNodeBase does this only for what it can see: not behind an exchange at our own top.
      transformation.setParallelism(1);
      transformation.setMaxParallelism(1);
    }
    return partitioned(transformation);
  }

  private boolean readsSingleton() {
    return fragment.inputs().stream()
        .map(this::distribution)
        .anyMatch(Optional.of(FragmentOutput.Distribution.SINGLE)::equals);
  }

  /** How rows come from another fragment; empty for those that come from a host operator. */
  private Optional<FragmentOutput.Distribution> distribution(FragmentInput input) {
    return input instanceof FragmentInput.Frames frames
            && plan.translation().fragments().get(frames.fragment()).output()
                instanceof FragmentOutput.Frames output
        ? Optional.of(output.distribution())
        : Optional.empty();
  }

  /** As Flink's StreamExecExchange, on frames. */
  private Transformation<RowData> partitioned(Transformation<RowData> rows) {
    if (!(fragment.output() instanceof FragmentOutput.Frames frames)) {
      return rows;
    }
    return switch (frames.distribution()) {
      case FORWARD -> rows;
      case SINGLE -> exchange(rows, new GlobalPartitioner<>(), 1);
      case HASH ->
          exchange(rows, new KeyGroupFramePartitioner(), ExecutionConfig.PARALLELISM_DEFAULT);
    };
  }

  private static Transformation<RowData> exchange(
      Transformation<RowData> rows, StreamPartitioner<RowData> partitioner, int readers) {
    PartitionTransformation<RowData> exchange = new PartitionTransformation<>(rows, partitioner);
    exchange.setParallelism(readers);
    exchange.setOutputType(rows.getOutputType());
    return exchange;
  }

  /**
   * Inputs of a union must arrive through one channel each: those that another parallelism
   * shuffles, and those that are a union or a partitioning themselves, come through several. Behind
   * a keyed exchange there is an operator between exchange and union, in Flink too.
   */
  private void refuseUnevenUnions(List<Transformation<RowData>> inputs) {
    int parallelism = inputs.get(0).getParallelism();
    boolean even =
        inputs.stream()
            .allMatch(
                input ->
                    input instanceof PhysicalTransformation<?>
                        && input.getParallelism() == parallelism);
    if (even || isKeyed()) {
      return;
    }
    Set<String> unions =
        fragment.nodes().stream()
            .filter(node -> node.rel() instanceof StreamPhysicalUnion)
            .map(FragmentNode::id)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!unions.isEmpty()) {
      throw new UnevenUnionException(unions);
    }
  }

  private boolean isKeyed() {
    return fragment.inputs().stream()
        .map(this::distribution)
        .allMatch(Optional.of(FragmentOutput.Distribution.HASH)::equals);
  }

  private OneInputTransformation<RowData, RowData> oneInput(
      Transformation<RowData> input, FragmentSpec spec) {
    return new OneInputTransformation<>(
        HostInput.connect(input),
        spec.name(),
        new OneInputFragmentFactory(spec, job.plan()),
        outputTypeInfo(spec),
        // As for Flink's own stateless operators.
        input.getParallelism(),
        false);
  }

  private MultipleInputTransformation<RowData> multipleInput(
      List<Transformation<RowData>> inputs, FragmentSpec spec) {
    MultipleInputTransformation<RowData> transformation =
        new MultipleInputTransformation<>(
            spec.name(),
            new MultipleInputFragmentFactory(spec, job.plan()),
            outputTypeInfo(spec),
            // As for Flink's union.
            inputs.get(0).getParallelism(),
            false);
    for (Transformation<RowData> input : inputs) {
      transformation.addInput(HostInput.connect(input));
    }
    return transformation;
  }

  private static TypeInformation<RowData> outputTypeInfo(FragmentSpec spec) {
    return spec.output().kind() == EdgeKind.FRAMES
        ? FrameRow.typeInfo()
        : InternalTypeInfo.of(spec.output().rowType());
  }

  /** Every node of a stream plan hands rows to the next. */
  @SuppressWarnings("unchecked")
  private static Transformation<RowData> rows(Transformation<?> input) {
    return (Transformation<RowData>) input;
  }
}
