package io.streamfusion.flink.runtime.operator;

/** What travels between a fragment's operator and the next operator. */
public enum EdgeKind {
  /** Rows, to or from an operator of Flink. */
  ROWS,
  /** Columnar frames, between two fragments; see {@code FrameRow}. */
  FRAMES
}
