package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.cli.run.PluginProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Distributions that are as they should be, and each way in which they are not. */
class DoctorCommandTest {

  private static final String OPENS =
      "env.java.opts.all: --add-opens=java.base/java.nio=ALL-UNNAMED\n";
  private static final String PLUGIN = "flink-streamfusion-0.1.0.jar";

  @TempDir private Path home;

  @BeforeEach
  void install() throws IOException {
    Files.createDirectories(home.resolve("lib"));
    Files.createDirectories(home.resolve("conf"));
    Files.createFile(home.resolve("lib/flink-dist-2.2.0.jar"));
    Files.createFile(home.resolve("lib/flink-table-planner-loader-2.2.0.jar"));
    Files.createSymbolicLink(home.resolve("lib").resolve(PLUGIN), built());
    configure("");
  }

  /** The plugin of this build. */
  private static Path built() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../flink-plugin/dist/target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("flink-streamfusion-.*\\.jar"))
          .findFirst()
          .orElseThrow()
          .toAbsolutePath()
          .normalize();
    }
  }

  /** The plugin of this build with another library in it. */
  private void library(byte[] library) throws IOException {
    Path jar = home.resolve("lib").resolve(PLUGIN);
    Files.delete(jar);
    Files.copy(built(), jar);
    String name =
        "native/linux-"
            + (System.getProperty("os.arch").equals("amd64") ? "x86_64" : "aarch64")
            + "/libstreamfusion.so";
    try (FileSystem zip = FileSystems.newFileSystem(jar)) {
      Files.write(zip.getPath(name), library);
    }
  }

  private void plugin(String name, String flink, String... platforms) throws IOException {
    Files.deleteIfExists(home.resolve("lib").resolve(name));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(new Attributes.Name("Flink-Version"), flink);
    try (JarOutputStream jar =
        new JarOutputStream(Files.newOutputStream(home.resolve("lib").resolve(name)), manifest)) {
      for (String platform : platforms) {
        jar.putNextEntry(new ZipEntry(platform + "libstreamfusion.so"));
      }
    }
  }

  private void configure(String options) throws IOException {
    Files.writeString(home.resolve("conf/config.yaml"), OPENS + options);
  }

  private CommandLineRun doctor() {
    return CommandLineRun.of("doctor", home.toString());
  }

  @Test
  void aGoodInstallationIsFine() {
    CommandLineRun run = doctor();

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .startsWith("ok    Flink 2.2.0 in " + home + "\nok    lib/" + PLUGIN + "\n")
        .contains(
            "ok    it is built for Flink 2.2.1\n",
            "ok    it has the native library of linux-",
            "ok    its native library loads in this Java " + System.getProperty("java.version"))
        .doesNotContain("warn", "fail");
  }

  @Test
  void aLibraryThatDoesNotLoadFails() throws IOException {
    library("no library".getBytes(StandardCharsets.UTF_8));

    CommandLineRun run = doctor();

    assertThat(run.out())
        .containsPattern(
            "fail  its native engine does not start in this Java [\\d.]+: Could not load the native"
                + " library from native/linux-")
        .contains("      hint: take a jar that was built on this platform");
    assertThat(run.exit()).isEqualTo(1);
  }

  @Test
  void aLibraryOfAnotherInterfaceFails() throws IOException, InterruptedException {
    Path source = home.resolve("other.c");
    Path compiled = home.resolve("other.so");
    Files.writeString(
        source,
        """
        #include <stdint.h>
        static struct { uint32_t magic, version; char rest[256]; } block = {0x53464342, 99};
        int64_t Java_io_streamfusion_flink_runtime_jni_NativeEngine_open(
            void *env, void *type, void *plan, int32_t fragment, void *task, void *host) {
          return (int64_t) &block;
        }
        void Java_io_streamfusion_flink_runtime_jni_NativeEngine_close(
            void *env, void *type, int64_t handle) {}
        """);
    Process compiler =
        new ProcessBuilder("cc", "-shared", "-fPIC", "-o", compiled.toString(), source.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    library(Files.readAllBytes(compiled));

    CommandLineRun run = doctor();

    assertThat(run.out())
        .contains("The native library has control block version 99 (magic 53464342), expected ");
    assertThat(run.exit()).isEqualTo(1);
  }

  @Test
  void withoutADistributionTheMachineIsExamined() {
    System.setProperty(PluginProcess.PLUGIN, "../flink-plugin/dist/target");

    CommandLineRun run = CommandLineRun.of("doctor");

    assertThat(run.out())
        .contains("ok    sf-plan plans for Flink 2.2.1\n", "ok    its native library loads in this")
        .doesNotContain("fail", "warn");
    assertThat(run.exit()).isZero();

    System.setProperty(PluginProcess.PLUGIN, home.resolve("conf").toString());
    CommandLineRun without = CommandLineRun.of("doctor");
    assertThat(without.out())
        .contains("fail  nothing can run natively: " + home.resolve("conf") + " has no flink-");
    assertThat(without.exit()).isEqualTo(1);
  }

  @Test
  void aMissingPluginAndASecondOneFail() throws IOException {
    plugin("flink-streamfusion-0.2.0.jar", "2.2.1");
    assertThat(doctor().out()).contains("fail  lib has more than one: " + PLUGIN);

    Files.delete(home.resolve("lib/flink-streamfusion-0.2.0.jar"));
    Files.delete(home.resolve("lib").resolve(PLUGIN));
    CommandLineRun missing = doctor();
    assertThat(missing.out()).contains("fail  lib has no flink-streamfusion", "hint:");
    assertThat(missing.exit()).isEqualTo(1);
  }

  @Test
  void theOrderOfTheClassPathMatters() throws IOException {
    Files.move(home.resolve("lib").resolve(PLUGIN), home.resolve("lib/my-streamfusion.jar"));

    CommandLineRun renamed = doctor();

    assertThat(renamed.out())
        .contains("fail  flink-table-planner-loader-2.2.0.jar comes before it on the class path");
    assertThat(renamed.exit()).isEqualTo(1);
  }

  @Test
  void anotherFlinkAnotherPlatformAndABrokenJarFail() throws IOException {
    plugin(PLUGIN, "2.3.0", "native/linux-x86_64/", "native/linux-aarch64/");
    assertThat(doctor().out())
        .contains("fail  it is built for Flink 2.3.0 and steps aside on 2.2.0");

    plugin(PLUGIN, "2.2.1", "native/linux-riscv64/");
    assertThat(doctor().out()).contains("fail  it has no native library for this machine");

    Files.writeString(home.resolve("lib").resolve(PLUGIN), "no jar");
    assertThat(doctor().out()).contains("is not a readable jar");
  }

  @Test
  void optionsThatHurtAreNamed() throws IOException {
    configure("streamfusion.native.enabled: false\ntaskmanager.memory.managed.size: 0\n");
    CommandLineRun off = doctor();
    assertThat(off.out())
        .contains("fail  streamfusion.native.enabled is false", "warn  there is no managed memory");
    assertThat(off.exit()).isEqualTo(1);

    configure("taskmanager.memory.managed.size: 0.5 gb\nexecution.runtime-mode: BATCH\n");
    CommandLineRun batch = doctor();
    assertThat(batch.out())
        .contains("warn  execution.runtime-mode")
        .doesNotContain("managed memory");
    assertThat(batch.exit()).isZero();

    Files.writeString(home.resolve("conf/config.yaml"), "env.java.opts.all: -Xmx1g\n");
    assertThat(doctor().out()).contains("fail  env.java.opts.all does not open java.base/java.nio");
  }

  @Test
  void somethingElseThanADistributionCouldNotBeExamined() {
    CommandLineRun run = CommandLineRun.of("doctor", home.resolve("conf").toString());

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("cannot be listed", "hint:");
  }
}
