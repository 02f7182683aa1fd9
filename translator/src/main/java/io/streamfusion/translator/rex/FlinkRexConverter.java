package io.streamfusion.translator.rex;

import io.streamfusion.translator.HostCall;
import io.streamfusion.translator.rex.function.CallConverters;
import io.streamfusion.translator.type.FlinkTypes;
import io.streamfusion.translator.type.UnsupportedTypeException;
import io.substrait.expression.Expression;
import io.substrait.expression.FieldReference;
import io.substrait.expression.FunctionOption;
import io.substrait.expression.ImmutableExpression;
import io.substrait.isthmus.expression.RexExpressionConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Isthmus' converter for Flink's expressions: references go through a {@link ColumnLayout}, calls
 * through our converters, and a call without an exact kernel becomes a host call where one may
 * stand.
 */
final class FlinkRexConverter extends RexExpressionConverter implements Operands {
  private static final String HOST_FAMILY = "host";
  private static final String HOST_CALL = "host_call";

  private final ColumnLayout layout;
  private final RexBuilder rexBuilder;
  private final List<CallConverter> converters;
  private final HostCalls hostCalls;
  private final String nodeId;
  private final boolean hostAllowed;
  private int guards;

  FlinkRexConverter(
      ColumnLayout layout,
      RexBuilder rexBuilder,
      CallConverters converters,
      HostCalls hostCalls,
      String nodeId,
      boolean hostAllowed) {
    super(null, List.of(), null, FlinkTypes.converter());
    this.layout = layout;
    this.rexBuilder = rexBuilder;
    this.converters = converters.all();
    this.hostCalls = hostCalls;
    this.nodeId = nodeId;
    this.hostAllowed = hostAllowed;
  }

  @Override
  public Expression convert(RexNode operand) {
    return operand.accept(this);
  }

  @Override
  public Expression convertGuarded(RexNode operand) {
    guards++;
    try {
      return operand.accept(this);
    } finally {
      guards--;
    }
  }

  @Override
  public Expression visitInputRef(RexInputRef ref) {
    return reference(FieldPath.ofColumn(ref.getIndex()), ref.getType());
  }

  @Override
  public Expression visitFieldAccess(RexFieldAccess access) {
    FieldPath path =
        FieldPath.of(access)
            .orElseThrow(() -> new NotKernelException("field access on a computed row"));
    return reference(path, access.getType());
  }

  @Override
  public Expression visitLiteral(RexLiteral literal) {
    return Literals.convert(literal);
  }

  @Override
  public Expression visitCall(RexCall call) {
    int mark = hostCalls.size();
    try {
      for (CallConverter converter : converters) {
        Optional<Expression> converted = converter.convert(call, this);
        if (converted.isPresent()) {
          return withStandby(call, converted.get());
        }
      }
      throw new NotKernelException("no exact kernel for " + call.getOperator().getName());
    } catch (NotKernelException | UnsupportedTypeException e) {
      hostCalls.reset(mark);
      if (!hostAllowed || guards > 0) {
        throw new NotKernelException(e.getMessage());
      }
      return hostCall(HostCall.Kind.SCALAR, call);
    }
  }

  @Override
  public Expression visitOver(RexOver over) {
    throw new NotKernelException("OVER");
  }

  @Override
  public Expression visitSubQuery(RexSubQuery subQuery) {
    throw new NotKernelException("subquery");
  }

  /** A host call for a whole expression over the columns that it reads. */
  Expression hostCall(HostCall.Kind kind, RexNode expression) {
    HostArguments arguments = hostArguments(List.of(expression));
    RelDataType resultType = expression.getType();
    HostCall call =
        hostCalls.add(
            kind,
            nodeId,
            List.of(arguments.rewrite(expression)),
            arguments.rowType(),
            FlinkTypes.logicalType(resultType));
    return invokeHost(call, resultType, arguments.expressions());
  }

  /** A host call for a row of several expressions. */
  Expression hostCall(HostCall.Kind kind, List<RexNode> expressions) {
    HostArguments arguments = hostArguments(expressions);
    RelDataTypeFactory.Builder row = rexBuilder.getTypeFactory().builder();
    List<LogicalType> crossing = new ArrayList<>();
    for (RexNode expression : expressions) {
      row.add("f" + crossing.size(), expression.getType());
      // A row that does not pass has no columns, whatever their type says.
      crossing.add(FlinkTypes.logicalType(expression.getType()).copy(true));
    }
    HostCall call =
        hostCalls.add(
            kind,
            nodeId,
            expressions.stream().map(arguments::rewrite).toList(),
            arguments.rowType(),
            RowType.of(false, crossing.toArray(new LogicalType[0])));
    return invokeHost(call, row.build(), arguments.expressions());
  }

  /** The columns that expressions read, as arguments of one host call. */
  HostArguments hostArguments(List<RexNode> expressions) {
    List<FieldPath> paths = new ArrayList<>(FieldPaths.withoutDescendants(readBy(expressions)));
    if (paths.isEmpty() && !layout.columns().isEmpty()) {
      // A call without columns still needs to know how many rows there are.
      paths.add(layout.columns().get(0).path());
    }
    ColumnLayout argumentLayout = ColumnLayout.of(rexBuilder, layout.rowType(), paths);
    List<Expression> references = new ArrayList<>();
    for (ColumnLayout.Column column : argumentLayout.columns()) {
      references.add(reference(column.path(), column.type()));
    }
    return new HostArguments(argumentLayout, references, rexBuilder);
  }

  private static List<FieldPath> readBy(List<RexNode> expressions) {
    List<FieldPath> paths = new ArrayList<>();
    expressions.forEach(expression -> paths.addAll(FieldPaths.readBy(expression)));
    return paths;
  }

  private Expression reference(FieldPath path, RelDataType type) {
    ColumnLayout.Reference found =
        layout
            .find(path)
            .orElseThrow(
                () -> new IllegalStateException("Path " + path + " is not among " + layout));
    ColumnLayout.Column column = layout.columns().get(found.column());
    FieldReference reference =
        FieldReference.newRootStructReference(
            found.column(), FlinkTypes.toSubstrait(column.type()));
    for (int step : found.steps()) {
      reference = reference.dereferenceStruct(step);
    }
    // Flink's type: a nested field is nullable as soon as a row around it is.
    return FieldReference.builder().from(reference).type(FlinkTypes.toSubstrait(type)).build();
  }

  /** A kernel that may hand a batch back gets a host call that stands by, on the same arguments. */
  private Expression withStandby(RexCall call, Expression converted) {
    if (!(converted instanceof Expression.ScalarFunctionInvocation invocation)
        || !Invocations.mayNeedHost(invocation)
        || invocation.arguments().size() != call.getOperands().size()) {
      return converted;
    }
    List<RexNode> operands = new ArrayList<>();
    List<LogicalType> types = new ArrayList<>();
    for (RexNode operand : call.getOperands()) {
      int position = operands.size();
      types.add(FlinkTypes.logicalType(operand.getType()));
      operands.add(
          operand instanceof RexLiteral
              ? operand
              : rexBuilder.makeInputRef(operand.getType(), position));
    }
    HostCall standby =
        hostCalls.add(
            HostCall.Kind.STANDBY,
            nodeId,
            List.of(call.clone(call.getType(), operands)),
            RowType.of(types.toArray(new LogicalType[0])),
            FlinkTypes.logicalType(call.getType()));
    return ImmutableExpression.ScalarFunctionInvocation.builder()
        .from(invocation)
        .options(options(standby))
        .build();
  }

  private static Expression invokeHost(
      HostCall call, RelDataType resultType, List<Expression> arguments) {
    Expression.ScalarFunctionInvocation invocation =
        Invocations.invoke(HOST_FAMILY, HOST_CALL, FlinkTypes.toSubstrait(resultType), arguments);
    return ImmutableExpression.ScalarFunctionInvocation.builder()
        .from(invocation)
        .options(options(call))
        .build();
  }

  private static List<FunctionOption> options(HostCall call) {
    return List.of(
        FunctionOption.builder().name("id").addValues(Integer.toString(call.id())).build(),
        FunctionOption.builder().name("digest").addValues(call.digest()).build());
  }

  /** The argument row of a host call. */
  record HostArguments(ColumnLayout layout, List<Expression> expressions, RexBuilder rexBuilder) {

    RowType rowType() {
      LogicalType[] types =
          layout.columns().stream()
              .map(column -> FlinkTypes.logicalType(column.type()))
              .toArray(LogicalType[]::new);
      return RowType.of(types);
    }

    /** The expression over the argument row instead of the node's input row. */
    RexNode rewrite(RexNode expression) {
      return expression.accept(
          new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef ref) {
              return resolve(ref);
            }

            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
              return FieldPath.of(access).isPresent()
                  ? resolve(access)
                  : super.visitFieldAccess(access);
            }

            private RexNode resolve(RexNode node) {
              FieldPath path = FieldPath.of(node).orElseThrow();
              ColumnLayout.Reference found = layout.find(path).orElseThrow();
              RexNode rewritten =
                  rexBuilder.makeInputRef(
                      layout.columns().get(found.column()).type(), found.column());
              for (int step : found.steps()) {
                rewritten = rexBuilder.makeFieldAccess(rewritten, step);
              }
              return rewritten;
            }
          });
    }
  }
}
