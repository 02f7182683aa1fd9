package io.streamfusion.parity.run;

import io.streamfusion.parity.sink.Recorded;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What one run of a case left behind.
 *
 * @param sinks the elements that reached each sink, by table name and subtask
 * @param failure the root cause if the job or its planning failed
 * @param planned whether planning succeeded, so that there is an EXPLAIN text
 * @param routing what EXPLAIN said
 * @param nativeRows rows that entered native operators, by their own count
 * @param nativeBatches how many times rows were handed to native operators
 * @param hostRows rows that the host evaluator computed inside native operators
 * @param keyColumns positions of the case's key columns in each sink
 * @param millis the duration of the job
 */
public record JobOutcome(
    Map<String, SortedMap<Integer, List<Recorded>>> sinks,
    Optional<RootCause> failure,
    boolean planned,
    RoutingReport routing,
    long nativeRows,
    long nativeBatches,
    long hostRows,
    Map<String, int[]> keyColumns,
    long millis) {

  public long rows() {
    return sinks.values().stream()
        .flatMap(sink -> sink.values().stream())
        .mapToLong(elements -> elements.stream().filter(e -> !e.isWatermark()).count())
        .sum();
  }
}
