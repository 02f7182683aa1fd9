package io.streamfusion.substrait.text;

import com.google.protobuf.TextFormat;
import io.substrait.proto.AggregateFunction;
import io.substrait.proto.Expression;
import io.substrait.proto.FunctionArgument;
import io.substrait.proto.FunctionOption;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes an expression: {@code $i} is column i, {@code $i.j} a field of it, calls carry their type.
 */
class ExpressionText {

  private final Map<Integer, String> functions;

  /** Takes the names of the plan's functions by anchor. */
  ExpressionText(Map<Integer, String> functions) {
    this.functions = functions;
  }

  String of(Expression expression) {
    switch (expression.getRexTypeCase()) {
      case LITERAL:
        return literal(expression);
      case SELECTION:
        return selection(expression.getSelection());
      case SCALAR_FUNCTION:
        return call(expression.getScalarFunction());
      case IF_THEN:
        return ifThen(expression.getIfThen());
      case CAST:
        return "cast("
            + of(expression.getCast().getInput())
            + " as "
            + TypeText.of(expression.getCast().getType())
            + (expression.getCast().getFailureBehavior()
                    == Expression.Cast.FailureBehavior.FAILURE_BEHAVIOR_RETURN_NULL
                ? ", null on failure)"
                : ")");
      case SINGULAR_OR_LIST:
        return of(expression.getSingularOrList().getValue())
            + " in "
            + expression.getSingularOrList().getOptionsList().stream()
                .map(this::of)
                .collect(Collectors.joining(", ", "(", ")"));
      case NESTED:
        return "row"
            + expression.getNested().getStruct().getFieldsList().stream()
                .map(this::of)
                .collect(Collectors.joining(", ", "(", ")"));
      default:
        return other(expression);
    }
  }

  /** An expression that has no short form. */
  String other(Expression expression) {
    return compact(expression.hasLiteral() ? expression.getLiteral() : expression);
  }

  private String call(Expression.ScalarFunction call) {
    String name =
        functions.getOrDefault(
            call.getFunctionReference(), "function#" + call.getFunctionReference());
    String arguments =
        call.getArgumentsList().stream().map(this::argument).collect(Collectors.joining(", "));
    String options =
        call.getOptionsList().stream()
            .map(ExpressionText::option)
            .collect(Collectors.joining(", "));
    return name
        + "("
        + arguments
        + ")"
        + (options.isEmpty() ? "" : "[" + options + "]")
        + ":"
        + TypeText.of(call.getOutputType());
  }

  /** An aggregate call, such as {@code count(distinct $1):i64}. */
  String of(AggregateFunction call) {
    boolean distinct =
        call.getInvocation()
            == AggregateFunction.AggregationInvocation.AGGREGATION_INVOCATION_DISTINCT;
    return functions.getOrDefault(
            call.getFunctionReference(), "function#" + call.getFunctionReference())
        + (distinct ? "(distinct " : "(")
        + call.getArgumentsList().stream().map(this::argument).collect(Collectors.joining(", "))
        + "):"
        + TypeText.of(call.getOutputType());
  }

  private String argument(FunctionArgument argument) {
    switch (argument.getArgTypeCase()) {
      case VALUE:
        return of(argument.getValue());
      case ENUM:
        return argument.getEnum();
      case TYPE:
        return TypeText.of(argument.getType());
      default:
        return "?";
    }
  }

  private static String option(FunctionOption option) {
    return option.getName() + "=" + String.join("|", option.getPreferenceList());
  }

  private String ifThen(Expression.IfThen ifThen) {
    String branches =
        ifThen.getIfsList().stream()
            .map(clause -> "when " + of(clause.getIf()) + " then " + of(clause.getThen()))
            .collect(Collectors.joining(" "));
    return "case(" + branches + " else " + of(ifThen.getElse()) + ")";
  }

  private static String selection(Expression.FieldReference reference) {
    StringBuilder path = new StringBuilder("$");
    Expression.ReferenceSegment segment = reference.getDirectReference();
    String separator = "";
    while (true) {
      path.append(separator).append(segment.getStructField().getField());
      if (!segment.getStructField().hasChild()) {
        return path.toString();
      }
      segment = segment.getStructField().getChild();
      separator = ".";
    }
  }

  private String literal(Expression expression) {
    Expression.Literal literal = expression.getLiteral();
    switch (literal.getLiteralTypeCase()) {
      case BOOLEAN:
        return Boolean.toString(literal.getBoolean());
      case I8:
        return literal.getI8() + ":i8";
      case I16:
        return literal.getI16() + ":i16";
      case I32:
        return literal.getI32() + ":i32";
      case I64:
        return literal.getI64() + ":i64";
      case FP32:
        return literal.getFp32() + ":fp32";
      case FP64:
        return literal.getFp64() + ":fp64";
      case STRING:
        return quote(literal.getString());
      case FIXED_CHAR:
        return quote(literal.getFixedChar()) + ":fixedchar";
      case VAR_CHAR:
        return quote(literal.getVarChar().getValue())
            + ":varchar<"
            + literal.getVarChar().getLength()
            + ">";
      case BINARY:
        return "x'" + HexFormat.of().formatHex(literal.getBinary().toByteArray()) + "'";
      case FIXED_BINARY:
        return "x'"
            + HexFormat.of().formatHex(literal.getFixedBinary().toByteArray())
            + "':fixedbinary";
      case DECIMAL:
        return decimal(literal.getDecimal());
      case DATE:
        return literal.getDate() + ":date";
      case NULL:
        return "null:" + TypeText.of(literal.getNull());
      default:
        return other(expression);
    }
  }

  private static String decimal(Expression.Literal.Decimal decimal) {
    byte[] littleEndian = decimal.getValue().toByteArray();
    byte[] bigEndian = new byte[littleEndian.length];
    for (int i = 0; i < littleEndian.length; i++) {
      bigEndian[i] = littleEndian[littleEndian.length - 1 - i];
    }
    String value =
        new java.math.BigDecimal(new java.math.BigInteger(bigEndian), decimal.getScale())
            .toPlainString();
    return value + ":decimal<" + decimal.getPrecision() + "," + decimal.getScale() + ">";
  }

  private static String quote(String text) {
    return "'"
        + text.replace("\\", "\\\\").replace("'", "''").replace("\n", "\\n").replace("\r", "\\r")
        + "'";
  }

  private static String compact(com.google.protobuf.MessageOrBuilder message) {
    return TextFormat.printer()
        .printToString(message)
        .replaceAll("\\s+", " ")
        .strip()
        .toLowerCase(Locale.ROOT);
  }
}
