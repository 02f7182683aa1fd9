package io.streamfusion.parity.distribution;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A copy of a real Flink distribution, as a user has it: scripts, {@code lib/}, a standalone
 * cluster.
 *
 * <p>Logs, process ids and temporary files are kept outside the copy, so that it can be compared
 * byte for byte.
 */
final class FlinkDistribution implements AutoCloseable {

  private static final Path BIN = Path.of("..", "bin").toAbsolutePath().normalize();
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final Path folder;
  private final Path home;
  private final String version;
  private final int restPort;
  private boolean clusterRuns;

  private FlinkDistribution(Path folder, String version, int restPort) {
    this.folder = folder;
    this.home = folder.resolve("flink");
    this.version = version;
    this.restPort = restPort;
  }

  /**
   * Copies the cached distribution of {@code version} below {@code folder}, by links where it can.
   */
  static FlinkDistribution copy(String version, Path folder)
      throws IOException, InterruptedException {
    FlinkDistribution distribution = new FlinkDistribution(folder, version, freePort());
    Path original =
        Path.of(
            lastLine(
                Command.run(
                        folder,
                        Map.of(),
                        Duration.ofMinutes(15),
                        List.of(BIN.resolve("setup-flink.sh").toString(), version))
                    .outputOfSuccess()));
    Command.run(
            folder,
            Map.of(),
            PATIENCE,
            List.of(
                "cp", "-a", "--reflink=auto", original.toString(), distribution.home.toString()))
        .outputOfSuccess();
    for (String name : List.of("log", "pid", "tmp")) {
      Files.createDirectories(folder.resolve(name));
    }
    distribution.configure();
    return distribution;
  }

  private void configure() throws IOException {
    List<String> settings =
        List.of(
            "",
            "rest.port: " + restPort,
            "rest.bind-address: localhost",
            "jobmanager.rpc.port: " + freePort(),
            "io.tmp.dirs: " + folder.resolve("tmp"),
            // A task manager that died is noticed soon.
            "heartbeat.interval: 1000",
            "heartbeat.rpc-failure-threshold: 1",
            // A busy build machine starts slowly.
            "pekko.startup-timeout: 2 min",
            "pekko.ask.timeout: 2 min",
            "parallelism.default: 1");
    Path config = home.resolve("conf/config.yaml");
    List<String> lines = new ArrayList<>(Files.readAllLines(config));
    lines.replaceAll(
        line ->
            line.strip().startsWith("numberOfTaskSlots:") ? line.replaceFirst(":.*", ": 4") : line);
    // Top-level blocks of the shipped file that the settings below replace.
    lines.removeIf(line -> line.equals("parallelism:") || line.strip().equals("default: 1"));
    lines.addAll(settings);
    Files.write(config, lines);
  }

  Path home() {
    return home;
  }

  String version() {
    return version;
  }

  Path folder() {
    return folder;
  }

  Path log() {
    return folder.resolve("log");
  }

  /** Runs one of the distribution's own programs from its {@code bin/}. */
  Command flink(String program, String... arguments) throws IOException, InterruptedException {
    return run(home.resolve("bin").resolve(program), arguments);
  }

  Command install(Path jar) throws IOException, InterruptedException {
    return run(BIN.resolve("install-flink.sh"), "--jar", jar.toString(), home.toString());
  }

  Command uninstall() throws IOException, InterruptedException {
    return run(BIN.resolve("uninstall-flink.sh"), home.toString());
  }

  private Command run(Path program, String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(program.toString()));
    line.addAll(List.of(arguments));
    Map<String, String> environment =
        Map.of(
            "FLINK_LOG_DIR", log().toString(),
            "FLINK_PID_DIR", folder.resolve("pid").toString());
    return Command.run(folder, environment, PATIENCE, line);
  }

  void startCluster() throws IOException, InterruptedException {
    clusterRuns = true;
    flink("start-cluster.sh").outputOfSuccess();
    RestClient rest = new RestClient(restPort);
    rest.await("a task manager", () -> rest.get("/overview").path("slots-total").asInt() > 0);
  }

  void stopCluster() throws IOException, InterruptedException {
    flink("stop-cluster.sh").outputOfSuccess();
    clusterRuns = false;
  }

  /** A client of the running cluster. */
  RestClient rest() {
    return new RestClient(restPort);
  }

  /** Kills the task manager as the kernel would, by SIGKILL, and starts another one. */
  void killTaskManager() throws IOException, InterruptedException {
    for (String pid : taskManagers()) {
      ProcessHandle process = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
      process.destroyForcibly();
      process.onExit().join();
    }
    flink("taskmanager.sh", "start").outputOfSuccess();
  }

  /** Process ids of the task managers that were started and are alive. */
  List<String> taskManagers() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("pid"))) {
      Path file =
          files
              .filter(one -> one.getFileName().toString().contains("taskexecutor"))
              .findFirst()
              .orElseThrow();
      return Files.readAllLines(file).stream()
          .filter(pid -> ProcessHandle.of(Long.parseLong(pid)).isPresent())
          .toList();
    }
  }

  /** Starts the SQL gateway. */
  SqlGateway startGateway() throws IOException, InterruptedException {
    return SqlGateway.start(this, freePort());
  }

  /** Runs a SQL file through the SQL client and returns what it printed. */
  String sqlClient(String sql) throws IOException, InterruptedException {
    Path file = Files.createTempFile(folder, "script-", ".sql");
    Files.writeString(file, sql);
    Command command =
        flink(
            "sql-client.sh",
            "--history",
            folder.resolve("history").toString(),
            "-f",
            file.toString());
    return command.outputOfSuccess();
  }

  /** The SHA-256 of every file below the distribution's home. */
  Map<String, String> digests() throws IOException {
    Map<String, String> digests = new TreeMap<>();
    try (Stream<Path> files = Files.walk(home)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> digests.put(home.relativize(file).toString(), sha256(file)));
    }
    return digests;
  }

  private static String sha256(Path file) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** All lines of the log files whose name contains {@code process}. */
  List<String> logLines(String process) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(log())) {
      for (Path file : files.filter(f -> f.getFileName().toString().contains(process)).toList()) {
        if (file.toString().endsWith(".log")) {
          lines.addAll(Files.readAllLines(file, UTF_8));
        }
      }
    }
    return lines;
  }

  /** Forgets what was logged so far. */
  void clearLogs() throws IOException {
    try (Stream<Path> files = Files.list(log())) {
      for (Path file : files.toList()) {
        Files.newByteChannel(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
            .close();
      }
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    if (clusterRuns) {
      stopCluster();
    }
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String lastLine(String text) {
    return text.lines().reduce((first, second) -> second).orElseThrow();
  }
}
