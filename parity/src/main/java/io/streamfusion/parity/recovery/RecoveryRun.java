package io.streamfusion.parity.recovery;

import io.streamfusion.parity.recovery.RecoveryRows.Retractions;
import io.streamfusion.parity.run.Engine;
import io.streamfusion.runner.Comparators;
import io.streamfusion.runner.CountingReporter;
import io.streamfusion.runner.Difference;
import io.streamfusion.runner.FlinkCluster;
import io.streamfusion.runner.Recorded;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A form's job with one seed: an uninterrupted run on stock Flink, and a native one that is stopped
 * and restored three times. Both must come to the same rows.
 */
public final class RecoveryRun {

  private final FlinkCluster cluster;
  private final RecoveryForm form;
  private final long seed;
  private final Path folder;

  /** Rows that had reached the sink when the job was started, for messages. */
  private final List<Integer> trail = new ArrayList<>();

  /**
   * @param folder where checkpoints and savepoints go
   */
  public RecoveryRun(FlinkCluster cluster, RecoveryForm form, long seed, Path folder) {
    this.cluster = cluster;
    this.form = form;
    this.seed = seed;
    this.folder = folder;
  }

  /**
   * What was shown.
   *
   * @param rows rows that were compared
   * @param restores how often the job was restored
   * @param stateRows state rows of native operators at the stops, summed
   * @param stateBytes bytes of their state in what the job was restored from
   * @param inFlightBytes bytes of rows on their way in the same
   */
  public record Shown(
      long rows, int restores, long stateRows, long stateBytes, long inFlightBytes) {
    Shown plus(Shown other) {
      return new Shown(
          rows + other.rows,
          restores + other.restores,
          stateRows + other.stateRows,
          stateBytes + other.stateBytes,
          inFlightBytes + other.inFlightBytes);
    }
  }

  /**
   * Runs both and compares.
   *
   * @throws RecoveryException when they differ, or when the run shows nothing
   */
  public Shown run() throws RecoveryException, IOException, InterruptedException {
    List<Stop> stops = Stop.of(seed, form.order());
    try {
      return run(stops);
    } catch (RecoveryException e) {
      throw new RecoveryException(
          String.format(
              "%s, seed %d, %s, rows at each start %s: %s",
              form, seed, stops, trail, e.getMessage()),
          e);
    }
  }

  private Shown run(List<Stop> stops) throws RecoveryException, IOException, InterruptedException {
    boolean mixed = stops.stream().anyMatch(Stop::mixesOrder);
    List<String> lines =
        RecoveryRows.lines(seed, form.input(), mixed ? Retractions.OLD : Retractions.ANY);
    List<Recorded> expected = stock(lines);
    List<Recorded> found = new ArrayList<>();
    Shown shown = new Shown(expected.size(), 0, 0, 0, 0);
    int parallelism = Stop.FIRST_PARALLELISM;
    String restoredFrom = null;
    for (Stop stop : stops) {
      trail.add(found.size());
      try (RecoveryJob job = start(lines, Engine.NATIVE, parallelism, restoredFrom)) {
        job.readBehindStops(shown.restores());
        long wanted = Math.round(stop.share() * expected.size()) - found.size();
        restoredFrom = job.stop(Math.max(1, wanted), stop.method(), folder);
        shown = shown.plus(stored(StoredState.read(restoredFrom), stop));
        found.addAll(job.rowsAtBarrier());
      }
      parallelism = stop.parallelism();
    }
    try (RecoveryJob job = start(lines, Engine.NATIVE, parallelism, restoredFrom)) {
      job.finish();
      require(CountingReporter.sum("rowsIn") > 0, "nothing was left to do behind the last stop");
      found.addAll(job.rows());
    }
    compare(expected, found, mixed);
    return shown;
  }

  private RecoveryJob start(List<String> lines, Engine engine, int parallelism, String restoredFrom)
      throws RecoveryException {
    return RecoveryJob.start(cluster, form, lines, engine, parallelism, folder, restoredFrom);
  }

  private List<Recorded> stock(List<String> lines) throws RecoveryException, InterruptedException {
    try (RecoveryJob job = start(lines, Engine.STOCK, Stop.FIRST_PARALLELISM, null)) {
      job.finish();
      require(CountingReporter.sum("rowsIn") == 0, "the stock run has native operators");
      return job.rows();
    }
  }

  private static Shown stored(StoredState stored, Stop stop) throws RecoveryException {
    long stateRows = CountingReporter.sum("stateRows");
    require(CountingReporter.sum("rowsIn") > 0, "no native rows before the stop");
    require(stateRows > 0 && stored.nativeBytes() > 0, "no native state to restore");
    require(
        stop.method().isSavepoint() || stored.inFlightBytes() > 0,
        "no rows on their way in an unaligned checkpoint");
    return new Shown(0, 1, stateRows, stored.nativeBytes(), stored.inFlightBytes());
  }

  /** The sequence of changes per key where it is defined; the final table always. */
  private void compare(List<Recorded> expected, List<Recorded> found, boolean mixed)
      throws RecoveryException {
    require(expected.size() > form.keyColumns(), "no rows to compare");
    Optional<Difference> difference = Comparators.table(whole(expected), whole(found), new int[0]);
    if (difference.isEmpty() && form.keyColumns() > 0 && !mixed) {
      int[] key = IntStream.range(0, form.keyColumns()).toArray();
      difference = Comparators.perKey(whole(expected), whole(found), key);
    }
    if (difference.isPresent()) {
      throw new RecoveryException(difference.get().text());
    }
  }

  private static SortedMap<Integer, List<Recorded>> whole(List<Recorded> rows) {
    return new TreeMap<>(Map.of(0, rows));
  }

  private static void require(boolean holds, String otherwise) throws RecoveryException {
    if (!holds) {
      throw new RecoveryException(otherwise);
    }
  }
}
