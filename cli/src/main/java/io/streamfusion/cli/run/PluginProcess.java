package io.streamfusion.cli.run;

import io.streamfusion.cli.doctor.PluginJar;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.substrait.Contract;
import io.streamfusion.translator.PlanTranslator;
import io.substrait.isthmus.TypeConverter;
import io.substrait.proto.Plan;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Java process that executes jobs: with the plugin's jar first on the class path, as in a Flink
 * distribution, with the connectors of {@code --lib}, and without the thrift of a process that only
 * plans.
 */
public final class PluginProcess {

  /** The system property that says where the plugin's jar is: the jar, or its folder. */
  public static final String PLUGIN = "sf-plan.plugin";

  /** In the plugin's jar, which is all that this tool knows of it. */
  private static final String PLAN_CHECK = "io.streamfusion.flink.runtime.operator.PlanCheck";

  private static final String JAR = "flink-streamfusion-.*\\.jar";
  private static final List<String> OPENED =
      List.of("nio", "lang", "util", "net", "time", "util.concurrent");

  private PluginProcess() {}

  /**
   * The plugin's jar.
   *
   * @param named where the user says it is
   * @param advice what to do if there is none
   * @throws CliException if there is none that runs on this machine
   */
  public static Path plugin(Optional<Path> named, String advice) {
    Path place =
        named
            .or(() -> Optional.ofNullable(System.getProperty(PLUGIN)).map(Path::of))
            .orElseThrow(() -> absent("where the plugin's jar is, is not known", advice));
    Path jar = Files.isDirectory(place) ? inFolder(place, advice) : place;
    try {
      PluginJar plugin = PluginJar.read(jar);
      if (!plugin.hasLibrary()) {
        throw absent(
            jar + " has no native library for this machine (" + plugin.library() + ")", advice);
      }
      return jar;
    } catch (IOException e) {
      throw absent(jar + " is not a readable jar", advice);
    }
  }

  private static Path inFolder(Path folder, String advice) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().matches(JAR))
          .sorted()
          .findFirst()
          .orElseThrow(() -> absent(folder + " has no flink-streamfusion-*.jar", advice));
    } catch (IOException e) {
      throw absent(folder + " has no flink-streamfusion-*.jar", advice);
    }
  }

  private static CliException absent(String why, String advice) {
    return new CliException("nothing can run natively: " + why, advice);
  }

  /**
   * Runs a request in such a process and copies what it writes.
   *
   * @param plugin the plugin's jar; without it, everything runs on stock Flink
   * @return its exit code
   */
  public static int execute(
      Optional<Path> plugin,
      List<URL> libraries,
      RunRequest request,
      PrintWriter out,
      PrintWriter err) {
    try {
      Process process =
          new ProcessBuilder(command(plugin, libraries, RunMain.class.getName())).start();
      try (ObjectOutputStream in = new ObjectOutputStream(process.getOutputStream())) {
        in.writeObject(request);
      }
      Thread errors = new Thread(() -> copy(process.getErrorStream(), err), "errors");
      errors.start();
      copy(process.getInputStream(), out);
      errors.join();
      return process.waitFor();
    } catch (IOException e) {
      throw new CliException(
          "the process that executes does not start (" + e.getMessage() + ")", "check JAVA_HOME");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("interrupted", "run it once more");
    }
  }

  /**
   * What the engine's own reader says of plans, for each a line for each fragment that it cannot
   * run.
   *
   * @param plugin the plugin's jar
   */
  public static List<List<String>> check(Path plugin, List<byte[]> plans) {
    List<List<String>> refusals = new ArrayList<>();
    plans.forEach(plan -> refusals.add(new ArrayList<>()));
    try {
      Process process =
          new ProcessBuilder(command(Optional.of(plugin), List.of(), PLAN_CHECK))
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try (DataOutputStream in = new DataOutputStream(process.getOutputStream())) {
        in.writeInt(plans.size());
        for (byte[] plan : plans) {
          in.writeInt(plan.length);
          in.write(plan);
        }
      }
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new CliException(
            "the engine of " + plugin + " cannot be asked", "ask without it with --reader java");
      }
      for (String line : said.lines().toList()) {
        String[] parts = line.split("\t", 2);
        refusals.get(Integer.parseInt(parts[0])).add(parts[1]);
      }
      return refusals;
    } catch (IOException e) {
      throw new CliException(
          "the engine cannot be asked (" + e.getMessage() + ")",
          "ask without it with --reader java");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("interrupted", "run it once more");
    }
  }

  private static List<String> command(
      Optional<Path> plugin, List<URL> libraries, String mainClass) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String opened : OPENED) {
      command.add("--add-opens=java.base/java." + opened + "=ALL-UNNAMED");
    }
    command.add("-Xmx2g");
    Optional.ofNullable(System.getenv("SF_PLAN_JAVA_OPTS"))
        .map(String::strip)
        .filter(options -> !options.isEmpty())
        .ifPresent(options -> command.addAll(List.of(options.split("\\s+"))));
    command.add("-cp");
    command.add(String.join(File.pathSeparator, classPath(plugin, libraries)));
    command.add(mainClass);
    return command;
  }

  /** The plugin brings a translator of its own, which must not meet the one of this tool. */
  private static List<String> classPath(Optional<Path> plugin, List<URL> libraries) {
    Set<Path> own =
        Stream.of(PlanTranslator.class, Contract.class, Plan.class, TypeConverter.class)
            .map(type -> path(type.getProtectionDomain().getCodeSource().getLocation()))
            .collect(Collectors.toSet());
    List<String> classPath = new ArrayList<>();
    plugin.ifPresent(jar -> classPath.add(jar.toString()));
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!own.contains(Path.of(entry).toAbsolutePath().normalize())) {
        classPath.add(entry);
      }
    }
    libraries.forEach(library -> classPath.add(path(library).toString()));
    return classPath;
  }

  private static Path path(URL url) {
    try {
      return Path.of(url.toURI()).toAbsolutePath().normalize();
    } catch (URISyntaxException e) {
      throw new CliException(url + ": not a path", "rename it");
    }
  }

  private static void copy(InputStream from, PrintWriter to) {
    try (Reader reader = new InputStreamReader(from, StandardCharsets.UTF_8)) {
      char[] buffer = new char[1 << 12];
      for (int read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
        to.write(buffer, 0, read);
        to.flush();
      }
    } catch (IOException e) {
      to.println("sf-plan: the output of the process that executes cannot be read: " + e);
    }
  }
}
