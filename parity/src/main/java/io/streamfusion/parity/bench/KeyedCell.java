package io.streamfusion.parity.bench;

/** A keyed query at a parallelism, over so many events. */
record KeyedCell(String query, int parallelism, long events) {
  @Override
  public String toString() {
    return query + " p=" + parallelism;
  }
}
