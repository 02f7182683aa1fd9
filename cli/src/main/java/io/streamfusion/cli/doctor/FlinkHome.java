package io.streamfusion.cli.doctor;

import io.streamfusion.cli.report.CliException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks at a Flink distribution from outside: is the plugin there, does it come first, do versions
 * and platform fit, does its engine start, which options are in the way. Flink itself is not
 * started.
 */
public final class FlinkHome {

  /** Also in the name of a plugin that somebody renamed. */
  private static final String PLUGIN = "streamfusion";

  private static final String PLANNER = "flink-table-";
  private static final String DIST = "flink-dist-";
  private static final String JAR = ".jar";

  private final Path home;
  private final List<String> jars;
  private final List<Finding> findings = new ArrayList<>();

  private FlinkHome(Path home) {
    this.home = home;
    this.jars = jars(home.resolve("lib"));
  }

  /**
   * Everything that was looked at, in a fixed order.
   *
   * @throws CliException if {@code home} is no Flink distribution
   */
  public static List<Finding> examine(Path home) {
    FlinkHome examined = new FlinkHome(home);
    String version = examined.version();
    examined.findings.add(Finding.ok("Flink " + version + " in " + home));
    examined.plugin(version);
    examined.configuration();
    return examined.findings;
  }

  private static List<String> jars(Path lib) {
    try (Stream<Path> files = Files.list(lib)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(JAR))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new CliException(
          lib + ": cannot be listed", "name a Flink distribution, the folder with bin and lib");
    }
  }

  private String version() {
    return jars.stream()
        .filter(name -> name.startsWith(DIST))
        .findFirst()
        .map(name -> name.substring(DIST.length(), name.length() - JAR.length()))
        .orElseThrow(
            () ->
                new CliException(
                    home + ": no Flink distribution, lib has no flink-dist-*.jar",
                    "name the folder with bin, conf and lib"));
  }

  private void plugin(String version) {
    List<String> plugins = jars.stream().filter(name -> name.contains(PLUGIN)).toList();
    if (plugins.isEmpty()) {
      findings.add(
          Finding.fail(
              "lib has no flink-streamfusion-*.jar", "bin/install-flink.sh " + home + " adds it"));
      return;
    }
    if (plugins.size() > 1) {
      findings.add(
          Finding.fail(
              "lib has more than one: " + String.join(", ", plugins), "leave the newest one"));
      return;
    }
    String plugin = plugins.get(0);
    findings.add(Finding.ok("lib/" + plugin));
    Optional<String> before =
        jars.stream()
            .filter(name -> name.startsWith(PLANNER))
            .filter(name -> name.compareTo(plugin) < 0)
            .findFirst();
    findings.add(
        before
            .map(
                name ->
                    Finding.fail(
                        name + " comes before it on the class path, so Flink plans as without it",
                        "it must be called flink-streamfusion-*.jar"))
            .orElseGet(() -> Finding.ok("it comes before Flink's planner on the class path")));
    insideOf(plugin, version);
  }

  private void insideOf(String plugin, String version) {
    try {
      PluginJar jar = PluginJar.read(home.resolve("lib").resolve(plugin));
      versions(jar.flinkVersion(), version);
      if (jar.hasLibrary()) {
        findings.add(Finding.ok("it has the native library of " + PluginJar.platform()));
        findings.add(EngineStart.of(home.resolve("lib").resolve(plugin)));
      } else {
        findings.add(
            Finding.fail(
                "it has no native library for this machine (" + jar.library() + ")",
                "build the jar on this platform"));
      }
    } catch (IOException e) {
      findings.add(
          Finding.fail("lib/" + plugin + " is not a readable jar", "install it once more"));
    }
  }

  private void versions(String wanted, String version) {
    boolean fits = !wanted.isEmpty() && minor(wanted).equals(minor(version));
    findings.add(
        fits
            ? Finding.ok("it is built for Flink " + wanted)
            : Finding.fail(
                "it is built for Flink "
                    + (wanted.isEmpty() ? "an unknown version" : wanted)
                    + " and steps aside on "
                    + version,
                "use the StreamFusion that is built for Flink " + version));
  }

  private static String minor(String version) {
    return Pattern.compile("^(\\d+\\.\\d+).*").matcher(version).replaceFirst("$1");
  }

  private void configuration() {
    Path file = home.resolve("conf/config.yaml");
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      findings.add(Finding.warn(file + " cannot be read", "look at the options there yourself"));
      return;
    }
    findings.add(
        text.contains("java.base/java.nio=ALL-UNNAMED")
            ? Finding.ok("task managers open java.base/java.nio")
            : Finding.fail(
                "env.java.opts.all does not open java.base/java.nio, which native operators need",
                "add --add-opens=java.base/java.nio=ALL-UNNAMED to it"));
    option(
        text,
        "streamfusion\\.native\\.enabled:\\s*['\"]?false",
        Finding.fail("streamfusion.native.enabled is false", "remove it or set it to true"));
    option(
        text,
        "streamfusion\\.policy:\\s*['\"]?never",
        Finding.fail("streamfusion.policy is never", "remove it or set it to exact"));
    option(
        text,
        "execution\\.runtime-mode:\\s*['\"]?(?i:batch)",
        Finding.warn(
            "execution.runtime-mode is batch by default", "batch queries always run on Flink"));
    option(
        text,
        "taskmanager\\.memory\\.managed\\.(size|fraction):\\s*['\"]?0(\\.0)?\\s*[a-z]*['\"]?\\s*$",
        Finding.warn(
            "there is no managed memory",
            "native operators use streamfusion.memory.unmanaged-size each instead"));
  }

  /** Looks for options in the flat spelling; nested YAML is not taken apart. */
  private void option(String configuration, String pattern, Finding finding) {
    if (Pattern.compile("(?m)^\\s*" + pattern).matcher(configuration).find()) {
      findings.add(finding);
    }
  }
}
