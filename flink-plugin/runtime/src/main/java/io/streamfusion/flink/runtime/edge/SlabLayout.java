package io.streamfusion.flink.runtime.edge;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarBinaryType;

/**
 * Which parts of a host row cross into a fragment, and where they go in a slab.
 *
 * <p>A column is a path into the row: {@code {3}} is the fourth field, {@code {3, 0}} the first
 * field of that row field. Both sides compute {@link #hash()} and the engine refuses another one.
 */
public final class SlabLayout {

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final RowType rowType;
  private final int[][] paths;
  private final List<SlabField> columns;
  private final int fields;
  private final int buffers;

  private SlabLayout(
      RowType rowType, int[][] paths, List<SlabField> columns, int fields, int buffers) {
    this.rowType = rowType;
    this.paths = paths;
    this.columns = columns;
    this.fields = fields;
    this.buffers = buffers;
  }

  /** The layout that reads {@code paths} of rows of {@code rowType}. */
  public static SlabLayout of(RowType rowType, int[][] paths) {
    SlabField.Numbering numbering = new SlabField.Numbering();
    List<SlabField> columns = new ArrayList<>(paths.length);
    int[][] ownPaths = new int[paths.length][];
    for (int i = 0; i < paths.length; i++) {
      ownPaths[i] = paths[i].clone();
      columns.add(numbering.number(typeAt(rowType, paths[i])));
    }
    return new SlabLayout(
        rowType, ownPaths, List.copyOf(columns), numbering.fields, numbering.buffers);
  }

  /** The layout that reads every field of the row. */
  public static SlabLayout ofAllFields(RowType rowType) {
    int[][] paths = new int[rowType.getFieldCount()][];
    for (int i = 0; i < paths.length; i++) {
      paths[i] = new int[] {i};
    }
    return of(rowType, paths);
  }

  /**
   * The layout of a port that receives frames of another fragment: in each row a frame, or no bytes
   * and a watermark.
   */
  public static SlabLayout ofFrames() {
    return ofAllFields(
        RowType.of(
            false, new VarBinaryType(false, VarBinaryType.MAX_LENGTH), new BigIntType(false)));
  }

  private static LogicalType typeAt(RowType rowType, int[] path) {
    if (path.length == 0) {
      throw new IllegalArgumentException("A column needs a path of at least one field.");
    }
    LogicalType type = rowType;
    for (int position : path) {
      if (!(type instanceof RowType)) {
        throw new IllegalArgumentException(
            "A path goes through " + type.asSummaryString() + ", which has no fields.");
      }
      type = ((RowType) type).getTypeAt(position);
    }
    return type;
  }

  public RowType rowType() {
    return rowType;
  }

  public int columnCount() {
    return columns.size();
  }

  public SlabField column(int ordinal) {
    return columns.get(ordinal);
  }

  int[] path(int ordinal) {
    return paths[ordinal];
  }

  /** Number of fields, nested ones included. */
  public int fieldCount() {
    return fields;
  }

  /** Number of buffers, the row kinds included. */
  public int bufferCount() {
    return buffers;
  }

  /** FNV-1a 64 over kind code and number of children of all fields in preorder. */
  public long hash() {
    long hash = FNV_OFFSET;
    for (SlabField column : columns) {
      hash = hash(hash, column);
    }
    return hash;
  }

  private static long hash(long seed, SlabField field) {
    long hash = (seed ^ field.kind().code()) * FNV_PRIME;
    hash = (hash ^ (field.children().size() & 0xff)) * FNV_PRIME;
    for (SlabField child : field.children()) {
      hash = hash(hash, child);
    }
    return hash;
  }
}
