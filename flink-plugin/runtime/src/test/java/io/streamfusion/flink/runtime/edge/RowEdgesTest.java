package io.streamfusion.flink.runtime.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.runtime.edge.RandomRows.Text;
import io.streamfusion.flink.runtime.jni.FragmentHandle;
import io.streamfusion.flink.runtime.jni.IdentityFragment;
import io.streamfusion.flink.runtime.jni.NativeEngineException;
import io.streamfusion.flink.runtime.jni.OffHeap;
import io.streamfusion.substrait.proto.v1.OutputForm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.core.memory.MemorySegment;
import org.apache.flink.core.memory.MemorySegmentFactory;
import org.apache.flink.table.data.GenericArrayData;
import org.apache.flink.table.data.GenericMapData;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.data.utils.JoinedRowData;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows go through a fragment that hands out what it takes. Flink's own serializer is the oracle:
 * what comes out must have the bytes that it gives the row that went in.
 */
class RowEdgesTest {

  private static final int ROWS = 700;
  private static final int BATCH_ROWS = 300;
  private static final VarCharType STRING = VarCharType.STRING_TYPE;

  static Stream<LogicalType> types() {
    RowType inner = RowType.of(new IntType(), STRING, new TimestampType(9));
    return Stream.of(
        new BooleanType(),
        new TinyIntType(),
        new SmallIntType(),
        new IntType(),
        new BigIntType(),
        new FloatType(),
        new DoubleType(),
        new DecimalType(5, 2),
        new DecimalType(18, 0),
        new DecimalType(19, 3),
        new DecimalType(38, 18),
        new CharType(3),
        new VarCharType(10),
        STRING,
        new BinaryType(4),
        new VarBinaryType(VarBinaryType.MAX_LENGTH),
        new DateType(),
        new TimeType(3),
        new TimestampType(0),
        new TimestampType(3),
        new TimestampType(6),
        new TimestampType(9),
        new LocalZonedTimestampType(3),
        new LocalZonedTimestampType(6),
        new LocalZonedTimestampType(9),
        new YearMonthIntervalType(YearMonthIntervalType.YearMonthResolution.YEAR_TO_MONTH),
        new DayTimeIntervalType(DayTimeIntervalType.DayTimeResolution.DAY_TO_SECOND),
        new ArrayType(new BooleanType()),
        new ArrayType(new SmallIntType()),
        new ArrayType(new IntType()),
        new ArrayType(new FloatType()),
        new ArrayType(new DoubleType()),
        new ArrayType(STRING),
        new ArrayType(new DecimalType(10, 2)),
        new ArrayType(new DecimalType(30, 5)),
        new ArrayType(new TimestampType(3)),
        new ArrayType(new TimestampType(6)),
        new ArrayType(new ArrayType(new TinyIntType())),
        new MapType(STRING, new BigIntType()),
        new MapType(new IntType(), new ArrayType(STRING)),
        new MultisetType(STRING),
        inner,
        RowType.of(inner, new DoubleType()),
        new ArrayType(inner),
        new MapType(STRING, inner));
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyTypeComesOutAsFlinkSerializesIt(LogicalType type) throws Exception {
    check(RowType.of(new IntType(), type, type), 0.2, false);
  }

  @Test
  void allTypesTogether() throws Exception {
    RowType rowType = RowType.of(types().toArray(LogicalType[]::new));
    check(rowType, 0.3, true);
    check(rowType, 0.0, false);
  }

  private static void check(RowType rowType, double nulls, boolean insertOnly) throws Exception {
    for (OutputForm form :
        List.of(OutputForm.OUTPUT_FORM_BINARY_ROWS, OutputForm.OUTPUT_FORM_COLUMNS)) {
      try (FragmentHandle fragment = IdentityFragment.open(rowType, insertOnly, form, BATCH_ROWS)) {
        List<RowData> rows = rows(rowType, nulls, insertOnly);
        List<byte[]> out = new ArrayList<>();
        RowDataSerializer serializer = new RowDataSerializer(rowType);
        RowCollector collector = row -> out.add(bytes(serializer, row));
        for (RowData row : rows) {
          if (fragment.writer(0).write(row)) {
            fragment.push(0, collector);
          }
        }
        fragment.push(0, collector);

        assertThat(out).hasSameSizeAs(rows);
        for (int i = 0; i < rows.size(); i++) {
          assertThat(out.get(i))
              .as("%s, row %d of class %s", form, i, rows.get(i).getClass().getSimpleName())
              .isEqualTo(bytes(serializer, rows.get(i)));
        }
      }
    }
  }

  /** Rows of four classes: objects with text as bytes and as strings, binary, and any other. */
  private static List<RowData> rows(RowType rowType, double nulls, boolean insertOnly) {
    RandomRows withBytes = new RandomRows(7, Text.BYTES, nulls);
    RandomRows withStrings = new RandomRows(8, Text.JAVA_STRING, nulls);
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    List<RowData> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      RandomRows source = i % 2 == 0 ? withBytes : withStrings;
      GenericRowData row = source.next(rowType, insertOnly);
      switch (i % 5) {
        case 0:
        case 1:
          rows.add(row);
          break;
        case 2:
          rows.add(serializer.toBinaryRow(row).copy());
          break;
        case 3:
          rows.add(offHeap(serializer.toBinaryRow(row)));
          break;
        default:
          JoinedRowData joined = new JoinedRowData(row.getRowKind(), row, new GenericRowData(0));
          rows.add(joined);
          break;
      }
    }
    return rows;
  }

  private static BinaryRowData offHeap(BinaryRowData row) {
    MemorySegment segment =
        MemorySegmentFactory.wrapOffHeapMemory(ByteBuffer.allocateDirect(row.getSizeInBytes() + 8));
    byte[] bytes = BinarySegmentUtils.copyToBytes(row.getSegments(), 0, row.getSizeInBytes());
    segment.put(8, bytes);
    BinaryRowData copy = new BinaryRowData(row.getArity());
    copy.pointTo(segment, 8, bytes.length);
    return copy;
  }

  private static byte[] bytes(RowDataSerializer serializer, RowData row) {
    BinaryRowData binary = serializer.toBinaryRow(row);
    return BinarySegmentUtils.copyToBytes(
        binary.getSegments(), binary.getOffset(), binary.getSizeInBytes());
  }

  @Test
  void readsBinaryRowsThatSpanSegments() throws Exception {
    RowType rowType = RowType.of(STRING, new DecimalType(38, 10), new ArrayType(STRING));
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    RandomRows source = new RandomRows(3, Text.BYTES, 0.1);
    try (FragmentHandle fragment =
        IdentityFragment.open(rowType, true, OutputForm.OUTPUT_FORM_BINARY_ROWS, 64)) {
      for (int i = 0; i < 50; i++) {
        BinaryRowData row = serializer.toBinaryRow(source.next(rowType, true)).copy();
        byte[] expected = bytes(serializer, row);
        List<byte[]> out = new ArrayList<>();
        fragment.writer(0).write(inSegments(row, 64));
        fragment.push(0, (RowCollector) result -> out.add(bytes(serializer, result)));
        assertThat(out).hasSize(1);
        assertThat(out.get(0)).isEqualTo(expected);
      }
    }
  }

  private static BinaryRowData inSegments(BinaryRowData row, int segmentSize) {
    byte[] bytes = BinarySegmentUtils.copyToBytes(row.getSegments(), 0, row.getSizeInBytes());
    int count = (bytes.length + segmentSize - 1) / segmentSize;
    MemorySegment[] segments = new MemorySegment[count];
    for (int i = 0; i < count; i++) {
      segments[i] = MemorySegmentFactory.allocateUnpooledSegment(segmentSize);
      int length = Math.min(segmentSize, bytes.length - i * segmentSize);
      segments[i].put(0, bytes, i * segmentSize, length);
    }
    BinaryRowData copy = new BinaryRowData(row.getArity());
    copy.pointTo(segments, 0, bytes.length);
    return copy;
  }

  @Test
  void aNestedFieldIsNullBelowANullRow() throws Exception {
    RowType inner = RowType.of(new BigIntType(), STRING);
    RowType rowType = RowType.of(new IntType(), RowType.of(inner, new IntType()));
    int[][] paths = {{1, 0, 1}, {0}, {1, 0, 0}, {1, 1}};
    GenericRowData full =
        GenericRowData.of(
            1, GenericRowData.of(GenericRowData.of(5L, BinaryStringData.fromString("x")), 6));
    GenericRowData middle = GenericRowData.of(2, GenericRowData.of(null, 7));
    GenericRowData none = GenericRowData.of(3, null);
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    List<String> out = new ArrayList<>();
    try (FragmentHandle fragment =
        IdentityFragment.open(rowType, paths, true, OutputForm.OUTPUT_FORM_COLUMNS, 16)) {
      for (GenericRowData row : List.of(full, middle, none)) {
        fragment.writer(0).write(row);
        fragment.writer(0).write(serializer.toBinaryRow(row).copy());
        fragment.writer(0).write(new JoinedRowData(row, new GenericRowData(0)));
      }
      fragment.push(0, (RowCollector) row -> out.add(text(row)));
    }
    assertThat(out)
        .containsExactly(
            "x,1,5,6",
            "x,1,5,6",
            "x,1,5,6",
            "null,2,null,7",
            "null,2,null,7",
            "null,2,null,7",
            "null,3,null,null",
            "null,3,null,null",
            "null,3,null,null");
  }

  private static String text(RowData row) {
    return (row.isNullAt(0) ? "null" : row.getString(0).toString())
        + ","
        + row.getInt(1)
        + ","
        + (row.isNullAt(2) ? "null" : String.valueOf(row.getLong(2)))
        + ","
        + (row.isNullAt(3) ? "null" : String.valueOf(row.getInt(3)));
  }

  /** Text is copied in words by its length, and looked at for what is not ASCII meanwhile. */
  @Test
  void textOfEveryLength() throws Exception {
    RowType rowType = RowType.of(STRING, STRING);
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    List<String> texts = new ArrayList<>();
    for (int length = 0; length <= OffHeap.SHORT_BYTES + 70; length++) {
      String ascii = "0123456789abcdefghijklmnopqrstuvwxyz~".repeat(20).substring(0, length);
      texts.add(ascii);
      for (String other : List.of("\u0080", "é", "ÿ", "€", "\uD83D\uDE00")) {
        texts.add(other + ascii);
        texts.add(ascii + other);
        texts.add(ascii.substring(0, length / 2) + other + ascii.substring(length / 2));
      }
    }
    List<RowData> rows = new ArrayList<>();
    for (String text : texts) {
      rows.add(GenericRowData.of(StringData.fromString(text), StringData.fromString("x" + text)));
      BinaryStringData bytes = BinaryStringData.fromBytes(text.getBytes(StandardCharsets.UTF_8));
      rows.add(GenericRowData.of(bytes, bytes));
      rows.add(serializer.toBinaryRow(GenericRowData.of(bytes, bytes)).copy());
    }
    List<byte[]> out = new ArrayList<>();
    RowCollector collector = row -> out.add(bytes(serializer, row));
    try (FragmentHandle fragment =
        IdentityFragment.open(rowType, true, OutputForm.OUTPUT_FORM_BINARY_ROWS, BATCH_ROWS)) {
      for (RowData row : rows) {
        if (fragment.writer(0).write(row)) {
          fragment.push(0, collector);
        }
      }
      fragment.push(0, collector);
    }
    assertThat(out).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(out.get(i)).as(rows.get(i).toString()).isEqualTo(bytes(serializer, rows.get(i)));
    }
  }

  @Test
  void writingDoesNotMaterializeText() throws Exception {
    RowType rowType = RowType.of(STRING);
    BinaryStringData text = BinaryStringData.fromString("held as a string");
    try (FragmentHandle fragment =
        IdentityFragment.open(rowType, true, OutputForm.OUTPUT_FORM_COLUMNS, 16)) {
      fragment.writer(0).write(GenericRowData.of(text));
      assertThat(text.getBinarySection()).isNull();
    }
  }

  @Test
  void aBatchIsFullByRowsAndByBytes() throws Exception {
    RowType rowType = RowType.of(STRING);
    try (FragmentHandle fragment =
        IdentityFragment.open(rowType, true, OutputForm.OUTPUT_FORM_COLUMNS, 16)) {
      SlabWriter writer = fragment.writer(0);
      RowData small = GenericRowData.of(BinaryStringData.fromString("x"));
      for (int i = 0; i < 15; i++) {
        assertThat(writer.write(small)).isFalse();
      }
      assertThat(writer.write(small)).isTrue();
      fragment.push(0, (RowCollector) row -> {});
      RowData large = GenericRowData.of(BinaryStringData.fromString("x".repeat(600_000)));
      assertThat(writer.write(large)).isFalse();
      assertThat(writer.write(large)).isTrue();
    }
  }

  @Test
  void aTimestampBeyondTheUnitIsATypedError() throws Exception {
    RowType rowType = RowType.of(new TimestampType(6));
    try (FragmentHandle fragment =
        IdentityFragment.open(rowType, true, OutputForm.OUTPUT_FORM_COLUMNS, 16)) {
      RowData row = GenericRowData.of(TimestampData.fromEpochMillis(Long.MAX_VALUE / 10));
      assertThatThrownBy(() -> fragment.writer(0).write(row))
          .isInstanceOfSatisfying(
              NativeEngineException.class,
              e -> assertThat(e.code()).isEqualTo("TIMESTAMP_OUT_OF_RANGE"));
    }
  }

  /**
   * The columns in front of the value that cannot cross have taken values, NULLs and elements of
   * its row already; none of them may show.
   */
  @ParameterizedTest
  @EnumSource(RowClass.class)
  void aRowThatCannotCrossLeavesNoTrace(RowClass rowClass) throws Exception {
    RowType rowType =
        RowType.of(
            STRING,
            new BigIntType(),
            new ArrayType(STRING),
            new MapType(new IntType(), STRING),
            RowType.of(new IntType(), new ArrayType(new IntType())),
            new ArrayType(new TimestampType(6)),
            new TimestampType(6));
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    List<RowData> good = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      good.add(rowOfAllKinds(i, i % 3 == 0, TimestampData.fromEpochMillis(i), 1));
    }
    TimestampData tooLate = TimestampData.fromEpochMillis(Long.MAX_VALUE / 10);
    List<byte[]> out = new ArrayList<>();
    try (FragmentHandle fragment =
        IdentityFragment.open(rowType, true, OutputForm.OUTPUT_FORM_BINARY_ROWS, 64)) {
      SlabWriter writer = fragment.writer(0);
      for (int i = 0; i < good.size(); i++) {
        writer.write(rowClass.of(good.get(i), serializer));
        // Fails in the last column, or between two elements of the last but one.
        RowData bad = rowOfAllKinds(i, i % 2 == 0, tooLate, i % 4 < 2 ? 1 : 3);
        assertThatThrownBy(() -> writer.write(rowClass.of(bad, serializer)))
            .isInstanceOf(NativeEngineException.class);
        assertThat(writer.rows()).isEqualTo(i % 7 + 1);
        if (i % 7 == 6) {
          fragment.push(0, (RowCollector) row -> out.add(bytes(serializer, row)));
        }
      }
      fragment.push(0, (RowCollector) row -> out.add(bytes(serializer, row)));
    }
    assertThat(out).hasSameSizeAs(good);
    for (int i = 0; i < out.size(); i++) {
      assertThat(out.get(i)).as("row %d", i).isEqualTo(bytes(serializer, good.get(i)));
    }
  }

  /** With {@code elements} above 1, the last of the array is {@code last} and one is NULL. */
  private static RowData rowOfAllKinds(int i, boolean nulls, TimestampData last, int elements) {
    StringData text = StringData.fromString("text " + i);
    Object[] times = new Object[elements];
    times[elements - 1] = elements == 1 ? TimestampData.fromEpochMillis(7) : last;
    return GenericRowData.of(
        nulls ? null : text,
        nulls ? null : (long) i,
        new GenericArrayData(new Object[] {text, nulls ? null : text}),
        nulls ? null : new GenericMapData(Map.of(i, text)),
        nulls ? null : GenericRowData.of(i, new GenericArrayData(new int[] {i, i + 1})),
        new GenericArrayData(times),
        last);
  }

  private enum RowClass {
    GENERIC,
    BINARY,
    ANY;

    RowData of(RowData row, RowDataSerializer serializer) {
      return switch (this) {
        case GENERIC -> row;
        case BINARY -> serializer.toBinaryRow(row).copy();
        case ANY -> new JoinedRowData(row, new GenericRowData(0));
      };
    }
  }

  @Test
  void framesOfOneFragmentAreRowsOfAnother() throws Exception {
    RowType rowType = RowType.of(types().toArray(LogicalType[]::new));
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    List<byte[]> frames = new ArrayList<>();
    List<byte[]> out = new ArrayList<>();
    List<RowData> rows = rows(rowType, 0.2, false);
    try (FragmentHandle first =
            IdentityFragment.open(rowType, false, OutputForm.OUTPUT_FORM_FRAMES, BATCH_ROWS);
        FragmentHandle second =
            IdentityFragment.openForFrames(rowType, OutputForm.OUTPUT_FORM_BINARY_ROWS)) {
      FragmentHandle.EventHandler toFrames =
          new Events() {
            @Override
            public void frame(int output, FragmentHandle.Frame frame) {
              byte[] bytes = new byte[frame.bytes().remaining()];
              frame.bytes().get(bytes);
              frames.add(bytes);
            }
          };
      for (RowData row : rows) {
        if (first.writer(0).write(row)) {
          first.push(0, toFrames);
        }
      }
      first.push(0, toFrames);
      assertThat(frames).hasSizeGreaterThan(1);
      for (byte[] frame : frames) {
        second.writer(0).writeFrame(MemorySegmentFactory.wrap(frame));
      }
      second.push(0, (RowCollector) row -> out.add(bytes(serializer, row)));
    }
    assertThat(out).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      assertThat(out.get(i)).as("row %d", i).isEqualTo(bytes(serializer, rows.get(i)));
    }
  }

  @Test
  void signalsKeepTheirPlace() throws Exception {
    RowType rowType = RowType.of(new BigIntType());
    List<String> events = new ArrayList<>();
    FragmentHandle.EventHandler handler =
        new FragmentHandle.EventHandler() {
          @Override
          public void row(int output, RowData row) {
            events.add("row " + row.getLong(0));
          }

          @Override
          public void watermark(int output, long timestamp) {
            events.add("watermark " + timestamp);
          }

          @Override
          public void status(int output, boolean active) {
            events.add(active ? "active" : "idle");
          }

          @Override
          public void frame(int output, FragmentHandle.Frame frame) {
            events.add("frame");
          }
        };
    try (FragmentHandle fragment =
        IdentityFragment.open(rowType, true, OutputForm.OUTPUT_FORM_BINARY_ROWS, 16)) {
      fragment.writer(0).write(GenericRowData.of(1L));
      fragment.push(0, handler);
      fragment.watermark(0, 17, handler);
      fragment.status(0, false, handler);
      fragment.status(0, true, handler);
      fragment.writer(0).write(GenericRowData.of(2L));
      fragment.push(0, handler);
      assertThat(fragment.metrics()[0]).isEqualTo(2);
    }
    assertThat(events).containsExactly("row 1", "watermark 17", "idle", "active", "row 2");
  }

  /** An event handler that expects rows only. */
  @FunctionalInterface
  interface RowCollector extends FragmentHandle.EventHandler {

    void collect(RowData row) throws Exception;

    @Override
    default void row(int output, RowData row) throws Exception {
      collect(row);
    }

    @Override
    default void watermark(int output, long timestamp) {
      throw new AssertionError("an unexpected watermark");
    }

    @Override
    default void status(int output, boolean active) {
      throw new AssertionError("an unexpected status");
    }

    @Override
    default void frame(int output, FragmentHandle.Frame frame) {
      throw new AssertionError("an unexpected frame");
    }
  }

  /** An event handler that expects nothing. */
  abstract static class Events implements RowCollector {
    @Override
    public void collect(RowData row) {
      throw new AssertionError("an unexpected row");
    }
  }
}
