package io.streamfusion.parity.bench;

/** One cell of the benchmark matrix; of source and sink, generator to blackhole is filled. */
record BenchCell(String query, boolean objectReuse) {
  @Override
  public String toString() {
    return query + (objectReuse ? " object reuse" : "");
  }
}
