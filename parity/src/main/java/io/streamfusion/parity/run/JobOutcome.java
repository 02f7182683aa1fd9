package io.streamfusion.parity.run;

import io.streamfusion.runner.Recorded;
import io.streamfusion.runner.RootCause;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.flink.api.common.JobID;

/**
 * What one run of a case left behind.
 *
 * @param sinks the elements that reached each sink, by table name and subtask
 * @param failure the root cause if the job or its planning failed
 * @param planned whether planning succeeded, so that there is an EXPLAIN text
 * @param routing what EXPLAIN said
 * @param counts what native operators counted
 * @param sourceRows rows that the sources emitted, by Flink's count
 * @param keyColumns positions of the case's key columns in each sink
 * @param millis the duration of the job
 * @param job the job, if it was submitted
 */
public record JobOutcome(
    Map<String, SortedMap<Integer, List<Recorded>>> sinks,
    Optional<RootCause> failure,
    boolean planned,
    RoutingReport routing,
    NativeCounts counts,
    long sourceRows,
    Map<String, int[]> keyColumns,
    long millis,
    Optional<JobID> job) {

  public long rows() {
    return sinks.values().stream()
        .flatMap(sink -> sink.values().stream())
        .mapToLong(elements -> elements.stream().filter(e -> !e.isWatermark()).count())
        .sum();
  }
}
