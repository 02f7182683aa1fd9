package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.CallConverter;
import io.streamfusion.translator.rex.Invocations;
import io.streamfusion.translator.rex.LiteralValues;
import io.streamfusion.translator.rex.Operands;
import io.substrait.expression.Expression;
import io.substrait.type.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.util.RangeSets;
import org.apache.calcite.util.Sarg;
import org.apache.flink.calcite.shaded.com.google.common.collect.Range;
import org.apache.flink.calcite.shaded.com.google.common.collect.RangeSet;
import org.apache.flink.table.planner.functions.sql.FlinkSqlOperatorTable;

/**
 * SEARCH, which IN, NOT IN, BETWEEN and chains of comparisons become. Follows Flink's
 * SearchOperatorGen: points are looked up in a set, ranges are comparisons joined by OR, and the
 * search argument says what NULL becomes. Which types that holds for is in {@link SearchTypes}.
 */
final class SearchCallConverter implements CallConverter {
  private static final String LOGIC = "logic";

  @Override
  public Optional<Expression> convert(RexCall call, Operands operands) {
    if (call.getOperator() != FlinkSqlOperatorTable.SEARCH) {
      return Optional.empty();
    }
    RexNode value = call.getOperands().get(0);
    RexLiteral argument = (RexLiteral) call.getOperands().get(1);
    Sarg<?> sarg = argument.getValueAs(Sarg.class);
    // The value appears several times, so that it must not hold a host call.
    return new Search<>(operands.convertGuarded(value), value.getType(), argument.getType())
        .convert(sarg);
  }

  /** One SEARCH: the value and how its bounds become literals. */
  private static final class Search<C extends Comparable<C>> {
    private final Expression value;
    private final RelDataType valueType;
    private final RelDataType literalType;
    private final Type truth;

    Search(Expression value, RelDataType valueType, RelDataType literalType) {
      this.value = value;
      this.valueType = valueType;
      this.literalType = literalType;
      this.truth = Type.withNullability(valueType.isNullable()).BOOLEAN;
    }

    @SuppressWarnings("unchecked") // A Sarg's element type is that of its literal.
    Optional<Expression> convert(Sarg<?> sarg) {
      RangeSet<C> ranges = (RangeSet<C>) (RangeSet<?>) sarg.rangeSet;
      Optional<Expression> found;
      if (sarg.isPoints()) {
        found = in(ranges);
      } else if (sarg.isComplementedPoints()) {
        found = in(ranges.complement()).flatMap(in -> logic("not", List.of(in)));
      } else {
        found = comparisons(ranges);
      }
      return found.flatMap(result -> withNull(result, sarg.nullAs));
    }

    private Optional<Expression> in(RangeSet<C> ranges) {
      List<C> points = ranges.asRanges().stream().map(Range::lowerEndpoint).toList();
      if (points.isEmpty() || !SearchTypes.findsPoints(valueType, literalType)) {
        return equalToAny(points);
      }
      List<Expression> arguments = new ArrayList<>();
      arguments.add(value);
      for (C point : points) {
        LiteralValues.in(point, literalType, valueType).ifPresent(arguments::add);
      }
      // Among points that no value of this type equals, the answer for NULL is still NULL.
      return arguments.size() == 1
          ? compare("equal", points.get(0))
          : Invocations.of(ComparisonCallConverter.FAMILY, "in", truth, arguments);
    }

    private Optional<Expression> equalToAny(List<C> points) {
      if (points.isEmpty() || !SearchTypes.equalsPoints(valueType, literalType)) {
        return Optional.empty();
      }
      List<Expression> checks = new ArrayList<>();
      for (C point : points) {
        Expression literal = LiteralValues.distinguishingZeros(point, literalType);
        compare("equal", literal).ifPresent(checks::add);
      }
      return checks.size() == points.size() ? any(checks) : Optional.empty();
    }

    private Optional<Expression> comparisons(RangeSet<C> ranges) {
      if (!SearchTypes.comparesRanges(valueType, literalType)) {
        return Optional.empty();
      }
      List<Expression> checks = new ArrayList<>();
      for (Range<C> range : ranges.asRanges()) {
        Optional<Expression> check = RangeSets.map(range, new Bounds());
        if (check.isEmpty()) {
          return Optional.empty();
        }
        checks.add(check.get());
      }
      return any(checks);
    }

    private Optional<Expression> any(List<Expression> checks) {
      return checks.size() == 1 ? Optional.of(checks.get(0)) : logic("or", checks);
    }

    private Optional<Expression> withNull(Expression result, RexUnknownAs nullAs) {
      switch (nullAs) {
        case TRUE:
          return nullTest("is_null").flatMap(test -> logic("or", List.of(test, result)));
        case FALSE:
          return nullTest("is_not_null").flatMap(test -> logic("and", List.of(result, test)));
        case UNKNOWN:
          return Optional.of(result);
      }
      throw new IllegalStateException("Not a null treatment: " + nullAs);
    }

    private Optional<Expression> nullTest(String name) {
      return Invocations.of(
          ComparisonCallConverter.FAMILY,
          name,
          Type.withNullability(false).BOOLEAN,
          List.of(value));
    }

    private Optional<Expression> logic(String name, List<Expression> arguments) {
      return name.equals("not")
          ? Invocations.of(LOGIC, name, truth, arguments)
          : Optional.of(Invocations.lowered(LOGIC, name, truth, arguments));
    }

    private Expression literal(C bound) {
      return LiteralValues.of(bound, literalType, valueType);
    }

    private Optional<Expression> compare(String name, C bound) {
      return compare(name, literal(bound));
    }

    private Optional<Expression> compare(String name, Expression literal) {
      return Invocations.of(ComparisonCallConverter.FAMILY, name, truth, List.of(value, literal));
    }

    private Optional<Expression> both(Optional<Expression> lower, Optional<Expression> upper) {
      return lower.flatMap(l -> upper.flatMap(u -> logic("and", List.of(l, u))));
    }

    private final class Bounds implements RangeSets.Handler<C, Optional<Expression>> {
      @Override
      public Optional<Expression> all() {
        return Optional.of(Expression.BoolLiteral.builder().value(true).nullable(false).build());
      }

      @Override
      public Optional<Expression> atLeast(C lower) {
        return compare("greater_than_or_equal", lower);
      }

      @Override
      public Optional<Expression> atMost(C upper) {
        return compare("less_than_or_equal", upper);
      }

      @Override
      public Optional<Expression> greaterThan(C lower) {
        return compare("greater_than", lower);
      }

      @Override
      public Optional<Expression> lessThan(C upper) {
        return compare("less_than", upper);
      }

      @Override
      public Optional<Expression> singleton(C point) {
        return compare("equal", point);
      }

      @Override
      public Optional<Expression> closed(C lower, C upper) {
        return both(compare("greater_than_or_equal", lower), compare("less_than_or_equal", upper));
      }

      @Override
      public Optional<Expression> closedOpen(C lower, C upper) {
        return both(compare("greater_than_or_equal", lower), compare("less_than", upper));
      }

      @Override
      public Optional<Expression> openClosed(C lower, C upper) {
        return both(compare("greater_than", lower), compare("less_than_or_equal", upper));
      }

      @Override
      public Optional<Expression> open(C lower, C upper) {
        return both(compare("greater_than", lower), compare("less_than", upper));
      }
    }
  }
}
