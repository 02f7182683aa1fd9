package io.streamfusion.translator.calcite;

import io.streamfusion.translator.type.FlinkTypes;
import io.streamfusion.translator.type.UnsupportedTypeException;
import io.substrait.expression.Expression;
import io.substrait.expression.FieldReference;
import io.substrait.extension.SimpleExtension.FunctionAnchor;
import io.substrait.isthmus.SubstraitRelNodeConverter.Context;
import io.substrait.isthmus.expression.ExpressionRexConverter;
import io.substrait.isthmus.expression.ScalarFunctionConverter;
import io.substrait.isthmus.expression.WindowFunctionConverter;
import io.substrait.type.StringTypeVisitor;
import io.substrait.type.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlTrimFunction;
import org.apache.calcite.util.TimestampString;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/**
 * Isthmus' converter with our functions, whose operators it gets from {@link Operators}. Calcite
 * derives the type of each call from its operands, and a type that is not the plan's ends the
 * reading.
 */
final class ExpressionReader extends ExpressionRexConverter {

  /**
   * Calcite derives no type for these: of an interval's sum, and of a difference, whose operator
   * takes the type as an operand.
   */
  private static final Set<SqlOperator> TYPED_BY_PLAN =
      Set.of(FlinkSqlOperatorTable.DATETIME_PLUS, FlinkSqlOperatorTable.MINUS_DATE);

  private static final int NANO_PRECISION = 9;

  private final CalciteTypes types;

  ExpressionReader(FlinkTypeFactory factory, CalciteTypes types) {
    super(
        factory,
        new ScalarFunctionConverter(List.of(), factory),
        new WindowFunctionConverter(List.of(), factory),
        types);
    this.types = types;
  }

  @Override
  public RexNode visit(Expression.ScalarFunctionInvocation call, Context context) {
    FunctionAnchor function = call.declaration().getAnchor();
    String what = "the call of " + call.declaration().name();
    if (Operators.isIn(function)) {
      return in(what, call, context);
    }
    if (Operators.isCast(function)) {
      return rexBuilder.makeAbstractCast(
          types.of(call.outputType()),
          ((Expression) call.arguments().get(0)).accept(this, context),
          Operators.isTryCast(function));
    }
    List<SqlOperator> operators = Operators.of(function);
    List<RexNode> operands = operands(operators.get(0), call, context);
    if (TYPED_BY_PLAN.contains(operators.get(0))) {
      return rexBuilder.makeCall(types.of(call.outputType()), operators.get(0), operands);
    }
    List<RexNode> readings =
        operators.stream()
            // Calcite has AND and OR flat, also where one of ours has become an OR.
            .map(operator -> RexUtil.flatten(rexBuilder, rexBuilder.makeCall(operator, operands)))
            .toList();
    return readings.stream()
        .filter(reading -> isOf(reading.getType(), call.outputType()))
        .findFirst()
        .orElseThrow(() -> different(what, call.outputType(), readings.get(0).getType()));
  }

  /** A comparison with each of the literals. */
  private RexNode in(String what, Expression.ScalarFunctionInvocation call, Context context) {
    List<RexNode> operands = new ArrayList<>();
    call.arguments().forEach(a -> operands.add(((Expression) a).accept(this, context)));
    List<RexNode> equal =
        operands.subList(1, operands.size()).stream()
            .map(point -> rexBuilder.makeCall(FlinkSqlOperatorTable.EQUALS, operands.get(0), point))
            .toList();
    return checked(
        what,
        call.outputType(),
        equal.size() == 1 ? equal.get(0) : rexBuilder.makeCall(FlinkSqlOperatorTable.OR, equal));
  }

  @Override
  public RexNode visit(Expression.PrecisionTimestampLiteral literal, Context context) {
    return rexBuilder.makeLiteral(
        timestamp(literal.value(), literal.precision()), types.of(literal.getType()));
  }

  @Override
  public RexNode visit(Expression.PrecisionTimestampTZLiteral literal, Context context) {
    return rexBuilder.makeLiteral(
        timestamp(literal.value(), literal.precision()), types.of(literal.getType()));
  }

  /** Isthmus' own way knows some precisions only, and no fraction of a second before 1970. */
  private static TimestampString timestamp(long value, int precision) {
    long second = BigInteger.TEN.pow(precision).longValueExact();
    int nanos =
        BigInteger.TEN.pow(NANO_PRECISION - precision).intValueExact()
            * (int) Math.floorMod(value, second);
    return TimestampString.fromMillisSinceEpoch(
            TimeUnit.SECONDS.toMillis(Math.floorDiv(value, second)))
        .withNanos(nanos);
  }

  @Override
  public RexNode visit(Expression.IfThen ifThen, Context context) {
    return checked("a CASE", ifThen.getType(), super.visit(ifThen, context));
  }

  /** Isthmus reads columns only; a field of a row in one is a reference of several steps. */
  @Override
  public RexNode visit(FieldReference reference, Context context) {
    List<FieldReference.ReferenceSegment> segments = reference.segments();
    boolean isNested =
        segments.size() > 1
            && reference.inputExpression().isEmpty()
            && reference.outerReferenceStepsOut().isEmpty()
            && segments.stream().allMatch(FieldReference.StructField.class::isInstance);
    if (!isNested) {
      return super.visit(reference, context);
    }
    int last = segments.size() - 1;
    int column = offset(segments.get(last));
    // The row that the relation reads is on top of those that its subqueries could see.
    RelDataType row = context.getOuterRowTypeRangeMap(0).get(column);
    RexNode field = RexInputRef.of(column, row);
    for (int i = last - 1; i >= 0; i--) {
      field = rexBuilder.makeFieldAccess(field, offset(segments.get(i)));
    }
    return checked("a field of a row", reference.getType(), field);
  }

  private static int offset(FieldReference.ReferenceSegment segment) {
    return ((FieldReference.StructField) segment).offset();
  }

  private List<RexNode> operands(
      SqlOperator operator, Expression.ScalarFunctionInvocation call, Context context) {
    List<RexNode> operands = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      Expression argument = (Expression) call.arguments().get(i);
      operands.add(
          isSymbol(operator, i, call.arguments().size())
              ? symbol(operator, text(argument))
              : argument.accept(this, context));
    }
    return operands;
  }

  /** Units of time and the sides of TRIM are symbols in Calcite and text in the contract. */
  private static boolean isSymbol(SqlOperator operator, int position, int count) {
    if (operator == FlinkSqlOperatorTable.FLOOR || operator == FlinkSqlOperatorTable.CEIL) {
      return count == 2 && position == 1;
    }
    return position == 0
        && (operator == FlinkSqlOperatorTable.EXTRACT || operator == FlinkSqlOperatorTable.TRIM);
  }

  private RexNode symbol(SqlOperator operator, String text) {
    return operator == FlinkSqlOperatorTable.TRIM
        ? rexBuilder.makeFlag(SqlTrimFunction.Flag.valueOf(text))
        : rexBuilder.makeFlag(TimeUnitRange.valueOf(text));
  }

  private static String text(Expression argument) {
    if (argument instanceof Expression.StrLiteral literal) {
      return literal.value();
    }
    throw new IllegalArgumentException("a unit that is no text: " + argument);
  }

  private static RexNode checked(String what, Type plan, RexNode reading) {
    if (!isOf(reading.getType(), plan)) {
      throw different(what, plan, reading.getType());
    }
    return reading;
  }

  static boolean isOf(RelDataType calcite, Type plan) {
    try {
      return FlinkTypes.toSubstrait(calcite).equals(plan);
    } catch (UnsupportedTypeException e) {
      return false;
    }
  }

  static DifferentTypeException different(String what, Type plan, RelDataType calcite) {
    return new DifferentTypeException(what, text(plan), text(calcite));
  }

  private static String text(Type type) {
    return type.accept(new StringTypeVisitor());
  }

  private static String text(RelDataType type) {
    try {
      return text(FlinkTypes.toSubstrait(type));
    } catch (UnsupportedTypeException e) {
      return type.getFullTypeString();
    }
  }
}
