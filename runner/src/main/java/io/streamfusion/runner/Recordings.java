package io.streamfusion.runner;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the sinks of one run receive. Sinks find it by the run's id; the jobs run in this JVM.
 *
 * <p>It is open from its creation until {@link #close}.
 */
public final class Recordings implements AutoCloseable {

  private static final Map<String, Recordings> RUNS = new ConcurrentHashMap<>();

  private final String runId;
  private final Map<String, Recorder> recorders = new ConcurrentHashMap<>();

  /** Opens the recordings of a run. */
  public Recordings(String runId) {
    this.runId = runId;
    RUNS.put(runId, this);
  }

  static Recordings of(String runId) {
    Recordings recordings = RUNS.get(runId);
    if (recordings == null) {
      throw new IllegalStateException("No run " + runId + " in this JVM");
    }
    return recordings;
  }

  /** The recorder of one sink, made at the first call. */
  public Recorder recorder(String sink) {
    return recorders.computeIfAbsent(sink, name -> new Recorder());
  }

  /** All of them by the sink's name. */
  public Map<String, Recorder> recorders() {
    return Map.copyOf(recorders);
  }

  @Override
  public void close() {
    RUNS.remove(runId);
  }
}
