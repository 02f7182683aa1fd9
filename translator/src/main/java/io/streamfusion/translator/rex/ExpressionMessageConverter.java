package io.streamfusion.translator.rex;

import io.streamfusion.translator.PlanExtensions;
import io.streamfusion.translator.type.TypeProtoConverter;
import io.substrait.expression.Expression;
import io.substrait.expression.FunctionArg;
import io.substrait.expression.FunctionOption;
import io.substrait.expression.proto.ExpressionProtoConverter;
import io.substrait.proto.FunctionArgument;
import io.substrait.type.Type;
import io.substrait.util.EmptyVisitationContext;
import java.util.List;

/**
 * Expressions as messages: substrait-java's converter with our types, which it cannot all write.
 */
public final class ExpressionMessageConverter extends ExpressionProtoConverter {
  private static final int MILLI_PRECISION = 3;

  private final TypeProtoConverter types;
  private final PlanExtensions extensions;

  public ExpressionMessageConverter(PlanExtensions extensions) {
    super(extensions, null);
    this.extensions = extensions;
    this.types = new TypeProtoConverter(extensions);
  }

  public TypeProtoConverter types() {
    return types;
  }

  @Override
  protected io.substrait.proto.Type toProto(Type type) {
    return types.toProto(type);
  }

  @Override
  public io.substrait.proto.Expression toProto(Expression expression) {
    if (expression instanceof PrecisionTimeLiteral time) {
      return time(time);
    }
    return super.toProto(expression);
  }

  @Override
  public io.substrait.proto.Expression visit(
      Expression.ScalarFunctionInvocation call, EmptyVisitationContext context) {
    io.substrait.proto.Expression.ScalarFunction.Builder function =
        io.substrait.proto.Expression.ScalarFunction.newBuilder()
            .setFunctionReference(extensions.getFunctionReference(call.declaration()))
            .setOutputType(toProto(call.outputType()));
    for (FunctionArg argument : call.arguments()) {
      // Arguments go through toProto and not straight to the visitor, which knows no TIME literal.
      function.addArguments(FunctionArgument.newBuilder().setValue(toProto((Expression) argument)));
    }
    List<FunctionOption> options = call.options();
    options.forEach(option -> function.addOptions(from(option)));
    return io.substrait.proto.Expression.newBuilder().setScalarFunction(function).build();
  }

  private static io.substrait.proto.Expression time(PrecisionTimeLiteral time) {
    io.substrait.proto.Expression.Literal.Builder literal =
        io.substrait.proto.Expression.Literal.newBuilder()
            .setNullable(time.nullable())
            .setPrecisionTime(
                io.substrait.proto.Expression.Literal.PrecisionTime.newBuilder()
                    .setPrecision(MILLI_PRECISION)
                    .setValue(time.millisOfDay()));
    return io.substrait.proto.Expression.newBuilder().setLiteral(literal).build();
  }
}
