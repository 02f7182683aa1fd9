package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
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
    plugin(PLUGIN, "2.2.1", "native/linux-x86_64/", "native/linux-aarch64/");
    configure("");
  }

  private void plugin(String name, String flink, String... platforms) throws IOException {
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
            "ok    it is built for Flink 2.2.1\n", "ok    it has the native library of linux-")
        .doesNotContain("warn", "fail");
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
