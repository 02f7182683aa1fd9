package io.streamfusion.translator.rel;

import io.streamfusion.substrait.proto.v1.StreamHostSinkRel;
import io.streamfusion.translator.Evaluation;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentInput;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.FragmentOutput;
import io.streamfusion.translator.HostCall;
import io.streamfusion.translator.NodeStatus;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.rex.FieldPaths;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.proto.PlanRel;
import io.substrait.proto.Rel;
import io.substrait.proto.RelRoot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.table.planner.plan.nodes.physical.stream.StreamPhysicalExchange;

/**
 * Cuts the native part of the plan into fragments, in topological order: one per query whose rows
 * leave for Flink, one per exchange, one per node that several consumers read, and one per node
 * below a reader of the watermark.
 */
public final class FragmentBuilder {
  private final RelContext context;
  private final QueryGraph graph;
  private final Map<RelNode, NodeStatus> statuses;
  private final Map<RelNode, Shared> shared = new IdentityHashMap<>();
  private final SortedMap<Integer, TreeSet<Integer>> readers = new TreeMap<>();
  private final List<PlanRel> relations = new ArrayList<>();
  private final List<Fragment> fragments = new ArrayList<>();

  private record Shared(int fragment, ColumnLayout layout) {}

  /**
   * @param tops the nodes whose rows leave for Flink
   */
  public FragmentBuilder(
      List<RelNode> tops, Map<RelNode, NodeStatus> statuses, RelContext context) {
    this.context = context;
    this.statuses = statuses;
    this.graph = new QueryGraph(tops, context);
  }

  /** The plan's relations so far, one per fragment. */
  public List<PlanRel> relations() {
    return relations;
  }

  /** The fragments, once all queries are added. */
  public List<Fragment> fragments() {
    return fragments.stream().map(this::withReaders).toList();
  }

  private Fragment withReaders(Fragment fragment) {
    if (!(fragment.output() instanceof FragmentOutput.Frames frames)) {
      return fragment;
    }
    List<Integer> fragmentReaders =
        List.copyOf(readers.getOrDefault(fragment.ordinal(), new TreeSet<>()));
    return new Fragment(
        fragment.ordinal(),
        fragment.id(),
        fragment.inputs(),
        new FragmentOutput.Frames(frames.rel(), frames.distribution(), fragmentReaders),
        fragment.nodes(),
        fragment.hostCalls());
  }

  /**
   * Adds the query of one sink.
   *
   * @param sink the sink's ordinal
   * @param top the node whose rows leave
   */
  public void addQuery(int sink, RelNode top) {
    Assembly assembly = new Assembly();
    TranslatedRel input =
        Alignment.align(
            top, assembly.read(top), List.copyOf(FieldPaths.allColumns(top.getRowType())), context);
    String id = NodeIds.ofHostSink(sink);
    Rel rel =
        Relations.extension(
            input.rel(),
            StreamHostSinkRel.newBuilder()
                .setNode(context.streamNodes().ofSink(id, top, input))
                .setOutput(0)
                .build());
    List<String> names = new ArrayList<>();
    top.getRowType()
        .getFieldList()
        .forEach(
            field -> {
              names.add(field.getName());
              HostSources.addNestedNames(field.getType(), names);
            });
    finish(
        assembly,
        id,
        PlanRel.newBuilder().setRoot(RelRoot.newBuilder().setInput(rel).addAllNames(names)).build(),
        new FragmentOutput.HostRows(
            top, FlinkTypes.logicalRowType(top.getRowType()), Changelogs.isInsertOnly(top)));
  }

  private Shared shareFragment(RelNode rel) {
    Shared known = shared.get(rel);
    if (known != null) {
      return known;
    }
    Assembly assembly = new Assembly();
    TranslatedRel translated = assembly.build(rel);
    int ordinal =
        finish(
            assembly,
            context.nodeId(rel),
            PlanRel.newBuilder().setRel(translated.rel()).build(),
            new FragmentOutput.Frames(rel, distribution(rel), List.of()));
    Shared made = new Shared(ordinal, translated.layout());
    shared.put(rel, made);
    return made;
  }

  private static FragmentOutput.Distribution distribution(RelNode rel) {
    if (!(rel instanceof StreamPhysicalExchange exchange)) {
      return FragmentOutput.Distribution.FORWARD;
    }
    return ExchangeTranslator.isSingleton(exchange)
        ? FragmentOutput.Distribution.SINGLE
        : FragmentOutput.Distribution.HASH;
  }

  private int finish(Assembly assembly, String id, PlanRel relation, FragmentOutput output) {
    int ordinal = fragments.size();
    relations.add(relation);
    List<FragmentInput> inputs = new ArrayList<>(assembly.hostInputs);
    for (int source : assembly.frameInputs) {
      inputs.add(new FragmentInput.Frames(inputs.size(), source));
      readers.computeIfAbsent(source, key -> new TreeSet<>()).add(ordinal);
    }
    List<String> ids = assembly.nodes.stream().map(FragmentNode::id).toList();
    fragments.add(
        new Fragment(
            ordinal,
            id,
            inputs,
            output,
            assembly.nodes,
            context.hostCalls().all().stream()
                .filter(call -> ids.contains(call.nodeId()))
                .map(assembly::withWatermarkPort)
                .toList()));
    return ordinal;
  }

  /** One fragment while it grows. */
  private final class Assembly {
    private final List<FragmentInput.HostRows> hostInputs = new ArrayList<>();
    private final List<Integer> frameInputs = new ArrayList<>();
    private final List<FragmentNode> nodes = new ArrayList<>();

    /** For each node that reads the watermark the port where it enters. */
    private final Map<String, IntSupplier> watermarkPorts = new HashMap<>();

    /** The node as an input: itself, or a reference to its fragment. */
    TranslatedRel read(RelNode rel) {
      if (!graph.isShared(rel) && !(rel instanceof StreamPhysicalExchange)) {
        return build(rel);
      }
      return frames(rel);
    }

    private TranslatedRel frames(RelNode rel) {
      Shared source = shareFragment(rel);
      frameInputs.add(source.fragment());
      return new TranslatedRel(Relations.reference(source.fragment()), source.layout());
    }

    TranslatedRel build(RelNode rel) {
      if (QueryGraph.isSource(rel)) {
        return source(rel);
      }
      List<TranslatedRel> inputs = new ArrayList<>();
      if (RelTranslators.translator(rel).readsWatermark(rel)) {
        inputs.add(readWithWatermark(rel.getInput(0), context.nodeId(rel)));
      } else {
        rel.getInputs().forEach(input -> inputs.add(read(input)));
      }
      TranslatedRel translated =
          RelTranslators.translator(rel).translate(rel, inputs, graph.requiredOf(rel), context);
      nodes.add(
          new FragmentNode(
              rel,
              context.nodeId(rel),
              NodeIds.slug(rel),
              RelTranslators.displayName(rel),
              evaluation(rel),
              RelTranslators.translator(rel).keepsState(),
              translated.state()));
      return translated;
    }

    private TranslatedRel readWithWatermark(RelNode rel, String reader) {
      if (QueryGraph.isSource(rel)) {
        int port = hostInputs.size();
        watermarkPorts.put(reader, () -> port);
        return source(rel);
      }
      // Ports that take frames come behind all others.
      int place = frameInputs.size();
      watermarkPorts.put(reader, () -> hostInputs.size() + place);
      return frames(rel);
    }

    HostCall withWatermarkPort(HostCall call) {
      IntSupplier port = watermarkPorts.get(call.nodeId());
      return port == null ? call : call.withWatermarkPort(port.getAsInt());
    }

    private TranslatedRel source(RelNode rel) {
      int port = hostInputs.size();
      TranslatedRel translated = HostSources.translate(rel, graph.requiredOf(rel), port, context);
      hostInputs.add(
          new FragmentInput.HostRows(
              port,
              rel,
              FlinkTypes.logicalRowType(rel.getRowType()),
              translated.layout().paths().stream().map(FieldPath::positions).toList(),
              translated.layout().columns().stream().map(ColumnLayout.Column::name).toList(),
              Changelogs.isInsertOnly(rel)));
      return translated;
    }

    private Evaluation evaluation(RelNode rel) {
      return statuses.get(rel) instanceof NodeStatus.Native found
          ? found.evaluation()
          : Evaluation.KERNEL;
    }
  }
}
