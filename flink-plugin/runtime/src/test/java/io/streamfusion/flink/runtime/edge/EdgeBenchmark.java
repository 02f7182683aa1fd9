package io.streamfusion.flink.runtime.edge;

import com.sun.management.ThreadMXBean;
import io.streamfusion.flink.runtime.jni.FragmentHandle;
import io.streamfusion.flink.runtime.jni.IdentityFragment;
import io.streamfusion.substrait.proto.v1.OutputForm;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.data.binary.BinaryStringData;
import org.apache.flink.table.data.utils.JoinedRowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;

/**
 * What it costs to cross a row edge, on one core, with Nexmark bids that stay in cache. Beside it,
 * in the same run, what Flink does between chained operators without object reuse: {@code
 * RowDataSerializer.copy}.
 *
 * <p>Every figure is the median of {@link #ROUNDS} rounds in nanoseconds of CPU time per row, so
 * that other load on the machine counts as little as possible. Before a round all four row classes
 * go through the writer, so that it is measured as a job with mixed classes sees it.
 */
public final class EdgeBenchmark {

  private static final int BATCH = 2048;
  private static final int BATCHES_PER_ROUND = 50;
  private static final int ROUNDS = 15;
  private static final int WARM_UP_ROUNDS = 12;
  private static final VarCharType STRING = VarCharType.STRING_TYPE;
  private static final RowType BID =
      RowType.of(
          new LogicalType[] {
            new BigIntType(),
            new BigIntType(),
            new BigIntType(),
            STRING,
            STRING,
            new TimestampType(3),
            STRING
          },
          new String[] {"auction", "bidder", "price", "channel", "url", "dateTime", "extra"});
  private static final int[][] ALL = {{0}, {1}, {2}, {3}, {4}, {5}, {6}};
  private static final int[][] THREE = {{0}, {2}, {4}};
  private static final int[][] TWO_BIGINTS = {{0}, {2}};

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final RowData[] withBytes = new RowData[BATCH];
  private final RowData[] withStrings = new RowData[BATCH];
  private final RowData[] binary = new RowData[BATCH];
  private final RowData[] joined = new RowData[BATCH];
  private long blackhole;

  /** Makes the rows of one class after those of another, as a source would leave them in memory. */
  private EdgeBenchmark() {
    RowDataSerializer serializer = new RowDataSerializer(BID);
    fill(withBytes, EdgeBenchmark::bytes);
    fill(withStrings, StringData::fromString);
    fill(binary, EdgeBenchmark::bytes);
    for (int i = 0; i < BATCH; i++) {
      binary[i] = serializer.toBinaryRow(binary[i]).copy();
      joined[i] = new JoinedRowData(withBytes[i], new GenericRowData(0));
    }
    System.gc();
  }

  private static void fill(RowData[] rows, Function<String, StringData> text) {
    Random random = new Random(42);
    for (int i = 0; i < rows.length; i++) {
      String channel = "channel-" + random.nextInt(10_000);
      String url =
          "https://www.nexmark.com/"
              + Integer.toString(random.nextInt(), 36)
              + "/item.htm?query=1&channel_id="
              + random.nextInt(1 << 20);
      rows[i] =
          GenericRowData.of(
              1000L + random.nextInt(100_000),
              (long) random.nextInt(10_000),
              (long) random.nextInt(1 << 30),
              text.apply(channel),
              text.apply(url),
              TimestampData.fromEpochMillis(1_700_000_000_000L + i),
              text.apply(randomText(random, 110 + random.nextInt(30))));
    }
  }

  private static StringData bytes(String text) {
    return BinaryStringData.fromBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String randomText(Random random, int length) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }

  public static void main(String[] args) throws Exception {
    EdgeBenchmark benchmark = new EdgeBenchmark();
    print("rows in (7 columns unless said)", "bytes", "strings", "binary");
    benchmark.copies();
    benchmark.in("column slab", ALL);
    benchmark.in("3 of 7 columns", THREE);
    benchmark.in("2 BIGINT", TWO_BIGINTS);
    print("rows out, encoding included", "not read", "2 fields", "7 fields", "copied");
    // A sink mostly sees rows of one class; one that saw others before keeps the objects that Flink
    // makes of a field, which are optimized away otherwise.
    benchmark.out("columnar view", OutputForm.OUTPUT_FORM_COLUMNS);
    benchmark.out("binary rows", OutputForm.OUTPUT_FORM_BINARY_ROWS);
    benchmark.out("columnar view after binary rows", OutputForm.OUTPUT_FORM_COLUMNS);
    System.out.println("(" + benchmark.blackhole + ")");
  }

  // ------------------------------------------------------------------------------------------
  // In
  // ------------------------------------------------------------------------------------------

  private void copies() {
    RowDataSerializer serializer = new RowDataSerializer(BID);
    double[] figures = new double[3];
    RowData[][] classes = {withBytes, withStrings, binary};
    for (int i = 0; i < classes.length; i++) {
      RowData[] rows = classes[i];
      figures[i] =
          median(
              () -> {
                long spent = 0;
                for (int batch = 0; batch < BATCHES_PER_ROUND; batch++) {
                  refreshStrings();
                  long start = cpuNanos();
                  for (RowData row : rows) {
                    blackhole += serializer.copy(row).getArity();
                  }
                  spent += cpuNanos() - start;
                }
                return spent;
              });
    }
    refreshStrings();
    print("RowDataSerializer.copy", figures);
  }

  /** A copy encodes the text in the row that it copies; a job sees every row for the first time. */
  private void refreshStrings() {
    for (RowData row : withStrings) {
      GenericRowData generic = (GenericRowData) row;
      for (int field : new int[] {3, 4, 6}) {
        generic.setField(field, StringData.fromString(generic.getField(field).toString()));
      }
    }
  }

  private void in(String name, int[][] paths) {
    double[] figures = new double[3];
    double[] allocated = new double[3];
    RowData[][] classes = {withBytes, withStrings, binary};
    try (FragmentHandle fragment =
        IdentityFragment.open(BID, paths, true, OutputForm.OUTPUT_FORM_COLUMNS, BATCH)) {
      for (int i = 0; i < classes.length; i++) {
        RowData[] rows = classes[i];
        figures[i] =
            median(
                () -> {
                  mix(fragment);
                  long start = cpuNanos();
                  for (int batch = 0; batch < BATCHES_PER_ROUND; batch++) {
                    write(fragment, rows);
                  }
                  return cpuNanos() - start;
                });
        long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int batch = 0; batch < BATCHES_PER_ROUND; batch++) {
          write(fragment, rows);
        }
        long after = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
        allocated[i] = (after - before) / (double) (BATCHES_PER_ROUND * BATCH);
      }
    }
    print(name, figures);
    print("  bytes allocated per row", allocated);
  }

  private void mix(FragmentHandle fragment) {
    write(fragment, withBytes);
    write(fragment, withStrings);
    write(fragment, binary);
    write(fragment, joined);
  }

  private static void write(FragmentHandle fragment, RowData[] rows) {
    SlabWriter writer = fragment.writer(0);
    for (RowData row : rows) {
      if (writer.write(row)) {
        IdentityFragment.pushUnread(fragment);
      }
    }
  }

  // ------------------------------------------------------------------------------------------
  // Out
  // ------------------------------------------------------------------------------------------

  private void out(String name, OutputForm form) throws Exception {
    RowDataSerializer serializer = new RowDataSerializer(BID);
    RowReader[] readers = {
      row -> 0,
      row -> row.getLong(0) + row.getLong(2),
      row ->
          row.getLong(0)
              + row.getLong(1)
              + row.getLong(2)
              + ((BinaryStringData) row.getString(3)).getSizeInBytes()
              + ((BinaryStringData) row.getString(4)).getSizeInBytes()
              + row.getTimestamp(5, 3).getMillisecond()
              + ((BinaryStringData) row.getString(6)).getSizeInBytes(),
      row -> serializer.copy(row).getArity()
    };
    double[] figures = new double[readers.length];
    try (FragmentHandle fragment = IdentityFragment.open(BID, ALL, true, form, BATCH + 1)) {
      for (int i = 0; i < readers.length; i++) {
        Reader handler = new Reader(readers[i]);
        figures[i] =
            median(
                () -> {
                  long spent = 0;
                  for (int batch = 0; batch < BATCHES_PER_ROUND; batch++) {
                    for (RowData row : withBytes) {
                      fragment.writer(0).write(row);
                    }
                    long start = cpuNanos();
                    push(fragment, handler);
                    spent += cpuNanos() - start;
                  }
                  return spent;
                });
        blackhole += handler.sum;
      }
    }
    print(name, figures);
  }

  private static void push(FragmentHandle fragment, Reader handler) {
    try {
      fragment.push(0, handler);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private interface RowReader {
    long read(RowData row);
  }

  private static final class Reader implements FragmentHandle.EventHandler {
    private final RowReader reader;
    private long sum;

    private Reader(RowReader reader) {
      this.reader = reader;
    }

    @Override
    public void row(int output, RowData row) {
      sum += reader.read(row);
    }

    @Override
    public void watermark(int output, long timestamp) {
      throw new IllegalStateException("no watermark expected");
    }

    @Override
    public void status(int output, boolean active) {
      throw new IllegalStateException("no status expected");
    }

    @Override
    public void frame(int output, FragmentHandle.Frame frame) {
      throw new IllegalStateException("no frame expected");
    }
  }

  // ------------------------------------------------------------------------------------------
  // Figures
  // ------------------------------------------------------------------------------------------

  private static long cpuNanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  private interface Round {
    long nanos();
  }

  private static double median(Round round) {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      round.nanos();
    }
    double[] figures = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      figures[i] = round.nanos() / (double) (BATCHES_PER_ROUND * BATCH);
    }
    Arrays.sort(figures);
    return figures[ROUNDS / 2];
  }

  private static void print(String title, String... columns) {
    StringBuilder line = new StringBuilder(String.format("%n%-34s", title));
    for (String column : columns) {
      line.append(String.format("%10s", column));
    }
    System.out.println(line);
  }

  private static void print(String name, double[] figures) {
    StringBuilder line = new StringBuilder(String.format("%-34s", name));
    for (double figure : figures) {
      line.append(String.format(Locale.ROOT, "%10.1f", figure));
    }
    System.out.println(line);
  }
}
