package io.streamfusion.translator.rel;

import io.streamfusion.substrait.Contract;
import io.streamfusion.substrait.proto.v1.StreamHostSourceEdge;
import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.FieldReference;
import io.substrait.proto.Expression;
import io.substrait.proto.NamedStruct;
import io.substrait.proto.ReadRel;
import io.substrait.proto.Rel;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The edge at which the rows of a Flink operator enter: a ReadRel of the columns that are needed.
 */
final class HostSources {
  private HostSources() {}

  /** The columns of the edge; at least one, so that every batch has a length. */
  static SortedSet<FieldPath> columns(RelNode rel, SortedSet<FieldPath> required) {
    if (!required.isEmpty()) {
      return required;
    }
    return new TreeSet<>(List.of(FieldPath.ofColumn(cheapestColumn(rel.getRowType()))));
  }

  private static int cheapestColumn(RelDataType rowType) {
    for (RelDataTypeField field : rowType.getFieldList()) {
      SqlTypeName name = field.getType().getSqlTypeName();
      if (SqlTypeName.INT_TYPES.contains(name) || SqlTypeName.DATETIME_TYPES.contains(name)) {
        return field.getIndex();
      }
    }
    return rowType.getFieldList().stream()
        .filter(field -> FlinkTypes.unsupported(field.getType()).isEmpty())
        .findFirst()
        .map(RelDataTypeField::getIndex)
        .orElse(0);
  }

  static TranslatedRel translate(
      RelNode rel, SortedSet<FieldPath> required, int port, RelContext context) {
    ColumnLayout layout =
        ColumnLayout.of(RelContext.rexBuilder(rel), rel.getRowType(), columns(rel, required));
    StreamHostSourceEdge.Builder edge =
        StreamHostSourceEdge.newBuilder()
            .setNode(context.streamNodes().ofSource(rel, layout))
            .setPort(port);
    layout.columns().forEach(column -> edge.addColumns(reference(column.path(), rel, context)));
    ReadRel read =
        ReadRel.newBuilder()
            .setCommon(Relations.direct())
            .setBaseSchema(schema(layout, context))
            .setNamedTable(ReadRel.NamedTable.newBuilder().addNames(context.nodeId(rel)))
            .setAdvancedExtension(Contract.enhancement(edge.build()))
            .build();
    return new TranslatedRel(Rel.newBuilder().setRead(read).build(), layout);
  }

  /** A reference into the host's whole row. */
  private static Expression reference(FieldPath path, RelNode rel, RelContext context) {
    // Built by segments: the row around a field may hold types that the contract does not know.
    List<FieldReference.ReferenceSegment> innermostFirst = new ArrayList<>();
    path.positions().forEach(step -> innermostFirst.add(0, FieldReference.StructField.of(step)));
    RelDataType type = path.toRex(RelContext.rexBuilder(rel), rel.getRowType()).getType();
    return context
        .messages()
        .toProto(
            FieldReference.builder()
                .addAllSegments(innermostFirst)
                .type(FlinkTypes.toSubstrait(type))
                .build());
  }

  private static NamedStruct schema(ColumnLayout layout, RelContext context) {
    List<String> names = new ArrayList<>();
    for (ColumnLayout.Column column : layout.columns()) {
      names.add(column.name());
      addNestedNames(column.type(), names);
    }
    return NamedStruct.newBuilder()
        .addAllNames(names)
        .setStruct(
            context
                .messages()
                .types()
                .toStruct(
                    layout.columns().stream()
                        .map(column -> FlinkTypes.toSubstrait(column.type()))
                        .toList()))
        .build();
  }

  /** Substrait names the fields of nested rows right behind their column, depth first. */
  static void addNestedNames(RelDataType type, List<String> names) {
    switch (type.getSqlTypeName()) {
      case ROW:
        for (RelDataTypeField field : type.getFieldList()) {
          names.add(field.getName());
          addNestedNames(field.getType(), names);
        }
        break;
      case ARRAY, MULTISET:
        addNestedNames(type.getComponentType(), names);
        break;
      case MAP:
        addNestedNames(type.getKeyType(), names);
        addNestedNames(type.getValueType(), names);
        break;
      default:
        break;
    }
  }
}
