package io.streamfusion.flink.runtime.jni;

import io.streamfusion.flink.runtime.edge.ColumnarRows;
import io.streamfusion.flink.runtime.edge.SlabLayout;
import io.streamfusion.flink.runtime.edge.SlabWriter;
import io.streamfusion.substrait.proto.v1.OutputForm;
import io.streamfusion.substrait.proto.v1.TaskContext;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;

/**
 * A fragment of a plan that is open in one task.
 *
 * <p>Rows are written with the {@link SlabWriter} of their port and handed over with {@link #push}.
 * Every call that can make the engine produce something takes an {@link EventHandler} and returns
 * when all events were handled. Used on the task thread only, except where a method says otherwise.
 */
public final class FragmentHandle implements AutoCloseable {

  /** Receives what the engine produces, in order. */
  public interface EventHandler {

    /** A row; the object is reused and valid until this method returns. */
    void row(int output, RowData row) throws Exception;

    /** Event time advanced. */
    void watermark(int output, long timestamp) throws Exception;

    /** The output became idle or active. */
    void status(int output, boolean active) throws Exception;

    /** A frame for another fragment; its memory is valid until this method returns. */
    void frame(int output, Frame frame) throws Exception;
  }

  /**
   * Rows for one subtask of another fragment.
   *
   * @param firstKeyGroup first key group of that subtask, -1 if rows are not keyed
   * @param lastKeyGroup last key group of that subtask, -1 if rows are not keyed
   * @param rows number of rows
   * @param bytes memory of the engine
   */
  public record Frame(int firstKeyGroup, int lastKeyGroup, int rows, ByteBuffer bytes) {}

  /** How rows enter a port. */
  public static final class Input {
    private final SlabLayout layout;
    private final boolean insertOnly;

    private Input(SlabLayout layout, boolean insertOnly) {
      this.layout = layout;
      this.insertOnly = insertOnly;
    }

    /** Rows of {@code rowType}, of which the fragment reads {@code paths}. */
    public static Input rows(RowType rowType, int[][] paths, boolean insertOnly) {
      return new Input(SlabLayout.of(rowType, paths), insertOnly);
    }

    /** Frames that another fragment made. */
    public static Input frames() {
      return new Input(SlabLayout.ofFrames(), true);
    }
  }

  private long handle;
  private final boolean readsProcessingTime;
  private final List<StateTable> tables;
  private final SlabWriter[] writers;
  private final BinaryRowsOutput[] binaryOutputs;
  private final ColumnarRows[] columnarOutputs;

  private FragmentHandle(
      long handle, List<Input> inputs, List<RowType> outputs, TaskContext context) {
    this.handle = handle;
    ControlBlock.verify(handle);
    readsProcessingTime = ControlBlock.readsProcessingTime(handle);
    tables = ControlBlock.tables(handle).lines().map(StateTable::parse).toList();
    expect("input ports", inputs.size(), ControlBlock.inputPorts(handle));
    expect("outputs", outputs.size(), ControlBlock.outputs(handle));
    writers = new SlabWriter[inputs.size()];
    for (int port = 0; port < writers.length; port++) {
      Input input = inputs.get(port);
      NativeSlab slab =
          new NativeSlab(handle, port, input.layout.bufferCount(), input.layout.fieldCount());
      writers[port] = new SlabWriter(input.layout, slab, input.insertOnly, context.getBatchBytes());
    }
    binaryOutputs = new BinaryRowsOutput[outputs.size()];
    columnarOutputs = new ColumnarRows[outputs.size()];
    for (int output = 0; output < outputs.size(); output++) {
      RowType rowType = outputs.get(output);
      if (context.getOutputs(output) == OutputForm.OUTPUT_FORM_BINARY_ROWS) {
        binaryOutputs[output] = new BinaryRowsOutput(output, rowType.getFieldCount());
      } else if (context.getOutputs(output) == OutputForm.OUTPUT_FORM_COLUMNS) {
        columnarOutputs[output] = new ColumnarRows(rowType);
      }
    }
  }

  private static void expect(String what, int operator, int engine) {
    if (operator != engine) {
      throw new NativeEngineException(
          "FRAGMENT_SHAPE_MISMATCH",
          NativeEngineException.ErrorClass.INTERNAL,
          String.format(
              "The fragment has %d %s in the engine and %d in the operator.",
              engine, what, operator));
    }
  }

  /**
   * Opens a fragment.
   *
   * @param plan bytes of the plan
   * @param fragment ordinal of the fragment
   * @param context what the task tells the engine; the layouts of the inputs are filled in here
   * @param host evaluates host calls
   * @param inputs one per port
   * @param outputs the row type of each output
   */
  public static FragmentHandle open(
      byte[] plan,
      int fragment,
      TaskContext context,
      HostCallbacks host,
      List<Input> inputs,
      List<RowType> outputs) {
    NativeLibrary.ensureLoaded();
    TaskContext.Builder complete = context.toBuilder().clearInputLayouts();
    for (Input input : inputs) {
      complete.addInputLayouts(input.layout.hash());
    }
    long handle = NativeEngine.open(plan, fragment, complete.build().toByteArray(), host);
    return own(handle, context, inputs, outputs);
  }

  /**
   * Opens and closes a fragment, whatever writes its inputs.
   *
   * @throws NativeEngineException if the engine cannot run it
   */
  public static void check(byte[] plan, int fragment, TaskContext context, HostCallbacks host) {
    NativeLibrary.ensureLoaded();
    long handle = NativeEngine.open(plan, fragment, context.toByteArray(), host);
    try {
      ControlBlock.verify(handle);
    } finally {
      NativeEngine.close(handle);
    }
  }

  /** Takes over a handle, which is freed if it does not fit. */
  static FragmentHandle own(
      long handle, TaskContext context, List<Input> inputs, List<RowType> outputs) {
    try {
      return new FragmentHandle(handle, inputs, outputs, context);
    } catch (RuntimeException e) {
      NativeEngine.close(handle);
      throw e;
    }
  }

  public SlabWriter writer(int port) {
    return writers[port];
  }

  /** Hands over the rows written to a port, if there are any. */
  public void push(int port, EventHandler handler) throws Exception {
    SlabWriter writer = writers[port];
    if (writer.rows() == 0) {
      return;
    }
    writer.finish();
    NativeEngine.push(open(), port);
    writer.begin();
    drain(handler);
  }

  /** Advances event time on a port whose rows were pushed. */
  public void watermark(int port, long timestamp, EventHandler handler) throws Exception {
    NativeEngine.watermark(open(), port, timestamp);
    drain(handler);
  }

  /** Tells that a port, whose rows were pushed, became idle or active. */
  public void status(int port, boolean active, EventHandler handler) throws Exception {
    NativeEngine.status(open(), port, active);
    drain(handler);
  }

  /**
   * Tells that processing time reached {@code nowMillis}.
   *
   * @param activeMillis reading of the clock that idle timeouts are measured with
   */
  public void timer(long nowMillis, long activeMillis, EventHandler handler) throws Exception {
    NativeEngine.timer(open(), nowMillis, activeMillis);
    drain(handler);
  }

  /** Makes operators give out what they hold back; all ports were pushed before. */
  public void flush(FlushKind kind, EventHandler handler) throws Exception {
    NativeEngine.flush(open(), kind.code());
    drain(handler);
  }

  /**
   * The processing time at which the fragment wants {@link #timer}, {@link Long#MAX_VALUE} for
   * none.
   */
  public long deadline() {
    return ControlBlock.deadline(open());
  }

  /**
   * Whether an operator reads the processing time: then {@link #processingTime} comes before each
   * call, and rows of one {@link #push} arrived in the same millisecond.
   */
  public boolean readsProcessingTime() {
    return readsProcessingTime;
  }

  /** When what the next call hands over arrived, in epoch milliseconds. */
  public void processingTime(long millis) {
    ControlBlock.processingTime(open(), millis);
  }

  /** Timers that fired so far. */
  public long timersFired() {
    return ControlBlock.timersFired(open());
  }

  /** The state tables, of which {@link #metrics} tells the sizes. */
  public List<StateTable> tables() {
    return tables;
  }

  /**
   * The counters, in the order of {@link NativeMetric}, then rows and bytes of each of {@link
   * #tables}; any thread, but not during close.
   */
  public long[] metrics() {
    return NativeEngine.metrics(open());
  }

  /** Takes a view of all state for a checkpoint; see {@link #snapshotWrite}. */
  public long snapshotBegin(long checkpointId) {
    return NativeEngine.snapshotBegin(open(), checkpointId);
  }

  /** Writes the next bytes of a key group of a snapshot, 0 when it is complete; any thread. */
  public static int snapshotWrite(long snapshot, int keyGroup, byte[] target) {
    return NativeEngine.snapshotWrite(snapshot, keyGroup, target);
  }

  /** Frees a snapshot; any thread, also after {@link #close}. */
  public static void snapshotRelease(long snapshot) {
    NativeEngine.snapshotRelease(snapshot);
  }

  /** Feeds bytes of one key group's snapshot; {@code last} completes the key group. */
  public void restore(int keyGroup, byte[] source, int length, boolean last) {
    NativeEngine.restore(open(), keyGroup, source, length, last);
  }

  private void drain(EventHandler handler) throws Exception {
    long block = handle;
    for (; ; ) {
      int output = ControlBlock.eventOutput(block);
      switch (EventKind.fromCode(ControlBlock.eventKind(block))) {
        case NONE:
          return;
        case BINARY_ROWS:
          binaryOutputs[output].emit(block, handler);
          emitFollowingWatermark(output, handler);
          break;
        case COLUMNS:
          emitColumns(output, handler);
          emitFollowingWatermark(output, handler);
          break;
        case FRAMES:
          FrameEntries.emit(block, handler);
          break;
        case WATERMARK:
          handler.watermark(output, ControlBlock.eventValue(block));
          break;
        case STATUS:
          handler.status(output, ControlBlock.eventValue(block) != 0);
          break;
      }
      if (!ControlBlock.moreEvents(block)) {
        return;
      }
      NativeEngine.takeOutput(block);
    }
  }

  private void emitFollowingWatermark(int output, EventHandler handler) throws Exception {
    if (ControlBlock.watermarkFollows(handle)) {
      handler.watermark(output, ControlBlock.eventValue(handle));
    }
  }

  private void emitColumns(int output, EventHandler handler) throws Exception {
    ColumnarRows rows = columnarOutputs[output];
    rows.bind(
        ControlBlock.eventTable(handle),
        ControlBlock.eventData(handle),
        ControlBlock.rowIds(handle));
    int count = ControlBlock.eventRows(handle);
    for (int i = 0; i < count; i++) {
      handler.row(output, rows.row(i));
    }
  }

  /** The handle for native calls; fails after {@link #close}. */
  long open() {
    if (handle == 0) {
      throw new IllegalStateException("The fragment is closed.");
    }
    return handle;
  }

  /** Frees the fragment; further calls do nothing. */
  @Override
  public void close() {
    long closing = handle;
    handle = 0;
    if (closing != 0) {
      NativeEngine.close(closing);
    }
  }
}
