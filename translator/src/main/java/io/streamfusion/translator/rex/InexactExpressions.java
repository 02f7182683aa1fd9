package io.streamfusion.translator.rex;

import io.streamfusion.translator.support.ReasonCode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexPatternFieldRef;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexTableInputRef;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.Sarg;
import org.apache.flink.table.functions.BuiltInFunctionDefinition;
import org.apache.flink.table.functions.BuiltInFunctionDefinitions;
import org.apache.flink.table.functions.FunctionDefinition;
import org.apache.flink.table.planner.functions.bridging.BridgingSqlFunction;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/**
 * Finds what not even Flink's own generated code reproduces inside the engine, because the answer
 * depends on how Flink holds a value or on something that the engine does not keep.
 */
final class InexactExpressions extends RexVisitorImpl<Void> {
  private static final Set<SqlKind> ORDERINGS =
      Set.of(
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL);

  private static final Set<SqlKind> EQUALITIES =
      Set.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.IS_DISTINCT_FROM,
          SqlKind.IS_NOT_DISTINCT_FROM);

  private static final Set<SqlTypeName> NESTED =
      Set.of(SqlTypeName.ARRAY, SqlTypeName.MAP, SqlTypeName.MULTISET, SqlTypeName.ROW);

  private static final Set<FunctionDefinition> ORDERING_FUNCTIONS =
      Set.of(BuiltInFunctionDefinitions.GREATEST, BuiltInFunctionDefinitions.LEAST);

  private static final Set<String> CASTS = Set.of("CAST", "TRY_CAST", "REINTERPRET");

  /** Up to this precision the engine holds a timestamp without nanoseconds. */
  private static final int MICROSECONDS = 6;

  private static final Set<SqlOperator> TRIMS =
      Set.of(FlinkSqlOperatorTable.TRIM, FlinkSqlOperatorTable.LTRIM, FlinkSqlOperatorTable.RTRIM);

  private static final Set<SqlOperator> LETTER_CASES =
      Set.of(FlinkSqlOperatorTable.UPPER, FlinkSqlOperatorTable.LOWER);

  /** Where Java maps ASCII letters in its own way; BinaryStringData maps bytes as in English. */
  private static final Set<String> DOTTED_I_LANGUAGES = Set.of("tr", "az");

  private static final Set<SqlOperator> ROUNDINGS =
      Set.of(FlinkSqlOperatorTable.ROUND, FlinkSqlOperatorTable.TRUNCATE);

  private InexactExpressions() {
    super(true);
  }

  /**
   * @throws InexactExpressionException if the expression holds such a thing
   */
  static void check(RexNode node) {
    node.accept(new InexactExpressions());
  }

  @Override
  public Void visitCall(RexCall call) {
    SqlOperator operator = call.getOperator();
    if (ORDERINGS.contains(call.getKind()) && hasText(call.getOperands())) {
      throw textOrder(call);
    }
    if (LETTER_CASES.contains(operator)
        && DOTTED_I_LANGUAGES.contains(Locale.getDefault().getLanguage())) {
      throw new InexactExpressionException(
          ReasonCode.REPRESENTATION_DEPENDENT,
          "in this locale the case of 'i' depends on how Flink holds the text: " + call);
    }
    if (operator == FlinkSqlOperatorTable.SEARCH && searchesTextRanges(call)) {
      throw textOrder(call);
    }
    if (EQUALITIES.contains(call.getKind()) && hasNested(call.getOperands())) {
      throw nestedEquality(call);
    }
    if (TRIMS.contains(operator)) {
      checkTrim(call);
    }
    if (ROUNDINGS.contains(operator) && !hasDeclaredScale(call)) {
      throw new InexactExpressionException(
          ReasonCode.REPRESENTATION_DEPENDENT,
          "the value has another scale than its type, and reads as another number once it was"
              + " serialized: "
              + call);
    }
    if (narrowsNanoseconds(call)) {
      throw new InexactExpressionException(
          ReasonCode.REPRESENTATION_DEPENDENT,
          "Flink may keep nanoseconds that the narrower timestamp does not have: " + call);
    }
    if (operator == FlinkSqlOperatorTable.ITEM
        && call.getOperands().get(0).getType().getSqlTypeName() == SqlTypeName.MAP
        && call.getOperands().get(0).getType().getValueType().isNullable()) {
      throw new InexactExpressionException(
          ReasonCode.REPRESENTATION_DEPENDENT,
          "the value of a map entry that is NULL depends on how Flink holds the map: " + call);
    }
    if (operator == FlinkSqlOperatorTable.STREAMRECORD_TIMESTAMP) {
      throw new InexactExpressionException(
          ReasonCode.EXPRESSION_NOT_SUPPORTED,
          "record timestamps do not travel inside the engine: " + call);
    }
    if (operator instanceof BridgingSqlFunction function) {
      checkDefinition(function.getDefinition(), call);
    }
    return super.visitCall(call);
  }

  private static void checkDefinition(FunctionDefinition definition, RexCall call) {
    if (ORDERING_FUNCTIONS.contains(definition) && hasText(call.getOperands())) {
      throw textOrder(call);
    }
    if (definition instanceof BuiltInFunctionDefinition
        && call.getOperands().stream().anyMatch(operand -> hasNestedElements(operand.getType()))) {
      // Many functions on collections compare elements.
      throw nestedEquality(call);
    }
    if (definition == BuiltInFunctionDefinitions.BTRIM) {
      checkTrim(call);
    }
  }

  /**
   * Whether the result of ROUND or TRUNCATE has the scale of the call's type: {@code
   * DecimalDataUtils.sround} takes the scale from the number of digits, which the type follows only
   * where that is a literal.
   */
  private static boolean hasDeclaredScale(RexCall call) {
    if (call.getType().getSqlTypeName() != SqlTypeName.DECIMAL) {
      return true;
    }
    int digits = 0;
    if (call.getOperands().size() > 1) {
      if (!(call.getOperands().get(1) instanceof RexLiteral literal) || literal.isNull()) {
        return false;
      }
      digits = literal.getValueAs(BigDecimal.class).intValue();
    }
    int scale = Math.min(call.getOperands().get(0).getType().getScale(), Math.max(digits, 0));
    return call.getType().getScale() == scale;
  }

  /**
   * {@code DateTimeUtils.truncate} returns a timestamp as it is if its nanoseconds, written as a
   * number, have no more digits than the target's precision: 1 ns stays in a TIMESTAMP(3).
   */
  private static boolean narrowsNanoseconds(RexCall call) {
    return CASTS.contains(call.getOperator().getName())
        && isTimestamp(call.getType())
        && isTimestamp(call.getOperands().get(0).getType())
        && call.getOperands().get(0).getType().getPrecision() > MICROSECONDS
        && call.getType().getPrecision() <= MICROSECONDS;
  }

  private static boolean isTimestamp(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  /** Flink's generated code asks whether both values are in binary form before it compares them. */
  private static InexactExpressionException nestedEquality(RexCall call) {
    return new InexactExpressionException(
        ReasonCode.REPRESENTATION_DEPENDENT,
        "the equality of nested values depends on how Flink holds them: " + call);
  }

  private static boolean hasNested(List<RexNode> operands) {
    return operands.stream().map(RexNode::getType).anyMatch(InexactExpressions::isNested);
  }

  private static boolean isNested(RelDataType type) {
    return NESTED.contains(type.getSqlTypeName());
  }

  private static boolean hasNestedElements(RelDataType type) {
    return (type.getComponentType() != null && isNested(type.getComponentType()))
        || (type.getKeyType() != null && isNested(type.getKeyType()))
        || (type.getValueType() != null && isNested(type.getValueType()));
  }

  private static InexactExpressionException textOrder(RexCall call) {
    return new InexactExpressionException(
        ReasonCode.REPRESENTATION_DEPENDENT,
        "the order of text depends on how Flink holds it: " + call);
  }

  private static boolean hasText(List<RexNode> operands) {
    return operands.stream().map(RexNode::getType).anyMatch(InexactExpressions::isText);
  }

  private static boolean isText(RelDataType type) {
    return SqlTypeName.CHAR_TYPES.contains(type.getSqlTypeName());
  }

  private static boolean searchesTextRanges(RexCall call) {
    if (!isText(call.getOperands().get(0).getType())) {
      return false;
    }
    Sarg<?> sarg = ((RexLiteral) call.getOperands().get(1)).getValueAs(Sarg.class);
    return !sarg.isPoints() && !sarg.isComplementedPoints();
  }

  /** A set of several characters that starts with a blank is read in two ways. */
  private static void checkTrim(RexCall call) {
    List<RexNode> operands = call.getOperands();
    boolean setFirst = call.getOperator() == FlinkSqlOperatorTable.TRIM;
    if (!setFirst && operands.size() < 2) {
      return;
    }
    RexNode set = operands.get(1);
    if (set instanceof RexLiteral literal
        && literal.getValue() instanceof NlsString text
        && (text.getValue().length() <= 1 || !text.getValue().startsWith(" "))) {
      return;
    }
    throw new InexactExpressionException(
        ReasonCode.REPRESENTATION_DEPENDENT,
        "trimming a set that may start with a blank depends on how Flink holds it: " + call);
  }

  @Override
  public Void visitOver(RexOver over) {
    throw unsupported("OVER", over);
  }

  @Override
  public Void visitSubQuery(RexSubQuery subQuery) {
    throw unsupported("a subquery", subQuery);
  }

  @Override
  public Void visitDynamicParam(RexDynamicParam parameter) {
    throw unsupported("a parameter", parameter);
  }

  @Override
  public Void visitCorrelVariable(RexCorrelVariable variable) {
    throw unsupported("a correlation variable", variable);
  }

  @Override
  public Void visitTableInputRef(RexTableInputRef ref) {
    throw unsupported("a table reference", ref);
  }

  @Override
  public Void visitPatternFieldRef(RexPatternFieldRef ref) {
    throw unsupported("a pattern reference", ref);
  }

  private static InexactExpressionException unsupported(String what, RexNode node) {
    return new InexactExpressionException(
        ReasonCode.EXPRESSION_NOT_SUPPORTED, what + " cannot be evaluated per row: " + node);
  }
}
