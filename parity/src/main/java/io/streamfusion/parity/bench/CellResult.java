package io.streamfusion.parity.bench;

import java.util.Map;

/**
 * The result of one cell.
 *
 * @param stock the median run of stock Flink
 * @param nativeRun the median run of the native engine
 * @param rowsPerBatch mean rows that the native engine was handed at once
 * @param stockMemory peak resident bytes of the stock process
 * @param nativeMemory peak resident bytes of the native process
 * @param stockShares samples by place, of a run of its own
 * @param nativeShares samples by place, of a run of its own
 */
record CellResult(
    BenchCell cell,
    Measurement stock,
    Measurement nativeRun,
    double rowsPerBatch,
    long stockMemory,
    long nativeMemory,
    Map<String, Integer> stockShares,
    Map<String, Integer> nativeShares) {

  double ratio() {
    return stock.seconds() / nativeRun.seconds();
  }

  /** The ratio of what is left when the source's time is taken off both. */
  double ratioWithoutSource(double sourceSeconds) {
    return (stock.seconds() - sourceSeconds) / (nativeRun.seconds() - sourceSeconds);
  }
}
