package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/sf-plan} as a process: what it starts and whom it talks to, seen from outside. */
class SfPlanProcessTest {

  private static final int FILES = 50;

  @TempDir private Path folder;
  private Path observed;
  private Path observer;

  @BeforeEach
  void buildObserver() throws IOException, InterruptedException {
    observed = folder.resolve("observed-calls");
    observer = folder.resolve("observed-calls.so");
    Path source = folder.resolve("observed-calls.c");
    try (InputStream resource = getClass().getResourceAsStream("/observed-calls.c")) {
      Files.copy(resource, source);
    }
    run(List.of("cc", "-shared", "-fPIC", "-o", observer.toString(), source.toString(), "-ldl"));
    Files.deleteIfExists(observed);
  }

  @Test
  void checksAFolderInOneJavaProcessWithoutNetwork() throws IOException, InterruptedException {
    Path sql = Files.createDirectories(folder.resolve("sql"));
    for (int file = 0; file < FILES; file++) {
      Files.writeString(
          sql.resolve(String.format("query-%02d.sql", file)),
          """
          CREATE TABLE bids (auction BIGINT, price BIGINT, url STRING, ts TIMESTAMP(3),
            WATERMARK FOR ts AS ts - INTERVAL '4' SECOND)
            WITH ('connector' = 'kafka', 'topic' = 'bids', 'format' = 'json',
              'properties.bootstrap.servers' = 'kafka.example.com:9092');
          CREATE TABLE dear (auction BIGINT, price BIGINT) WITH ('connector' = 'blackhole');
          INSERT INTO dear SELECT auction, price * %d FROM bids WHERE price > %d;
          """
              .formatted(file, file));
    }

    String output = run(List.of("../bin/sf-plan", "check", sql.toString()));

    assertThat(output).contains("coverage: " + FILES + " of " + FILES + " queries native (100 %)");
    List<String> calls = Files.readAllLines(observed);
    int start = lastProgram(calls);
    assertThat(calls.get(start)).endsWith("/java");
    assertThat(calls.subList(0, start)).noneMatch(call -> call.endsWith("/java"));
    assertThat(calls.subList(start + 1, calls.size())).isEmpty();
  }

  /**
   * Wherever it is planned: other versions of Java, folders, orders of files, locales, encodings
   * and zones of the machine.
   */
  @Test
  void theSameSqlGivesTheSameBytesEverywhere() throws IOException, InterruptedException {
    Path java25 = Path.of(run(List.of("../bin/setup-jdk25.sh")).strip().lines().toList().get(0));
    assertThat(run(List.of(java25.resolve("bin/java").toString(), "-version"))).contains("\"25");
    Path golden = Path.of("../golden-plans").toAbsolutePath().normalize();
    List<String> queries = new ArrayList<>();
    try (Stream<Path> files = Files.walk(golden)) {
      files
          .filter(file -> file.endsWith("query.sql"))
          .sorted()
          .forEach(file -> queries.add(file.toString()));
    }
    Path here = translate(Path.of(".").toAbsolutePath(), "", Optional.empty(), "here", queries);
    Collections.reverse(queries);
    Path there =
        translate(
            Files.createDirectories(folder.resolve("elsewhere")),
            "-Duser.language=tr -Duser.country=TR -Duser.timezone=Asia/Kathmandu"
                + " -Dfile.encoding=ISO-8859-9",
            Optional.of(java25),
            "there",
            queries);

    List<Path> written;
    try (Stream<Path> files = Files.walk(here)) {
      written = files.filter(Files::isRegularFile).map(here::relativize).sorted().toList();
    }
    assertThat(written).hasSizeGreaterThan(3 * 50);
    for (Path file : written) {
      assertThat(there.resolve(file)).hasSameBinaryContentAs(here.resolve(file));
    }
  }

  /** Java has a console there from 22 on. */
  @Test
  void whatIsRedirectedHasNoColours() throws IOException, InterruptedException {
    Path java25 = Path.of(run(List.of("../bin/setup-jdk25.sh")).strip().lines().toList().get(0));
    Path lib = Files.createDirectories(folder.resolve("flink/lib"));
    Files.createFile(lib.resolve("flink-dist-2.2.1.jar"));
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        new ProcessBuilder("../bin/sf-plan", "doctor", folder.resolve("flink").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", java25.toString());
    builder.environment().remove("NO_COLOR");

    Process process = builder.start();

    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(Files.readString(output)).contains("fail  lib has no").doesNotContain("\u001b[");
  }

  private Path translate(
      Path work, String options, Optional<Path> java, String name, List<String> queries)
      throws IOException, InterruptedException {
    Path target = folder.resolve(name);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of("../bin/sf-plan").toAbsolutePath().toString(),
                "translate",
                "-o",
                target.toString()));
    for (String init :
        List.of("init.sql", "nexmark/init-1-tables.sql", "nexmark/init-2-views.sql")) {
      command.add("--init");
      command.add(Path.of("../golden-plans").resolve(init).toAbsolutePath().normalize().toString());
    }
    command.addAll(queries);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile());
    builder.environment().put("SF_PLAN_JAVA_OPTS", options);
    java.ifPresent(home -> builder.environment().put("JAVA_HOME", home.toString()));
    Process process = builder.start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    // The queries of golden-plans/errors fail.
    assertThat(process.exitValue()).as(Files.readString(folder.resolve("output"))).isEqualTo(1);
    return target;
  }

  @Test
  void theObserverSeesStartedProgramsAndConnections() throws IOException, InterruptedException {
    Path source = folder.resolve("Talks.java");
    Files.writeString(
        source,
        """
        public class Talks {
          public static void main(String[] args) throws Exception {
            new ProcessBuilder("/bin/true").start().waitFor();
            try (var server = new java.net.ServerSocket(0, 1, java.net.InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
                var socket = new java.net.Socket(server.getInetAddress(), server.getLocalPort())) {
              java.nio.channels.SocketChannel.open(socket.getRemoteSocketAddress()).close();
            }
          }
        }
        """);

    run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin/java").toString(), source.toString()));

    List<String> calls = Files.readAllLines(observed);
    assertThat(calls).anyMatch(call -> call.startsWith("exec ")).anyMatch("bind "::equals);
    assertThat(calls).filteredOn("connect "::equals).hasSize(2);
  }

  private static int lastProgram(List<String> calls) {
    int last = calls.size() - 1;
    while (last > 0 && !calls.get(last).startsWith("exec ")) {
      last--;
    }
    return last;
  }

  private String run(List<String> command) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(command));
    if (Files.exists(observer)) {
      builder.environment().put("LD_PRELOAD", observer.toString());
      builder.environment().put("OBSERVED_CALLS", observed.toString());
    }
    Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    assertThat(process.waitFor(15, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    return Files.readString(output);
  }
}
