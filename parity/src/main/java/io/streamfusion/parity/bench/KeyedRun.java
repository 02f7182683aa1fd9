package io.streamfusion.parity.bench;

/**
 * What one process measured of a cell.
 *
 * @param backend where its state was
 * @param time the median run
 * @param peakMemoryBytes peak resident size of the process
 * @param rowsPerBatch mean rows of a batch behind the exchange; NaN on stock Flink
 * @param stateRows rows of the engine's tables at the end; 0 on stock Flink
 * @param stateBytes their memory; 0 on stock Flink
 * @param checkpoint the last checkpoint of a run of its own, which holds all of the state
 */
record KeyedRun(
    StateBackend backend,
    Measurement time,
    long peakMemoryBytes,
    double rowsPerBatch,
    long stateRows,
    long stateBytes,
    CheckpointMeasurement checkpoint) {

  double bytesPerRow() {
    return (double) stateBytes / stateRows;
  }
}
