package io.streamfusion.translator.rel;

/** What a kind of node is to the engine. */
public enum RelRole {
  /** Has a translator. */
  NATIVE,
  /** A row-wise leaf: stays in Flink and feeds rows to the engine. */
  HOST_SOURCE,
  /** A row-wise root: stays in Flink and takes rows from the engine. */
  HOST_SINK,
  /** No native form; its query stays on Flink. */
  UNSUPPORTED
}
