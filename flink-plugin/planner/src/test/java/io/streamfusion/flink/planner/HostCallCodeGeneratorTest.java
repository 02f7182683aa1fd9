package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.util.MockStreamingRuntimeContext;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.calcite.FlinkTypeSystem;
import org.apache.flink.table.runtime.generated.GeneratedFunction;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;

class HostCallCodeGeneratorTest {
  private static final ClassLoader LOADER = HostCallCodeGeneratorTest.class.getClassLoader();
  private static final RowType ARGUMENTS = RowType.of(new BigIntType(), VarCharType.STRING_TYPE);

  private final FlinkTypeFactory types = new FlinkTypeFactory(LOADER, FlinkTypeSystem.INSTANCE);
  private final RexBuilder rex = new RexBuilder(types);

  @Test
  void collectsOneRowOfResultsPerRowOfArguments() throws Exception {
    RexNode upper = rex.makeCall(SqlStdOperatorTable.UPPER, rex.makeInputRef(type(1), 1));
    RexNode sum =
        rex.makeCall(
            SqlStdOperatorTable.PLUS, rex.makeInputRef(type(0), 0), rex.makeInputRef(type(0), 0));

    List<RowData> results =
        evaluate(
            List.of(upper, sum),
            RowType.of(VarCharType.STRING_TYPE, new BigIntType()),
            GenericRowData.of(21L, StringData.fromString("straße")));

    assertThat(results).hasSize(1);
    assertThat(results.get(0).getString(0)).hasToString("STRASSE");
    assertThat(results.get(0).getLong(1)).isEqualTo(42L);
  }

  @Test
  void keepsNulls() throws Exception {
    RexNode upper = rex.makeCall(SqlStdOperatorTable.UPPER, rex.makeInputRef(type(1), 1));

    List<RowData> results =
        evaluate(
            List.of(upper), RowType.of(VarCharType.STRING_TYPE), GenericRowData.of(null, null));

    assertThat(results).hasSize(1);
    assertThat(results.get(0).isNullAt(0)).isTrue();
  }

  @Test
  void collectsNothingWhereTheConditionIsNotTrue() throws Exception {
    RexNode sum =
        rex.makeCall(
            SqlStdOperatorTable.PLUS, rex.makeInputRef(type(0), 0), rex.makeInputRef(type(0), 0));
    RexNode condition =
        rex.makeCall(
            SqlStdOperatorTable.GREATER_THAN,
            sum,
            rex.makeExactLiteral(BigDecimal.TEN, types.createSqlType(SqlTypeName.BIGINT)));
    RowType results = RowType.of(new BigIntType());

    assertThat(evaluate(Optional.of(condition), List.of(sum), results, GenericRowData.of(6L, null)))
        .extracting(row -> row.getLong(0))
        .containsExactly(12L);
    assertThat(evaluate(Optional.of(condition), List.of(sum), results, GenericRowData.of(5L, null)))
        .isEmpty();
    assertThat(
            evaluate(Optional.of(condition), List.of(sum), results, GenericRowData.of(null, null)))
        .isEmpty();
  }

  private RelDataType type(int field) {
    return types.createFieldTypeFromLogicalType(ARGUMENTS.getTypeAt(field));
  }

  private static List<RowData> evaluate(List<RexNode> expressions, RowType results, RowData row)
      throws Exception {
    return evaluate(Optional.empty(), expressions, results, row);
  }

  private static List<RowData> evaluate(
      Optional<RexNode> condition, List<RexNode> expressions, RowType results, RowData row)
      throws Exception {
    GeneratedFunction<ProcessFunction<RowData, RowData>> generated =
        new HostCallCodeGenerator(new Configuration(), LOADER)
            .generate("Call", ARGUMENTS, condition, expressions, results);
    ProcessFunction<RowData, RowData> function = generated.newInstance(LOADER);
    function.setRuntimeContext(new MockStreamingRuntimeContext(1, 0));
    function.open(new OpenContext() {});
    List<RowData> collected = new ArrayList<>();
    function.processElement(row, null, collector(collected));
    function.close();
    return collected;
  }

  private static Collector<RowData> collector(List<RowData> rows) {
    return new Collector<>() {
      @Override
      public void collect(RowData row) {
        rows.add(row);
      }

      @Override
      public void close() {}
    };
  }
}
