package io.streamfusion.parity.bench;

import io.streamfusion.parity.run.Engine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The driver's side of a {@link BenchWorker}. */
final class WorkerProcess implements AutoCloseable {
  /**
   * Both processes get the same total: what the engine allocates off the heap comes out of its
   * heap.
   */
  private static final int TOTAL_MEGABYTES = 3072;

  private static final int ENGINE_MEGABYTES = 64;

  private final Process process;
  private final Writer commands;
  private final BufferedReader answers;
  private final Engine engine;

  private WorkerProcess(Process process, Engine engine) {
    this.process = process;
    this.engine = engine;
    this.commands = process.outputWriter(StandardCharsets.UTF_8);
    this.answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  static WorkerProcess start(Path queries, Engine engine, BenchCell cell, long events)
      throws IOException {
    int heap = engine == Engine.NATIVE ? TOTAL_MEGABYTES - ENGINE_MEGABYTES : TOTAL_MEGABYTES;
    return start(
        engine,
        heap,
        BenchWorker.class,
        List.of(
            queries.toString(),
            engine.name(),
            cell.query(),
            Boolean.toString(cell.objectReuse()),
            Long.toString(events)));
  }

  /** A process for a keyed query. */
  static WorkerProcess start(Path cases, StateBackend backend, KeyedCell cell) throws IOException {
    return start(
        backend.engine(),
        backend.heapMegabytes(),
        KeyedWorker.class,
        KeyedWorker.arguments(cases, backend, cell));
  }

  private static WorkerProcess start(
      Engine engine, int heap, Class<?> worker, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String packageName : List.of("nio", "lang", "util", "net", "time")) {
      command.add("--add-opens=java.base/java." + packageName + "=ALL-UNNAMED");
    }
    command.addAll(
        List.of("-Xmx" + heap + "m", "-Xms" + heap + "m", "-XX:+UseG1GC", "-Duser.timezone=UTC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(worker.getName());
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new WorkerProcess(process, engine);
  }

  void awaitReady() {
    if (!read().equals("ready")) {
      throw new IllegalStateException("unexpected answer of a benchmark process");
    }
  }

  Measurement measure(String command) {
    return Measurement.ofLine(ask(command));
  }

  String ask(String command) {
    try {
      commands.write(command + "\n");
      commands.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return read();
  }

  private String read() {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw new IllegalStateException("the " + engine + " benchmark process ended early");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    commands.close();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
