package io.streamfusion.flink.runtime.edge;

/**
 * How values of a column lie in a slab. The codes enter the layout hash and are those of {@code
 * sf_contract::types::PhysicalKind}.
 */
public enum PhysicalKind {
  FIXED1(1, 1),
  FIXED2(2, 2),
  FIXED4(3, 4),
  FIXED8(4, 8),
  FIXED16(5, 16),
  /** {@code i32} offsets and bytes. */
  BYTES(6, 0),
  /** {@code i64} milliseconds and {@code i32} nanoseconds of the millisecond. */
  TIMESTAMP_NANOS(7, 8),
  /** Validity only; the fields are children. */
  ROW(8, 0),
  /** {@code i32} offsets; the element is the child. */
  LIST(9, 0),
  /** {@code i32} offsets; key and value are the children. */
  MAP(10, 0);

  private final int code;
  private final int width;

  PhysicalKind(int code, int width) {
    this.code = code;
    this.width = width;
  }

  public int code() {
    return code;
  }

  /**
   * Bytes of one value in the first buffer after the validity, 0 for kinds without fixed values.
   */
  public int width() {
    return width;
  }

  /** Buffers of a field of this kind, its children not counted. */
  int buffers() {
    switch (this) {
      case ROW:
        return 1;
      case BYTES:
      case TIMESTAMP_NANOS:
        return 3;
      default:
        return 2;
    }
  }
}
