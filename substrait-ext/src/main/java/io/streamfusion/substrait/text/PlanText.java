package io.streamfusion.substrait.text;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.streamfusion.substrait.proto.v1.ChangelogMode;
import io.streamfusion.substrait.proto.v1.InputTraits;
import io.streamfusion.substrait.proto.v1.JobHeader;
import io.streamfusion.substrait.proto.v1.RowKind;
import io.streamfusion.substrait.proto.v1.StreamCorrelateRel;
import io.streamfusion.substrait.proto.v1.StreamDropUpdateBeforeRel;
import io.streamfusion.substrait.proto.v1.StreamExchange;
import io.streamfusion.substrait.proto.v1.StreamGroupAggregate;
import io.streamfusion.substrait.proto.v1.StreamHostProjectRel;
import io.streamfusion.substrait.proto.v1.StreamHostSinkRel;
import io.streamfusion.substrait.proto.v1.StreamHostSourceEdge;
import io.streamfusion.substrait.proto.v1.StreamNode;
import io.streamfusion.substrait.proto.v1.StreamRelEnhancement;
import io.streamfusion.substrait.proto.v1.StreamWatermarkAssignerRel;
import io.streamfusion.substrait.proto.v1.TableOption;
import io.streamfusion.substrait.proto.v1.UpsertKey;
import io.streamfusion.substrait.proto.v1.WatermarkScope;
import io.substrait.proto.AggregateRel;
import io.substrait.proto.ExchangeRel;
import io.substrait.proto.ExpandRel;
import io.substrait.proto.Expression;
import io.substrait.proto.FilterRel;
import io.substrait.proto.Plan;
import io.substrait.proto.PlanRel;
import io.substrait.proto.ProjectRel;
import io.substrait.proto.ReadRel;
import io.substrait.proto.Rel;
import io.substrait.proto.RelCommon;
import io.substrait.proto.SetRel;
import io.substrait.proto.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The readable form of a plan: one tree per fragment, a line per relation. Made for review: the
 * same plan gives the same text, and a change of meaning changes the text.
 */
public final class PlanText {

  private final StringBuilder out = new StringBuilder();
  private final ExpressionText expressions;

  private PlanText(Map<Integer, String> functions) {
    this.expressions = new ExpressionText(functions);
  }

  /**
   * Writes a plan.
   *
   * @throws IllegalArgumentException if an extension message of ours cannot be decoded
   */
  public static String of(Plan plan) {
    Map<Integer, String> functions = new TreeMap<>();
    plan.getExtensionsList().stream()
        .filter(declaration -> declaration.hasExtensionFunction())
        .forEach(
            declaration ->
                functions.put(
                    declaration.getExtensionFunction().getFunctionAnchor(),
                    FunctionNames.shortName(declaration.getExtensionFunction().getName())));
    PlanText text = new PlanText(functions);
    text.plan(plan);
    return text.out.toString();
  }

  private void plan(Plan plan) {
    if (plan.getAdvancedExtensions().hasEnhancement()) {
      JobHeader header = unpack(plan.getAdvancedExtensions().getEnhancement(), JobHeader.class);
      line(
          0,
          "plan contract="
              + header.getContractVersion()
              + " flink="
              + header.getFlinkVersion()
              + " zone="
              + header.getSessionTimeZone());
      for (TableOption option : header.getOptionsList()) {
        line(1, "option " + option.getKey() + " = " + option.getValue());
      }
    }
    for (int i = 0; i < plan.getRelationsCount(); i++) {
      PlanRel relation = plan.getRelations(i);
      if (relation.hasRoot()) {
        line(
            0, "fragment " + i + " [" + String.join(", ", relation.getRoot().getNamesList()) + "]");
        rel(1, relation.getRoot().getInput());
      } else {
        line(0, "fragment " + i);
        rel(1, relation.getRel());
      }
    }
  }

  private void rel(int depth, Rel rel) {
    switch (rel.getRelTypeCase()) {
      case READ:
        read(depth, rel.getRead());
        break;
      case FILTER:
        filter(depth, rel.getFilter());
        break;
      case PROJECT:
        project(depth, rel.getProject());
        break;
      case SET:
        set(depth, rel.getSet());
        break;
      case EXPAND:
        expand(depth, rel.getExpand());
        break;
      case AGGREGATE:
        aggregate(depth, rel.getAggregate());
        break;
      case EXCHANGE:
        exchange(depth, rel.getExchange());
        break;
      case REFERENCE:
        line(depth, "reference fragment=" + rel.getReference().getSubtreeOrdinal());
        break;
      case EXTENSION_SINGLE:
        extension(depth, rel.getExtensionSingle().getDetail());
        rel(depth + 1, rel.getExtensionSingle().getInput());
        break;
      default:
        line(depth, rel.getRelTypeCase().name().toLowerCase(Locale.ROOT));
        break;
    }
  }

  private void read(int depth, ReadRel read) {
    StreamHostSourceEdge edge =
        unpack(read.getAdvancedExtension().getEnhancement(), StreamHostSourceEdge.class);
    List<String> columns = new ArrayList<>();
    List<Type> types = read.getBaseSchema().getStruct().getTypesList();
    for (int i = 0; i < types.size(); i++) {
      // Names are depth-first, so a row's fields follow its own name; the paths say the rest.
      columns.add(expressions.of(edge.getColumns(i)) + ":" + TypeText.of(types.get(i)));
    }
    line(
        depth,
        "read "
            + node(edge.getNode())
            + " port="
            + edge.getPort()
            + " from "
            + String.join(".", read.getNamedTable().getNamesList())
            + " "
            + columns);
  }

  private void filter(int depth, FilterRel filter) {
    line(
        depth,
        "filter "
            + enhanced(filter.getAdvancedExtension().getEnhancement())
            + " "
            + expressions.of(filter.getCondition()));
    rel(depth + 1, filter.getInput());
  }

  private void project(int depth, ProjectRel project) {
    line(
        depth,
        "project "
            + enhanced(project.getAdvancedExtension().getEnhancement())
            + emit(project.getCommon())
            + " "
            + list(project.getExpressionsList()));
    rel(depth + 1, project.getInput());
  }

  private void set(int depth, SetRel set) {
    line(
        depth,
        set.getOp().name().substring("SET_OP_".length()).toLowerCase(Locale.ROOT)
            + " "
            + enhanced(set.getAdvancedExtension().getEnhancement()));
    set.getInputsList().forEach(input -> rel(depth + 1, input));
  }

  private void expand(int depth, ExpandRel expand) {
    line(
        depth,
        "expand "
            + enhanced(expand.getCommon().getAdvancedExtension().getEnhancement())
            + emit(expand.getCommon())
            + " "
            + expand.getFieldsList().stream().map(this::expandField).toList());
    rel(depth + 1, expand.getInput());
  }

  private String expandField(ExpandRel.ExpandField field) {
    return field.hasSwitchingField()
        ? field.getSwitchingField().getDuplicatesList().stream()
            .map(expressions::of)
            .collect(Collectors.joining(" | "))
        : expressions.of(field.getConsistentField());
  }

  private void aggregate(int depth, AggregateRel aggregate) {
    StreamGroupAggregate details =
        unpack(aggregate.getAdvancedExtension().getEnhancement(), StreamGroupAggregate.class);
    List<String> measures = new ArrayList<>();
    for (int i = 0; i < aggregate.getMeasuresCount(); i++) {
      measures.add(measure(aggregate.getMeasures(i), details.getRetracting(i)));
    }
    line(
        depth,
        "group_aggregate "
            + node(details.getNode())
            + " by "
            + list(aggregate.getGroupingExpressionsList())
            + " "
            + measures);
    rel(depth + 1, aggregate.getInput());
  }

  private String measure(AggregateRel.Measure measure, boolean retracting) {
    return expressions.of(measure.getMeasure())
        + (measure.hasFilter() ? " filter " + expressions.of(measure.getFilter()) : "")
        + (retracting ? " retracting" : "");
  }

  private void exchange(int depth, ExchangeRel exchange) {
    StreamExchange details =
        unpack(exchange.getAdvancedExtension().getEnhancement(), StreamExchange.class);
    String distribution =
        exchange.hasScatterByFields()
            ? "hash "
                + exchange.getScatterByFields().getFieldsList().stream()
                    .map(
                        field ->
                            expressions.of(Expression.newBuilder().setSelection(field).build()))
                    .toList()
            : "single";
    line(depth, "exchange " + node(details.getNode()) + " " + distribution);
    rel(depth + 1, exchange.getInput());
  }

  private void extension(int depth, Any detail) {
    if (detail.is(StreamHostSinkRel.class)) {
      StreamHostSinkRel sink = unpack(detail, StreamHostSinkRel.class);
      line(depth, "host_sink " + node(sink.getNode()) + " output=" + sink.getOutput());
    } else if (detail.is(StreamWatermarkAssignerRel.class)) {
      StreamWatermarkAssignerRel assigner = unpack(detail, StreamWatermarkAssignerRel.class);
      line(
          depth,
          "watermark_assigner "
              + node(assigner.getNode())
              + " rowtime="
              + expressions.of(assigner.getRowtime())
              + " watermark="
              + expressions.of(assigner.getWatermark())
              + (assigner.getScope() == WatermarkScope.WATERMARK_SCOPE_SPLIT ? " per split" : "")
              + (assigner.getIdleTimeoutMillis() == 0
                  ? ""
                  : " idle_timeout=" + assigner.getIdleTimeoutMillis() + "ms"));
    } else if (detail.is(StreamDropUpdateBeforeRel.class)) {
      line(
          depth,
          "drop_update_before " + node(unpack(detail, StreamDropUpdateBeforeRel.class).getNode()));
    } else if (detail.is(StreamCorrelateRel.class)) {
      StreamCorrelateRel correlate = unpack(detail, StreamCorrelateRel.class);
      line(
          depth,
          "correlate "
              + node(correlate.getNode())
              + " "
              + correlate
                  .getJoinType()
                  .name()
                  .substring("CORRELATE_JOIN_TYPE_".length())
                  .toLowerCase(Locale.ROOT)
              + " unnest "
              + expressions.of(correlate.getCollection())
              + (correlate.getWithOrdinality() ? " with ordinality" : "")
              + (correlate.hasCondition()
                  ? " where " + expressions.of(correlate.getCondition())
                  : ""));
    } else if (detail.is(StreamHostProjectRel.class)) {
      StreamHostProjectRel project = unpack(detail, StreamHostProjectRel.class);
      line(
          depth,
          "host_project "
              + node(project.getNode())
              + " call="
              + project.getCallId()
              + " "
              + list(project.getArgumentsList())
              + " -> "
              + TypeText.of(Type.newBuilder().setStruct(project.getOutputType()).build()));
    } else {
      line(depth, detail.getTypeUrl());
    }
  }

  private String enhanced(Any enhancement) {
    return node(unpack(enhancement, StreamRelEnhancement.class).getNode());
  }

  private String node(StreamNode node) {
    StringBuilder text = new StringBuilder(node.getId());
    text.append(' ').append(mode(node.getChangelogMode()));
    if (node.getUpsertKeysCount() > 0) {
      text.append(" keys=")
          .append(node.getUpsertKeysList().stream().map(this::key).collect(Collectors.toList()));
    }
    if (node.hasRowtime()) {
      text.append(" rowtime=").append(expressions.of(node.getRowtime()));
    }
    for (InputTraits input : node.getInputsList()) {
      if (input.getStateTtlMillis() > 0) {
        text.append(" ttl=").append(input.getStateTtlMillis()).append("ms");
      }
    }
    return text.toString();
  }

  private String key(UpsertKey key) {
    return key.getFieldsList().stream()
        .map(expressions::of)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String mode(ChangelogMode mode) {
    return mode.getKindsList().stream()
        .map(PlanText::kind)
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String kind(RowKind kind) {
    switch (kind) {
      case ROW_KIND_INSERT:
        return "+I";
      case ROW_KIND_UPDATE_BEFORE:
        return "-U";
      case ROW_KIND_UPDATE_AFTER:
        return "+U";
      case ROW_KIND_DELETE:
        return "-D";
      case ROW_KIND_UNSPECIFIED:
      case UNRECOGNIZED:
      default:
        return "?";
    }
  }

  private static String emit(RelCommon common) {
    return common.hasEmit() ? " emit=" + common.getEmit().getOutputMappingList() : "";
  }

  private String list(List<Expression> list) {
    return list.stream().map(expressions::of).collect(Collectors.joining(", ", "[", "]"));
  }

  private void line(int depth, String text) {
    out.append("  ".repeat(depth)).append(text).append('\n');
  }

  private static <T extends Message> T unpack(Any any, Class<T> type) {
    try {
      return any.unpack(type);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "expected a " + type.getSimpleName() + ", found '" + any.getTypeUrl() + "'", e);
    }
  }
}
