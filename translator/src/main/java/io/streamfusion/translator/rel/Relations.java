package io.streamfusion.translator.rel;

import com.google.protobuf.Message;
import io.streamfusion.substrait.Contract;
import io.streamfusion.substrait.proto.v1.StreamNode;
import io.streamfusion.substrait.proto.v1.StreamRelEnhancement;
import io.substrait.proto.AdvancedExtension;
import io.substrait.proto.ExpandRel;
import io.substrait.proto.Expression;
import io.substrait.proto.ExtensionSingleRel;
import io.substrait.proto.FilterRel;
import io.substrait.proto.ProjectRel;
import io.substrait.proto.ReferenceRel;
import io.substrait.proto.Rel;
import io.substrait.proto.RelCommon;
import io.substrait.proto.SetRel;
import java.util.List;

/** The shapes of relations that several nodes share. */
final class Relations {
  private Relations() {}

  static Rel filter(Rel input, Expression condition, StreamNode node) {
    return Rel.newBuilder()
        .setFilter(
            FilterRel.newBuilder()
                .setCommon(direct())
                .setInput(input)
                .setCondition(condition)
                .setAdvancedExtension(enhancement(node)))
        .build();
  }

  /**
   * Yields the expressions only: Substrait's projection would keep the input's columns in front.
   */
  static Rel project(Rel input, int inputColumns, List<Expression> expressions, StreamNode node) {
    RelCommon.Emit.Builder emit = RelCommon.Emit.newBuilder();
    for (int i = 0; i < expressions.size(); i++) {
      emit.addOutputMapping(inputColumns + i);
    }
    return Rel.newBuilder()
        .setProject(
            ProjectRel.newBuilder()
                .setCommon(RelCommon.newBuilder().setEmit(emit))
                .setInput(input)
                .addAllExpressions(expressions)
                .setAdvancedExtension(enhancement(node)))
        .build();
  }

  /**
   * Copies of each row. Substrait appends the copy's ordinal as a column; the emit drops it.
   *
   * @param fields for each column what it is in each copy
   */
  static Rel expand(Rel input, List<List<Expression>> fields, StreamNode node) {
    ExpandRel.Builder expand = ExpandRel.newBuilder().setInput(input);
    RelCommon.Emit.Builder emit = RelCommon.Emit.newBuilder();
    for (int i = 0; i < fields.size(); i++) {
      expand.addFields(expandField(fields.get(i)));
      emit.addOutputMapping(i);
    }
    return Rel.newBuilder()
        .setExpand(
            expand.setCommon(
                RelCommon.newBuilder().setEmit(emit).setAdvancedExtension(enhancement(node))))
        .build();
  }

  private static ExpandRel.ExpandField expandField(List<Expression> copies) {
    if (copies.stream().distinct().count() == 1) {
      return ExpandRel.ExpandField.newBuilder().setConsistentField(copies.get(0)).build();
    }
    return ExpandRel.ExpandField.newBuilder()
        .setSwitchingField(ExpandRel.SwitchingField.newBuilder().addAllDuplicates(copies))
        .build();
  }

  static Rel unionAll(List<Rel> inputs, StreamNode node) {
    return Rel.newBuilder()
        .setSet(
            SetRel.newBuilder()
                .setCommon(direct())
                .addAllInputs(inputs)
                .setOp(SetRel.SetOp.SET_OP_UNION_ALL)
                .setAdvancedExtension(enhancement(node)))
        .build();
  }

  static Rel extension(Rel input, Message detail) {
    return Rel.newBuilder()
        .setExtensionSingle(
            ExtensionSingleRel.newBuilder()
                .setCommon(direct())
                .setInput(input)
                .setDetail(Contract.pack(detail)))
        .build();
  }

  static Rel reference(int fragment) {
    return Rel.newBuilder()
        .setReference(ReferenceRel.newBuilder().setSubtreeOrdinal(fragment))
        .build();
  }

  static RelCommon direct() {
    return RelCommon.newBuilder().setDirect(RelCommon.Direct.getDefaultInstance()).build();
  }

  private static AdvancedExtension enhancement(StreamNode node) {
    return Contract.enhancement(StreamRelEnhancement.newBuilder().setNode(node).build());
  }
}
