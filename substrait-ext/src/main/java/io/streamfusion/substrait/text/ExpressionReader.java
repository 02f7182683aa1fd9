package io.streamfusion.substrait.text;

import com.google.protobuf.TextFormat;
import io.substrait.proto.AggregateFunction;
import io.substrait.proto.AggregateFunction.AggregationInvocation;
import io.substrait.proto.AggregationPhase;
import io.substrait.proto.Expression;
import io.substrait.proto.FunctionArgument;
import io.substrait.proto.FunctionOption;
import io.substrait.proto.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what {@link ExpressionText} writes. */
final class ExpressionReader {

  private static final Pattern FUNCTION = Pattern.compile("#?[A-Za-z0-9_:!?<>]+(?=\\()");
  private static final Pattern ENUM = Pattern.compile("[A-Za-z0-9_]+(?=[,)])");
  private static final Pattern OPTION_PART = Pattern.compile("[A-Za-z0-9_.]+");

  /** What reads an expression in any other form. */
  interface Fallback {
    Expression read(TextCursor cursor) throws TextFormat.ParseException;
  }

  private final FunctionNames functions;
  private final TextCursor cursor;
  private final Fallback fallback;

  ExpressionReader(FunctionNames functions, TextCursor cursor, Fallback fallback) {
    this.functions = functions;
    this.cursor = cursor;
    this.fallback = fallback;
  }

  Expression read() throws TextFormat.ParseException {
    Expression value = primary();
    if (!cursor.takes(" in (")) {
      return value;
    }
    return Expression.newBuilder()
        .setSingularOrList(
            Expression.SingularOrList.newBuilder().setValue(value).addAllOptions(list(")")))
        .build();
  }

  private Expression primary() throws TextFormat.ParseException {
    if (cursor.sees("{")) {
      return fallback.read(cursor);
    }
    if (cursor.sees("$")) {
      return Expression.newBuilder().setSelection(selection()).build();
    }
    if (cursor.takes("cast(")) {
      return cast();
    }
    if (cursor.takes("case(")) {
      return ifThen();
    }
    if (cursor.takes("row(")) {
      return Expression.newBuilder()
          .setNested(
              Expression.Nested.newBuilder()
                  .setStruct(Expression.Nested.Struct.newBuilder().addAllFields(list(")"))))
          .build();
    }
    Expression.Literal literal = new LiteralReader(cursor).read();
    if (literal != null) {
      return Expression.newBuilder().setLiteral(literal).build();
    }
    return call();
  }

  Expression.FieldReference selection() throws TextFormat.ParseException {
    cursor.expect("$");
    List<Integer> path = new ArrayList<>(List.of(cursor.integer()));
    while (cursor.takes(".")) {
      path.add(cursor.integer());
    }
    Collections.reverse(path);
    Expression.ReferenceSegment segment = null;
    for (int field : path) {
      Expression.ReferenceSegment.StructField.Builder struct =
          Expression.ReferenceSegment.StructField.newBuilder().setField(field);
      if (segment != null) {
        struct.setChild(segment);
      }
      segment = Expression.ReferenceSegment.newBuilder().setStructField(struct).build();
    }
    return Expression.FieldReference.newBuilder()
        .setDirectReference(segment)
        .setRootReference(Expression.FieldReference.RootReference.getDefaultInstance())
        .build();
  }

  private Expression cast() throws TextFormat.ParseException {
    Expression.Cast.Builder cast = Expression.Cast.newBuilder().setInput(read());
    cursor.expect(" as ");
    cast.setType(new TypeReader(cursor).read());
    cast.setFailureBehavior(
        cursor.takes(", null on failure")
            ? Expression.Cast.FailureBehavior.FAILURE_BEHAVIOR_RETURN_NULL
            : Expression.Cast.FailureBehavior.FAILURE_BEHAVIOR_THROW_EXCEPTION);
    cursor.expect(")");
    return Expression.newBuilder().setCast(cast).build();
  }

  private Expression ifThen() throws TextFormat.ParseException {
    Expression.IfThen.Builder ifThen = Expression.IfThen.newBuilder();
    while (cursor.takes("when ")) {
      Expression condition = read();
      cursor.expect(" then ");
      ifThen.addIfs(
          Expression.IfThen.IfClause.newBuilder().setIf(condition).setThen(read()).build());
      cursor.expect(" ");
    }
    cursor.expect("else ");
    ifThen.setElse(read());
    cursor.expect(")");
    return Expression.newBuilder().setIfThen(ifThen).build();
  }

  private Expression call() throws TextFormat.ParseException {
    Expression.ScalarFunction.Builder call =
        Expression.ScalarFunction.newBuilder().setFunctionReference(function());
    cursor.expect("(");
    call.addAllArguments(arguments());
    if (cursor.takes("[")) {
      call.addAllOptions(options());
    }
    call.setOutputType(type());
    return Expression.newBuilder().setScalarFunction(call).build();
  }

  AggregateFunction aggregate() throws TextFormat.ParseException {
    AggregateFunction.Builder call =
        AggregateFunction.newBuilder().setFunctionReference(function());
    cursor.expect("(");
    call.setInvocation(
        cursor.takes("distinct ")
            ? AggregationInvocation.AGGREGATION_INVOCATION_DISTINCT
            : AggregationInvocation.AGGREGATION_INVOCATION_ALL);
    call.setPhase(AggregationPhase.AGGREGATION_PHASE_INITIAL_TO_RESULT);
    call.addAllArguments(arguments());
    call.setOutputType(type());
    return call.build();
  }

  private Type type() throws TextFormat.ParseException {
    cursor.expect(":");
    return new TypeReader(cursor).read();
  }

  private int function() throws TextFormat.ParseException {
    int start = cursor.save();
    Matcher name = cursor.match(FUNCTION);
    if (name == null) {
      throw cursor.error("expected an expression");
    }
    Integer anchor = functions.anchor(name.group()).orElse(null);
    if (anchor == null) {
      cursor.restore(start);
      throw cursor.error("the plan declares no function '" + name.group() + "'");
    }
    return anchor;
  }

  private List<Expression> list(String end) throws TextFormat.ParseException {
    List<Expression> list = new ArrayList<>();
    while (!cursor.takes(end)) {
      if (!list.isEmpty()) {
        cursor.expect(", ");
      }
      list.add(read());
    }
    return list;
  }

  private List<FunctionArgument> arguments() throws TextFormat.ParseException {
    List<FunctionArgument> arguments = new ArrayList<>();
    while (!cursor.takes(")")) {
      if (!arguments.isEmpty()) {
        cursor.expect(", ");
      }
      Matcher word = cursor.sees("true") || cursor.sees("false") ? null : cursor.match(ENUM);
      arguments.add(
          word == null
              ? FunctionArgument.newBuilder().setValue(read()).build()
              : FunctionArgument.newBuilder().setEnum(word.group()).build());
    }
    return arguments;
  }

  private List<FunctionOption> options() throws TextFormat.ParseException {
    List<FunctionOption> options = new ArrayList<>();
    while (!cursor.takes("]")) {
      if (!options.isEmpty()) {
        cursor.expect(", ");
      }
      FunctionOption.Builder option = FunctionOption.newBuilder().setName(part());
      cursor.expect("=");
      option.addPreference(part());
      while (cursor.takes("|")) {
        option.addPreference(part());
      }
      options.add(option.build());
    }
    return options;
  }

  private String part() throws TextFormat.ParseException {
    Matcher part = cursor.match(OPTION_PART);
    if (part == null) {
      throw cursor.error("expected a name");
    }
    return part.group();
  }
}
