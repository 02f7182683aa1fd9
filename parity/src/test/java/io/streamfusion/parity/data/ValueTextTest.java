package io.streamfusion.parity.data;

import static org.apache.flink.table.api.DataTypes.ARRAY;
import static org.apache.flink.table.api.DataTypes.BIGINT;
import static org.apache.flink.table.api.DataTypes.BOOLEAN;
import static org.apache.flink.table.api.DataTypes.BYTES;
import static org.apache.flink.table.api.DataTypes.DATE;
import static org.apache.flink.table.api.DataTypes.DECIMAL;
import static org.apache.flink.table.api.DataTypes.DOUBLE;
import static org.apache.flink.table.api.DataTypes.FIELD;
import static org.apache.flink.table.api.DataTypes.FLOAT;
import static org.apache.flink.table.api.DataTypes.INT;
import static org.apache.flink.table.api.DataTypes.MAP;
import static org.apache.flink.table.api.DataTypes.MULTISET;
import static org.apache.flink.table.api.DataTypes.ROW;
import static org.apache.flink.table.api.DataTypes.STRING;
import static org.apache.flink.table.api.DataTypes.TIME;
import static org.apache.flink.table.api.DataTypes.TIMESTAMP;
import static org.apache.flink.table.api.DataTypes.TIMESTAMP_LTZ;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.runner.ValueFormatter;
import java.util.List;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/** Values survive the way from text into Flink's structures and back. */
class ValueTextTest {
  @Test
  void valuesOfEveryTypeRoundTrip() {
    assertRoundTrip(INT(), "-2147483648", "null");
    assertRoundTrip(BIGINT(), "9223372036854775807");
    assertRoundTrip(BOOLEAN(), "true", "false");
    assertRoundTrip(FLOAT(), "-0.0", "NaN", "bits:7fc00001", "Infinity", "1.1");
    assertRoundTrip(DOUBLE(), "-0.0", "NaN", "bits:7ff8000000000001", "-Infinity", "4.9E-324");
    assertRoundTrip(DECIMAL(5, 2), "-999.99", "0.00");
    assertRoundTrip(DECIMAL(38, 10), "1234567890123456789012345678.0123456789");
    assertRoundTrip(STRING(), "''", "'it''s'", "'é😀'", "'\\n\\t\\\\'", "'a\\xff\\xc3b'");
    assertRoundTrip(BYTES(), "X'00ff'", "X''");
    assertRoundTrip(DATE(), "1969-12-31", "9999-12-31");
    assertRoundTrip(TIME(3), "12:34:56.789");
    assertRoundTrip(ARRAY(STRING()), "['a', null, '']", "[]");
    assertRoundTrip(MAP(STRING(), INT()), "{'a': 1, 'b': null}", "{}");
    assertRoundTrip(MAP(INT(), STRING()), "{1: 'x'}");
    assertRoundTrip(MULTISET(STRING()), "{'a': 2}");
    assertRoundTrip(ROW(FIELD("a", INT()), FIELD("b", STRING())), "(1, 'x')", "(null, null)");
  }

  @Test
  void timestampsKeepEveryDigit() {
    assertThat(format(TIMESTAMP(9), "1969-12-31 23:59:59.999999999"))
        .isEqualTo("1969-12-31T23:59:59.999999999");
    assertThat(format(TIMESTAMP(3), "0001-01-01 00:00:00")).isEqualTo("0001-01-01T00:00");
    assertThat(format(TIMESTAMP_LTZ(6), "2021-03-14T10:30:00.000001Z"))
        .isEqualTo("2021-03-14T10:30:00.000001");
  }

  @Test
  void elementsCarrySplitKindAndTime() {
    List<Element> elements =
        Element.parse(
            List.of("+I[1]", "3: -U[2]", "WM -5", "1: IDLE", "PAUSE 20", "SIGNAL s", "AWAIT t"),
            List.of(INT().getLogicalType()),
            new ValueParser(ValueParser.TextForm.JAVA));
    assertThat(elements).extracting(Element::split).containsExactly(0, 3, 0, 1, 0, 0, 0);
    assertThat(elements.get(1).row().getRowKind()).isEqualTo(RowKind.UPDATE_BEFORE);
    assertThat(elements)
        .extracting(Element::kind)
        .containsExactly(
            Element.Kind.ROW,
            Element.Kind.ROW,
            Element.Kind.WATERMARK,
            Element.Kind.IDLE,
            Element.Kind.PAUSE,
            Element.Kind.SIGNAL,
            Element.Kind.AWAIT);
    assertThat(elements.get(2).millis()).isEqualTo(-5);
    assertThat(elements.get(4).millis()).isEqualTo(20);
    assertThat(elements.get(5).signal()).isEqualTo("s");
    assertThat(elements.get(6).signal()).isEqualTo("t");
  }

  @Test
  void refusesWhatItCannotRead() {
    assertRefused(INT(), "[1, 2]", "expected ']'");
    assertRefused(INT(), "[x]", "not a INT");
    assertRefused(DECIMAL(3, 1), "[1.23]", "does not fit");
    assertRefused(STRING(), "['a]", "unterminated");
    assertRefused(BOOLEAN(), "[yes]", "not a BOOLEAN");
    assertRefused(INT(), "[1] x", "unexpected text");
  }

  private static void assertRoundTrip(DataType type, String... values) {
    for (String value : values) {
      assertThat(format(type, value)).isEqualTo(value);
    }
  }

  private static String format(DataType type, String value) {
    List<LogicalType> types = List.of(type.getLogicalType());
    GenericRowData row = new ValueParser(ValueParser.TextForm.BYTES).row("[" + value + "]", types);
    return new ValueFormatter(types).fields(row)[0];
  }

  private static void assertRefused(DataType type, String row, String message) {
    assertThatThrownBy(
            () ->
                new ValueParser(ValueParser.TextForm.JAVA).row(row, List.of(type.getLogicalType())))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(message);
  }
}
