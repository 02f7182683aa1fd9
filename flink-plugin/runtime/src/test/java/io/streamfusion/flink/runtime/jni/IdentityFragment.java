package io.streamfusion.flink.runtime.jni;

import io.streamfusion.substrait.proto.v1.OutputForm;
import io.streamfusion.substrait.proto.v1.TaskContext;
import java.util.List;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Opens fragments without operators, which hand out what they take. */
public final class IdentityFragment {

  private IdentityFragment() {}

  /** A fragment that reads {@code paths} of rows of {@code rowType}. */
  public static FragmentHandle open(
      RowType rowType, int[][] paths, boolean insertOnly, OutputForm form, int batchRows) {
    LogicalType[] columns = new LogicalType[paths.length];
    for (int i = 0; i < paths.length; i++) {
      LogicalType type = rowType;
      for (int position : paths[i]) {
        type = ((RowType) type).getTypeAt(position);
      }
      columns[i] = type;
    }
    return open(
        FragmentHandle.Input.rows(rowType, paths, insertOnly),
        RowType.of(columns),
        form,
        batchRows,
        false);
  }

  /** A fragment that reads all of the row. */
  public static FragmentHandle open(
      RowType rowType, boolean insertOnly, OutputForm form, int batchRows) {
    int[][] paths = new int[rowType.getFieldCount()][];
    for (int i = 0; i < paths.length; i++) {
      paths[i] = new int[] {i};
    }
    return open(rowType, paths, insertOnly, form, batchRows);
  }

  /** A fragment that takes frames of rows of {@code rowType}. */
  public static FragmentHandle openForFrames(RowType rowType, OutputForm form) {
    return open(FragmentHandle.Input.frames(), rowType, form, 16, true);
  }

  /** Hands over what was written and leaves the result unread, to measure the way in alone. */
  public static void pushUnread(FragmentHandle fragment) {
    fragment.writer(0).finish();
    NativeEngine.push(fragment.open(), 0);
    fragment.writer(0).begin();
  }

  private static FragmentHandle open(
      FragmentHandle.Input input, RowType output, OutputForm form, int batchRows, boolean frames) {
    NativeLibrary.ensureLoaded();
    TaskContext context =
        TaskContext.newBuilder()
            .addOutputs(form)
            .setBatchRows(batchRows)
            .setBatchBytes(1 << 20)
            .setOutputChunkRows(256)
            .build();
    long handle = NativeTesting.openIdentity(TestSchemas.of(output), context.toByteArray(), frames);
    return FragmentHandle.own(handle, context, List.of(input), List.of(output));
  }
}
