package io.streamfusion.translator.calcite;

import io.substrait.expression.Expression;
import io.substrait.expression.FunctionArg;
import io.substrait.isthmus.SubstraitRelNodeConverter;
import io.substrait.isthmus.expression.ScalarFunctionConverter;
import io.substrait.isthmus.expression.WindowFunctionConverter;
import io.substrait.relation.Aggregate;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.tools.RelBuilder;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;

/** Isthmus' converter with our functions. */
final class RelationReader extends SubstraitRelNodeConverter {

  private final CalciteTypes types;

  RelationReader(FlinkTypeFactory factory, CalciteTypes types, RelBuilder builder) {
    super(
        factory,
        builder,
        new ScalarFunctionConverter(List.of(), factory),
        new Operators.Aggregates(factory),
        new WindowFunctionConverter(List.of(), factory),
        types,
        new ExpressionReader(factory, types));
    this.types = types;
  }

  /** Isthmus gives each call the plan's type; here, it must be what Calcite derives. */
  @Override
  public RelNode visit(Aggregate aggregate, Context context) {
    int keys = aggregate.getGroupings().stream().mapToInt(g -> g.getExpressions().size()).sum();
    for (Aggregate.Measure measure : aggregate.getMeasures()) {
      SqlAggFunction function =
          Operators.aggregate(measure.getFunction().declaration().key()).orElseThrow();
      RelDataType derived =
          function.inferReturnType(
              new org.apache.calcite.rel.core.Aggregate.AggCallBinding(
                  typeFactory,
                  function,
                  measure.getFunction().arguments().stream().map(this::typeOf).toList(),
                  keys,
                  measure.getPreMeasureFilter().isPresent()));
      if (!ExpressionReader.isOf(derived, measure.getFunction().outputType())) {
        throw ExpressionReader.different(
            "the call of " + measure.getFunction().declaration().name(),
            measure.getFunction().outputType(),
            derived);
      }
    }
    return super.visit(aggregate, context);
  }

  private RelDataType typeOf(FunctionArg argument) {
    return types.of(((Expression) argument).getType());
  }
}
