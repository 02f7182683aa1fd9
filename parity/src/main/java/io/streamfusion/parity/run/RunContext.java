package io.streamfusion.parity.run;

import io.streamfusion.runner.Recorder;
import io.streamfusion.runner.Recordings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;

/**
 * What one run of a case shares with the connectors it uses: its inputs and the recorders of its
 * sinks. Connectors find it by the id in the session's configuration; the jobs run in this JVM.
 */
public final class RunContext implements AutoCloseable {
  public static final ConfigOption<String> RUN_ID =
      ConfigOptions.key("parity.run-id").stringType().noDefaultValue();

  private static final Map<String, RunContext> RUNS = new ConcurrentHashMap<>();

  private final String id;
  private final Map<String, List<String>> inputs;
  private final Recordings recordings;
  private final Map<String, CompletableFuture<Void>> signals = new ConcurrentHashMap<>();

  public RunContext(String id, Map<String, List<String>> inputs) {
    this.id = id;
    this.inputs = inputs;
    this.recordings = new Recordings(id);
    RUNS.put(id, this);
  }

  public static String idOf(ReadableConfig configuration) {
    return configuration
        .getOptional(RUN_ID)
        .orElseThrow(
            () ->
                new ValidationException(
                    "The parity connectors only work in the harness; '"
                        + RUN_ID.key()
                        + "' is not set."));
  }

  public static RunContext of(String id) {
    RunContext context = RUNS.get(id);
    if (context == null) {
      throw new IllegalStateException("No parity run " + id + " in this JVM");
    }
    return context;
  }

  public String id() {
    return id;
  }

  public List<String> input(String name) {
    List<String> lines = inputs.get(name);
    if (lines == null) {
      throw new ValidationException("The case has no data section '" + name + "'");
    }
    return lines;
  }

  public Recorder recorder(String table) {
    return recordings.recorder(table);
  }

  public Map<String, Recorder> recorders() {
    return recordings.recorders();
  }

  /** Lets go everyone who awaits this signal, now or later. */
  public void signal(String name) {
    awaited(name).complete(null);
  }

  /** Completes when the signal is given. */
  public CompletableFuture<Void> awaited(String name) {
    return signals.computeIfAbsent(name, key -> new CompletableFuture<>());
  }

  @Override
  public void close() {
    RUNS.remove(id);
    recordings.close();
  }
}
