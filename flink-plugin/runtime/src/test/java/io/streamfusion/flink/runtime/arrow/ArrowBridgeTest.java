package io.streamfusion.flink.runtime.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.arrow.c.ArrowArray;
import org.apache.arrow.c.ArrowSchema;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.BinaryType;
import org.apache.flink.table.types.logical.BooleanType;
import org.apache.flink.table.types.logical.CharType;
import org.apache.flink.table.types.logical.DateType;
import org.apache.flink.table.types.logical.DayTimeIntervalType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.FloatType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LocalZonedTimestampType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.MapType;
import org.apache.flink.table.types.logical.MultisetType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.SmallIntType;
import org.apache.flink.table.types.logical.TimeType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.TinyIntType;
import org.apache.flink.table.types.logical.VarBinaryType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.YearMonthIntervalType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values of every type go to columns and come back; the binary form shows that nothing changed. */
class ArrowBridgeTest {

  static List<Arguments> values() {
    RowType row = RowType.of(new LogicalType[] {new BigIntType(), new VarCharType(10)});
    return List.of(
        Arguments.of(new BooleanType(), List.of(true, false, true)),
        Arguments.of(new TinyIntType(), List.of((byte) -128, (byte) 0, (byte) 127)),
        Arguments.of(new SmallIntType(), List.of(Short.MIN_VALUE, (short) 1, Short.MAX_VALUE)),
        Arguments.of(new IntType(), List.of(Integer.MIN_VALUE, 0, Integer.MAX_VALUE)),
        Arguments.of(new BigIntType(), List.of(Long.MIN_VALUE, 0L, Long.MAX_VALUE)),
        Arguments.of(new FloatType(), List.of(-0.0f, Float.NaN, Float.MIN_VALUE)),
        Arguments.of(new DoubleType(), List.of(-0.0, Double.NEGATIVE_INFINITY, Double.MAX_VALUE)),
        Arguments.of(new DecimalType(5, 2), List.of(decimal("-999.99", 5, 2), decimal("0", 5, 2))),
        Arguments.of(
            new DecimalType(38, 10),
            List.of(
                decimal("-9999999999999999999999999999.9999999999", 38, 10),
                decimal("1.5", 38, 10))),
        Arguments.of(new CharType(3), List.of(text("abc"), text("ä  "))),
        Arguments.of(
            new VarCharType(VarCharType.MAX_LENGTH),
            List.of(text(""), text("日本"), ill(), text("x".repeat(5_000)))),
        Arguments.of(new BinaryType(2), List.of(new byte[] {1, -1})),
        Arguments.of(new VarBinaryType(9), List.of(new byte[0], new byte[] {0, 1, 2})),
        Arguments.of(new DateType(), List.of(-719_162, 0, 2_932_896)),
        Arguments.of(new TimeType(3), List.of(0, 86_399_999)),
        Arguments.of(
            new YearMonthIntervalType(YearMonthIntervalType.YearMonthResolution.MONTH),
            List.of(-13, 14)),
        Arguments.of(
            new DayTimeIntervalType(DayTimeIntervalType.DayTimeResolution.DAY),
            List.of(-1L, 86_400_000L)),
        Arguments.of(new TimestampType(0), List.of(timestamp(-62_135_596_800_000L, 0))),
        Arguments.of(new TimestampType(3), List.of(timestamp(253_402_300_799_999L, 0))),
        Arguments.of(
            new TimestampType(6),
            List.of(timestamp(-1L, 999_000), timestamp(253_402_300_799_999L, 999_000))),
        Arguments.of(
            new TimestampType(9),
            List.of(timestamp(-62_135_596_800_000L, 1), timestamp(253_402_300_799_999L, 999_999))),
        Arguments.of(new LocalZonedTimestampType(3), List.of(timestamp(-1L, 0))),
        Arguments.of(new LocalZonedTimestampType(6), List.of(timestamp(-1L, 1_000))),
        Arguments.of(new LocalZonedTimestampType(9), List.of(timestamp(5L, 7))),
        Arguments.of(
            row, List.of(GenericRowData.of(1L, text("a")), GenericRowData.of(null, text("b")))),
        Arguments.of(
            new ArrayType(new IntType()),
            List.of(array(), array(1, null, 3), array(new Object[] {null}))),
        Arguments.of(
            new ArrayType(new ArrayType(row)),
            List.of(array(array(GenericRowData.of(1L, null), null), null, array()))),
        Arguments.of(
            new MapType(new IntType(), new VarCharType(5)),
            List.of(
                new GenericMapData(Map.of(1, text("one"))),
                new GenericMapData(Map.of()),
                new GenericMapData(Collections.singletonMap(null, text("null key"))))),
        Arguments.of(
            new MultisetType(new BigIntType()), List.of(new GenericMapData(Map.of(7L, 2)))),
        Arguments.of(
            RowType.of(
                new LogicalType[] {new TimestampType(9), new ArrayType(new TimestampType(6))}),
            List.of(GenericRowData.of(timestamp(1, 1), array(timestamp(2, 2_000), null)))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void valuesComeBackUnchanged(LogicalType type, List<Object> values) {
    List<Object> withNulls = new ArrayList<>(values);
    withNulls.add(1, null);
    withNulls.add(null);

    assertThat(roundTrip(type, values)).isEqualTo(expected(type, values));
    assertThat(roundTrip(type, withNulls)).isEqualTo(expected(type, withNulls));
    assertThat(roundTrip(type, List.of())).isEmpty();
  }

  @Test
  void resultsThatAreNotReleasedAreNoticed() {
    try (BufferAllocator structs = new RootAllocator();
        ArrowArray array = ArrowArray.allocateNew(structs);
        ArrowSchema schema = ArrowSchema.allocateNew(structs)) {
      ArrowBridge bridge = new ArrowBridge();
      try (ArrowResult result = bridge.newResult(new BigIntType(), 1)) {
        result.addFirstField(GenericRowData.of(1L));
        result.export(array.memoryAddress(), schema.memoryAddress());
      }

      assertThat(bridge.allocatedBytes()).isPositive();
      assertThatThrownBy(bridge::close).hasMessageContaining("leak");

      array.release();
      schema.release();
    }
  }

  /** The values as one field of a struct column, which is how arguments arrive. */
  private static List<BinaryRowData> roundTrip(LogicalType type, List<Object> values) {
    RowType rowType = RowType.of(new LogicalType[] {new IntType(), type});
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    List<BinaryRowData> back = new ArrayList<>();
    try (BufferAllocator structs = new RootAllocator();
        ArrowArray array = ArrowArray.allocateNew(structs);
        ArrowSchema schema = ArrowSchema.allocateNew(structs);
        ArrowBridge bridge = new ArrowBridge()) {
      try (ArrowResult result = bridge.newResult(rowType, values.size())) {
        for (int i = 0; i < values.size(); i++) {
          result.addRow(GenericRowData.of(i, values.get(i)));
        }
        result.export(array.memoryAddress(), schema.memoryAddress());
      }
      try (ArrowRows rows =
          bridge.importRows(array.memoryAddress(), schema.memoryAddress(), rowType)) {
        assertThat(rows.rows()).isEqualTo(values.size());
        for (int i = 0; i < rows.rows(); i++) {
          back.add(serializer.toBinaryRow(rows.row(i)).copy());
        }
      }
      assertThat(bridge.allocatedBytes()).isZero();
    }
    return back;
  }

  private static List<BinaryRowData> expected(LogicalType type, List<Object> values) {
    RowDataSerializer serializer =
        new RowDataSerializer(RowType.of(new LogicalType[] {new IntType(), type}));
    List<BinaryRowData> rows = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      RowData row = GenericRowData.of(i, values.get(i));
      rows.add(serializer.toBinaryRow(row).copy());
    }
    return rows;
  }

  private static StringData text(String text) {
    return StringData.fromString(text);
  }

  /** Bytes that are no UTF-8; Flink passes them through. */
  private static StringData ill() {
    return BinaryStringData.fromBytes(new byte[] {'a', (byte) 0xFF, (byte) 0xC0, 'b'});
  }

  private static DecimalData decimal(String text, int precision, int scale) {
    return DecimalData.fromBigDecimal(new BigDecimal(text), precision, scale);
  }

  private static TimestampData timestamp(long millis, int nanos) {
    return TimestampData.fromEpochMillis(millis, nanos);
  }

  private static GenericArrayData array(Object... elements) {
    return new GenericArrayData(elements);
  }
}
