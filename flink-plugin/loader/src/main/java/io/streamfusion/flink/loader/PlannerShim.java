package io.streamfusion.flink.loader;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;
import org.apache.flink.table.delegation.PlannerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides, once per process and only when a planner is first asked for, whether StreamFusion plans,
 * and tells so in the log.
 *
 * <p>Whatever keeps our planner from loading leaves Flink as it would be without us: a jar dropped
 * into {@code lib/} must not stop jobs.
 */
public final class PlannerShim {

  private static final Logger LOG = LoggerFactory.getLogger(PlannerShim.class);

  /** Where dist puts the planner jar inside {@code flink-streamfusion-*.jar}. */
  static final String PLANNER_JAR = "streamfusion-planner.jar";

  private static final String FACTORY = "io.streamfusion.flink.planner.StreamFusionPlannerFactory";

  private final Class<? extends PlannerFactory> shadowing;
  private final Supplier<ClassLoader> flinkPlanner;
  private final String[] packagePrivate;

  private PlannerFactory stock;
  private PlannerFactory chosen;

  /**
   * Does nothing but remember its arguments: Flink's factory discovery initializes the shadowing
   * classes without ever planning.
   *
   * @param shadowing our factory that hides Flink's of the same name
   * @param flinkPlanner gives the loader of Flink's planner classes
   * @param packagePrivate stock classes that Flink's factory reaches through package-private access
   */
  public PlannerShim(
      Class<? extends PlannerFactory> shadowing,
      Supplier<ClassLoader> flinkPlanner,
      String... packagePrivate) {
    this.shadowing = shadowing;
    this.flinkPlanner = flinkPlanner;
    this.packagePrivate = packagePrivate;
  }

  /** The factory to plan with: ours over Flink's, or Flink's own if this Flink is not supported. */
  public synchronized PlannerFactory factory() {
    if (chosen == null) {
      stock = loadStock();
      chosen = choose();
    }
    return chosen;
  }

  /** Whether {@link #factory()} is ours. */
  public synchronized boolean isStreamFusion() {
    return factory() != stock;
  }

  private PlannerFactory choose() {
    String ours = SupportedFlink.streamFusionVersion();
    String flink = SupportedFlink.runningVersion();
    if (!SupportedFlink.VERSIONS.contains(flink)) {
      LOG.warn(
          "StreamFusion {} does not know Flink {}, only {}: every query is planned by Flink alone.",
          ours,
          flink,
          SupportedFlink.VERSIONS.stream().sorted().toList());
      return stock;
    }
    try {
      PlannerFactory factory = loadOurs();
      LOG.info("StreamFusion {} plans for Flink {}.", ours, flink);
      return factory;
    } catch (IOException | ReflectiveOperationException | LinkageError e) {
      LOG.warn("StreamFusion {} does not load: every query is planned by Flink alone.", ours, e);
      return stock;
    }
  }

  private PlannerFactory loadStock() {
    ClassLoader stockClasses = new ShadowedClasses(shadowing, packagePrivate);
    try {
      return instantiate(shadowing.getName(), stockClasses);
    } catch (ReflectiveOperationException e) {
      throw new StockPlannerNotFoundException(shadowing.getName(), e);
    }
  }

  private PlannerFactory loadOurs() throws IOException, ReflectiveOperationException {
    ClassLoader owner = shadowing.getClassLoader();
    ClassLoader planner = new PlannerJarClassLoader(extract(owner), flinkPlanner.get(), owner);
    return Class.forName(FACTORY, true, planner)
        .asSubclass(PlannerFactory.class)
        .getConstructor(PlannerFactory.class)
        .newInstance(stock);
  }

  private static PlannerFactory instantiate(String className, ClassLoader loader)
      throws ReflectiveOperationException {
    return Class.forName(className, true, loader)
        .asSubclass(PlannerFactory.class)
        .getConstructor()
        .newInstance();
  }

  /** A class loader cannot read a jar inside a jar: unpack it for the life of the process. */
  private static URL extract(ClassLoader owner) throws IOException {
    try (InputStream in = owner.getResourceAsStream(PLANNER_JAR)) {
      if (in == null) {
        throw new FileNotFoundException(PLANNER_JAR + " is missing from flink-streamfusion's jar.");
      }
      Path jar = Files.createTempFile("streamfusion-planner-", ".jar");
      jar.toFile().deleteOnExit();
      Files.copy(in, jar, StandardCopyOption.REPLACE_EXISTING);
      return jar.toUri().toURL();
    }
  }
}
