package io.streamfusion.parity.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts against folders that only look like a distribution: every mistake is told as one. */
class InstallScriptTest {

  private static final Path BIN = Path.of("..", "bin").toAbsolutePath().normalize();
  private static final String JAR = "flink-streamfusion-0.0.0.jar";

  /** The end record of an empty zip file. */
  private static final byte[] EMPTY_ZIP = new byte[22];

  static {
    EMPTY_ZIP[0] = 'P';
    EMPTY_ZIP[1] = 'K';
    EMPTY_ZIP[2] = 5;
    EMPTY_ZIP[3] = 6;
  }

  @TempDir private Path folder;
  private Path home;
  private Path jar;

  @BeforeEach
  void makeFolders() throws IOException {
    home = folder.resolve("flink home");
    jar = Files.write(folder.resolve(JAR), EMPTY_ZIP);
    Files.createDirectories(home.resolve("lib"));
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(
        home.resolve("conf/config.yaml"), "env: --add-opens=java.base/java.nio=ALL-UNNAMED\n");
    Files.createFile(home.resolve("lib/flink-dist-2.2.1.jar"));
    Files.createFile(home.resolve("lib/flink-table-planner-loader-2.2.1.jar"));
  }

  @Test
  void uninstallRemovesExactlyWhatInstallAdded() throws Exception {
    List<String> before = files();

    assertThat(install(home).outputOfSuccess()).contains("Flink 2.2.1").doesNotContain("warning");
    assertThat(files()).hasSize(before.size() + 2).contains("lib/" + JAR);
    uninstall().outputOfSuccess();

    assertThat(files()).isEqualTo(before);
  }

  @Test
  void unknownVersionIsInstalledWithAWarning() throws Exception {
    Files.move(home.resolve("lib/flink-dist-2.2.1.jar"), home.resolve("lib/flink-dist-2.9.0.jar"));

    assertThat(install(home).outputOfSuccess()).contains("warning: Flink 2.9.0");
  }

  @Test
  void missingJvmOptionIsWarnedAbout() throws Exception {
    Files.writeString(home.resolve("conf/config.yaml"), "env: {}\n");

    assertThat(install(home).outputOfSuccess()).contains("warning").contains("--add-opens");
  }

  @Test
  void whatIsNoDistributionIsRefused() throws Exception {
    refused(install(folder.resolve("nowhere")), "is not a directory");
    refused(install(home.resolve("conf")), "has no lib folder");
    Files.delete(home.resolve("lib/flink-dist-2.2.1.jar"));
    refused(install(home), "lib has no flink-dist-*.jar");
  }

  @Test
  void distributionWithoutPlannerIsRefused() throws Exception {
    Files.delete(home.resolve("lib/flink-table-planner-loader-2.2.1.jar"));

    refused(install(home), "neither flink-table-planner-loader nor");
  }

  @Test
  void jarThatWouldLoseTheClassPathRaceIsRefused() throws Exception {
    jar = Files.write(folder.resolve("streamfusion.jar"), EMPTY_ZIP);

    refused(install(home), "must be called flink-streamfusion-*.jar");
  }

  @Test
  void brokenJarIsRefused() throws Exception {
    Files.writeString(jar, "not a zip file");

    refused(install(home), "is not a readable jar");
    assertThat(files()).noneMatch(name -> name.contains("streamfusion"));
  }

  @Test
  void secondInstallationIsRefused() throws Exception {
    install(home).outputOfSuccess();

    refused(install(home), "is installed in");
  }

  @Test
  void uninstallNeedsAnInstallation() throws Exception {
    refused(uninstall(), "is not installed in");
  }

  @Test
  void changedFileIsNotRemoved() throws Exception {
    install(home).outputOfSuccess();
    Files.writeString(home.resolve("lib").resolve(JAR), "another build");

    refused(uninstall(), "changed since it was installed");
    assertThat(home.resolve("lib").resolve(JAR)).exists();
  }

  @Test
  void manifestCannotMakeUninstallDeleteOtherFiles() throws Exception {
    Path other = home.resolve("lib/flink-dist-2.2.1.jar");
    Files.writeString(home.resolve(".streamfusion-installed"), "0000  lib/flink-dist-2.2.1.jar\n");

    refused(uninstall(), "which install-flink.sh does not install");
    assertThat(other).exists();
  }

  private static void refused(Command command, String because) {
    assertThat(command.output()).contains(because);
    assertThat(command.exitCode()).isEqualTo(2);
  }

  private Command install(Path into) throws IOException, InterruptedException {
    return run("install-flink.sh", "--jar", jar.toString(), into.toString());
  }

  private Command uninstall() throws IOException, InterruptedException {
    return run("uninstall-flink.sh", home.toString());
  }

  private Command run(String script, String... arguments) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(BIN.resolve(script).toString()));
    line.addAll(List.of(arguments));
    return Command.run(folder, Map.of(), Duration.ofMinutes(1), line);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(home)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> home.relativize(file).toString())
          .sorted()
          .toList();
    }
  }
}
