package io.streamfusion.translator.rel;

import io.streamfusion.substrait.proto.v1.ChangelogMode;
import io.streamfusion.substrait.proto.v1.InputTraits;
import io.streamfusion.substrait.proto.v1.RowKind;
import io.streamfusion.substrait.proto.v1.StreamNode;
import io.streamfusion.substrait.proto.v1.UpsertKey;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.FieldReference;
import io.substrait.proto.Expression;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.util.ImmutableBitSet;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.plan.metadata.FlinkRelMetadataQuery;

/** Builds the message that every streaming node carries. */
public final class StreamNodes {
  private final RelContext context;

  StreamNodes(RelContext context) {
    this.context = context;
  }

  /** The message for a node of Flink's plan. */
  public StreamNode of(RelNode rel, List<TranslatedRel> inputs, ColumnLayout output) {
    return build(context.nodeId(rel), rel, rel, rel.getInputs(), inputs, output);
  }

  /**
   * The message for a node of Flink's plan that keeps state.
   *
   * @param stateTtlMillis for each input how long its state lives; 0 for ever
   */
  StreamNode of(
      RelNode rel, List<TranslatedRel> inputs, ColumnLayout output, List<Long> stateTtlMillis) {
    StreamNode.Builder node = of(rel, inputs, output).toBuilder();
    for (int i = 0; i < stateTtlMillis.size(); i++) {
      node.getInputsBuilder(i).setStateTtlMillis(Math.max(0, stateTtlMillis.get(i)));
    }
    return node.build();
  }

  /**
   * The message for a step inside a node, such as its filter, whose rows are still the input's.
   *
   * @param id the node's, or of a step that is an operator of its own
   * @param output which of the input's columns leave the step
   */
  StreamNode ofInput(String id, RelNode rel, TranslatedRel input, ColumnLayout output) {
    RelNode inputRel = rel.getInput(0);
    return build(id, rel, inputRel, List.of(inputRel), List.of(input), output);
  }

  /**
   * The message for a step behind a node, whose rows are the node's.
   *
   * @param id of the step
   */
  StreamNode ofOutput(String id, RelNode rel, TranslatedRel input, ColumnLayout output) {
    return build(id, rel, rel, List.of(rel), List.of(input), output);
  }

  /** The message for the edge at which the rows of a node enter. */
  StreamNode ofSource(RelNode rel, ColumnLayout output) {
    return build(context.nodeId(rel), rel, rel, List.of(), List.of(), output);
  }

  /** The message for the edge, with an id of its own, at which the rows of a node leave. */
  StreamNode ofSink(String id, RelNode rel, TranslatedRel input) {
    return build(id, rel, rel, List.of(rel), List.of(input), input.layout());
  }

  private StreamNode build(
      String id,
      RelNode rel,
      RelNode keysOf,
      List<RelNode> inputRels,
      List<TranslatedRel> inputs,
      ColumnLayout output) {
    StreamNode.Builder node =
        StreamNode.newBuilder()
            .setId(id)
            .setChangelogMode(changelogMode(rel))
            .addAllUpsertKeys(upsertKeys(keysOf, output));
    rowtime(output).ifPresent(node::setRowtime);
    for (int i = 0; i < inputs.size(); i++) {
      node.addInputs(
          InputTraits.newBuilder()
              .setChangelogMode(changelogMode(inputRels.get(i)))
              .addAllUpsertKeys(upsertKeys(inputRels.get(i), inputs.get(i).layout())));
    }
    return node.build();
  }

  private static ChangelogMode changelogMode(RelNode rel) {
    ChangelogMode.Builder message = ChangelogMode.newBuilder();
    Changelogs.mode(rel)
        .ifPresent(
            mode ->
                mode.getContainedKinds().stream()
                    .map(StreamNodes::rowKind)
                    .sorted()
                    .forEach(message::addKinds));
    return message.build();
  }

  private static RowKind rowKind(org.apache.flink.types.RowKind kind) {
    switch (kind) {
      case INSERT:
        return RowKind.ROW_KIND_INSERT;
      case UPDATE_BEFORE:
        return RowKind.ROW_KIND_UPDATE_BEFORE;
      case UPDATE_AFTER:
        return RowKind.ROW_KIND_UPDATE_AFTER;
      case DELETE:
        return RowKind.ROW_KIND_DELETE;
    }
    throw new IllegalStateException("Not a row kind: " + kind);
  }

  /** Only keys whose columns all travel; the others mean nothing to the engine. */
  private List<UpsertKey> upsertKeys(RelNode rel, ColumnLayout layout) {
    FlinkRelMetadataQuery metadata =
        FlinkRelMetadataQuery.reuseOrCreate(rel.getCluster().getMetadataQuery());
    Set<ImmutableBitSet> keys = metadata.getUpsertKeys(rel);
    List<UpsertKey> messages = new ArrayList<>();
    if (keys == null) {
      return messages;
    }
    keys.stream()
        .sorted(Comparator.comparing(ImmutableBitSet::toList, StreamNodes::compare))
        .map(key -> upsertKey(key, layout))
        .flatMap(Optional::stream)
        .forEach(messages::add);
    return messages;
  }

  private static int compare(List<Integer> left, List<Integer> right) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = Integer.compare(left.get(i), right.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private Optional<UpsertKey> upsertKey(ImmutableBitSet key, ColumnLayout layout) {
    UpsertKey.Builder message = UpsertKey.newBuilder();
    for (int column : key) {
      Optional<Expression> reference = reference(FieldPath.ofColumn(column), layout);
      if (reference.isEmpty()) {
        return Optional.empty();
      }
      message.addFields(reference.get());
    }
    return Optional.of(message.build());
  }

  private Optional<Expression> rowtime(ColumnLayout layout) {
    for (RelDataTypeField field : layout.rowType().getFieldList()) {
      if (FlinkTypeFactory.isRowtimeIndicatorType(field.getType())) {
        return reference(FieldPath.ofColumn(field.getIndex()), layout);
      }
    }
    return Optional.empty();
  }

  /** A root reference to a column of a node that was required as a whole. */
  Expression column(int column, ColumnLayout layout) {
    return reference(FieldPath.ofColumn(column), layout)
        .orElseThrow(() -> new IllegalStateException(column + " is missing in " + layout));
  }

  /** A root reference to a column that travels as itself. */
  public Optional<Expression> reference(FieldPath path, ColumnLayout layout) {
    return layout
        .find(path)
        .map(
            found -> {
              FieldReference reference =
                  FieldReference.newRootStructReference(
                      found.column(),
                      FlinkTypes.toSubstrait(layout.columns().get(found.column()).type()));
              for (int step : found.steps()) {
                reference = reference.dereferenceStruct(step);
              }
              return context.messages().toProto(reference);
            });
  }
}
