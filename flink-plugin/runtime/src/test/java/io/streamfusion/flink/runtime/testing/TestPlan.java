package io.streamfusion.flink.runtime.testing;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.streamfusion.substrait.proto.v1.HostCallKind;
import io.streamfusion.substrait.proto.v1.JobHeader;
import io.streamfusion.substrait.proto.v1.StreamDropUpdateBeforeRel;
import io.streamfusion.substrait.proto.v1.StreamExchange;
import io.streamfusion.substrait.proto.v1.StreamHostProjectRel;
import io.streamfusion.substrait.proto.v1.StreamHostSinkRel;
import io.streamfusion.substrait.proto.v1.StreamHostSourceEdge;
import io.streamfusion.substrait.proto.v1.StreamNode;
import io.streamfusion.substrait.proto.v1.StreamRelEnhancement;
import io.streamfusion.substrait.proto.v1.StreamWatermarkAssignerRel;
import io.streamfusion.substrait.proto.v1.WatermarkScope;
import io.substrait.proto.AdvancedExtension;
import io.substrait.proto.ExchangeRel;
import io.substrait.proto.Expression;
import io.substrait.proto.ExtensionSingleRel;
import io.substrait.proto.FilterRel;
import io.substrait.proto.FunctionArgument;
import io.substrait.proto.NamedStruct;
import io.substrait.proto.Plan;
import io.substrait.proto.PlanRel;
import io.substrait.proto.ProjectRel;
import io.substrait.proto.ReadRel;
import io.substrait.proto.ReferenceRel;
import io.substrait.proto.Rel;
import io.substrait.proto.RelCommon;
import io.substrait.proto.SetRel;
import io.substrait.proto.SimpleExtensionDeclaration;
import io.substrait.proto.SimpleExtensionURN;
import io.substrait.proto.Type;
import java.util.List;

/** Builds small plans as the translator would, for tests of what runs around them. */
public final class TestPlan {

  private static final String FUNCTIONS = "extension:io.streamfusion:functions_flink_";

  private final Plan.Builder plan = Plan.newBuilder();

  public TestPlan() {
    plan.setAdvancedExtensions(
        AdvancedExtension.newBuilder()
            .setEnhancement(
                any(
                    JobHeader.newBuilder()
                        .setContractVersion(1)
                        .setFlinkVersion("2.2.1")
                        .setSessionTimeZone("UTC")
                        .build())));
  }

  /** Adds a fragment that ends in a host sink. */
  public TestPlan fragment(Rel rel) {
    plan.addRelations(
        PlanRel.newBuilder()
            .setRel(
                single(
                    StreamHostSinkRel.newBuilder().setNode(node("sink")).setOutput(0).build(),
                    rel)));
    return this;
  }

  /** Adds a fragment whose rows go to other fragments. */
  public TestPlan innerFragment(Rel rel) {
    plan.addRelations(PlanRel.newBuilder().setRel(rel));
    return this;
  }

  public byte[] toBytes() {
    return plan.build().toByteArray();
  }

  /** Rows of the host, of which each column is a field of the same index. */
  public static Rel read(int port, Type... columns) {
    StreamHostSourceEdge.Builder edge =
        StreamHostSourceEdge.newBuilder().setNode(node("source-" + port)).setPort(port);
    NamedStruct.Builder schema = NamedStruct.newBuilder();
    for (int i = 0; i < columns.length; i++) {
      edge.addColumns(field(i));
      schema.addNames("f" + i);
    }
    schema.setStruct(
        Type.Struct.newBuilder()
            .addAllTypes(List.of(columns))
            .setNullability(Type.Nullability.NULLABILITY_REQUIRED));
    return Rel.newBuilder()
        .setRead(
            ReadRel.newBuilder()
                .setBaseSchema(schema)
                .setNamedTable(ReadRel.NamedTable.newBuilder().addNames("host"))
                .setAdvancedExtension(enhancement(edge.build())))
        .build();
  }

  public static Rel filter(String id, Rel input, Expression condition) {
    return Rel.newBuilder()
        .setFilter(
            FilterRel.newBuilder()
                .setInput(input)
                .setCondition(condition)
                .setAdvancedExtension(enhancement(id)))
        .build();
  }

  /** A projection of {@code input}, which has {@code width} columns. */
  public static Rel project(String id, Rel input, int width, Expression... expressions) {
    RelCommon.Emit.Builder emit = RelCommon.Emit.newBuilder();
    for (int i = 0; i < expressions.length; i++) {
      emit.addOutputMapping(width + i);
    }
    return Rel.newBuilder()
        .setProject(
            ProjectRel.newBuilder()
                .setCommon(RelCommon.newBuilder().setEmit(emit))
                .setInput(input)
                .addAllExpressions(List.of(expressions))
                .setAdvancedExtension(enhancement(id)))
        .build();
  }

  public static Rel union(String id, Rel... inputs) {
    return Rel.newBuilder()
        .setSet(
            SetRel.newBuilder()
                .setOp(SetRel.SetOp.SET_OP_UNION_ALL)
                .addAllInputs(List.of(inputs))
                .setAdvancedExtension(enhancement(id)))
        .build();
  }

  public static Rel reference(int fragment) {
    return Rel.newBuilder()
        .setReference(ReferenceRel.newBuilder().setSubtreeOrdinal(fragment))
        .build();
  }

  /** The rows of {@code input}, distributed by key columns. */
  public static Rel hashExchange(String id, Rel input, int... keys) {
    ExchangeRel.ScatterFields.Builder fields = ExchangeRel.ScatterFields.newBuilder();
    for (int key : keys) {
      fields.addFields(field(key).getSelection());
    }
    return Rel.newBuilder()
        .setExchange(
            ExchangeRel.newBuilder()
                .setInput(input)
                .setScatterByFields(fields)
                .setAdvancedExtension(
                    enhancement(StreamExchange.newBuilder().setNode(node(id)).build())))
        .build();
  }

  /** Watermarks equal to a TIMESTAMP column. */
  public static Rel watermarks(String id, Rel input, int rowtime, long idleTimeoutMillis) {
    return single(
        StreamWatermarkAssignerRel.newBuilder()
            .setNode(node(id))
            .setRowtime(field(rowtime))
            .setWatermark(field(rowtime))
            .setScope(WatermarkScope.WATERMARK_SCOPE_OPERATOR)
            .setIdleTimeoutMillis(idleTimeoutMillis)
            .build(),
        input);
  }

  /** A projection by the host of the first {@code width} columns. */
  public static Rel hostProject(String id, Rel input, int width, int callId, Type... output) {
    StreamHostProjectRel.Builder project =
        StreamHostProjectRel.newBuilder()
            .setNode(node(id))
            .setKind(HostCallKind.HOST_CALL_KIND_SCALAR)
            .setCallId(callId)
            .setDigest("digest-" + callId)
            .setOutputType(
                Type.Struct.newBuilder()
                    .addAllTypes(List.of(output))
                    .setNullability(Type.Nullability.NULLABILITY_REQUIRED));
    for (int i = 0; i < width; i++) {
      project.addArguments(field(i));
    }
    return single(project.build(), input);
  }

  /** The engine's test operator that counts rows per key; the input is one BIGINT column. */
  public static Rel count(String id, Rel input) {
    return testOperator("CountRel", id, input);
  }

  /**
   * The same with a second version of its table; it also emits the count that came from the first.
   */
  public static Rel upgradedCount(String id, Rel input) {
    return testOperator("UpgradedCountRel", id, input);
  }

  /** The engine's test operator that does with timers what {@link TimedFunction} does. */
  public static Rel timed(String id, Rel input) {
    return testOperator("TimedRel", id, input);
  }

  private static Rel testOperator(String message, String id, Rel input) {
    // Its message is not in the contract; it has the shape of one with nothing but a node.
    Any detail =
        Any.newBuilder()
            .setTypeUrl("type.googleapis.com/streamfusion.testing.v1." + message)
            .setValue(
                StreamDropUpdateBeforeRel.newBuilder().setNode(node(id)).build().toByteString())
            .build();
    return Rel.newBuilder()
        .setExtensionSingle(ExtensionSingleRel.newBuilder().setInput(input).setDetail(detail))
        .build();
  }

  public static Rel single(Message detail, Rel input) {
    return Rel.newBuilder()
        .setExtensionSingle(ExtensionSingleRel.newBuilder().setInput(input).setDetail(any(detail)))
        .build();
  }

  public static Expression field(int index) {
    return Expression.newBuilder()
        .setSelection(
            Expression.FieldReference.newBuilder()
                .setRootReference(Expression.FieldReference.RootReference.getDefaultInstance())
                .setDirectReference(
                    Expression.ReferenceSegment.newBuilder()
                        .setStructField(
                            Expression.ReferenceSegment.StructField.newBuilder().setField(index))))
        .build();
  }

  public static Expression bigint(long value) {
    return Expression.newBuilder()
        .setLiteral(Expression.Literal.newBuilder().setI64(value).setNullable(false))
        .build();
  }

  /** A call of one of our functions, which is declared when it is first used. */
  public Expression call(String family, String name, Type output, Expression... arguments) {
    Expression.ScalarFunction.Builder call =
        Expression.ScalarFunction.newBuilder()
            .setFunctionReference(declare(family, name))
            .setOutputType(output);
    for (Expression argument : arguments) {
      call.addArguments(FunctionArgument.newBuilder().setValue(argument));
    }
    return Expression.newBuilder().setScalarFunction(call).build();
  }

  private int declare(String family, String name) {
    int urn = plan.getExtensionUrnsCount() + 1;
    plan.addExtensionUrns(
        SimpleExtensionURN.newBuilder().setExtensionUrnAnchor(urn).setUrn(FUNCTIONS + family));
    int function = plan.getExtensionsCount() + 1;
    plan.addExtensions(
        SimpleExtensionDeclaration.newBuilder()
            .setExtensionFunction(
                SimpleExtensionDeclaration.ExtensionFunction.newBuilder()
                    .setExtensionUrnReference(urn)
                    .setFunctionAnchor(function)
                    .setName(name)));
    return function;
  }

  public static Type bigintType() {
    return Type.newBuilder()
        .setI64(Type.I64.newBuilder().setNullability(Type.Nullability.NULLABILITY_NULLABLE))
        .build();
  }

  public static Type booleanType() {
    return Type.newBuilder()
        .setBool(Type.Boolean.newBuilder().setNullability(Type.Nullability.NULLABILITY_NULLABLE))
        .build();
  }

  public static Type stringType() {
    return Type.newBuilder()
        .setString(Type.String.newBuilder().setNullability(Type.Nullability.NULLABILITY_NULLABLE))
        .build();
  }

  public static Type timestampType(int precision) {
    return Type.newBuilder()
        .setPrecisionTimestamp(
            Type.PrecisionTimestamp.newBuilder()
                .setPrecision(precision)
                .setNullability(Type.Nullability.NULLABILITY_NULLABLE))
        .build();
  }

  private static AdvancedExtension enhancement(String id) {
    return enhancement(StreamRelEnhancement.newBuilder().setNode(node(id)).build());
  }

  private static AdvancedExtension enhancement(Message message) {
    return AdvancedExtension.newBuilder().setEnhancement(any(message)).build();
  }

  public static StreamNode node(String id) {
    return StreamNode.newBuilder().setId("s0/" + id).build();
  }

  private static Any any(Message message) {
    return Any.pack(message);
  }
}
