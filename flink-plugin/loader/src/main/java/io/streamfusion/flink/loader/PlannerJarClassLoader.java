package io.streamfusion.flink.loader;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;
import java.util.List;

/**
 * Loads the planner side of StreamFusion above Flink's planner.
 *
 * <pre>
 *   owner: Flink's lib folder, our runtime package included
 *     ^
 *   parent: Flink's planner (a component class loader, or the owner itself when the planner is flat)
 *     ^
 *   this loader: the planner jar carried inside flink-streamfusion-*.jar
 * </pre>
 *
 * <ul>
 *   <li>{@code io.streamfusion.flink.runtime} comes from the owner, so that the operators put into
 *       a job graph are the same classes that tasks deserialize.
 *   <li>The other packages that the planner jar is made of come from it only.
 *   <li>Everything else, tools of ours that drive a planner included, comes from the parent, and
 *       from the planner jar if the parent has it not.
 * </ul>
 */
final class PlannerJarClassLoader extends URLClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final List<String> OURS =
      List.of(
          "io.streamfusion.flink.",
          "io.streamfusion.planner.",
          "io.streamfusion.translator.",
          "io.streamfusion.substrait.");
  private static final String RUNTIME = "io.streamfusion.flink.runtime.";
  private static final List<String> OUR_RESOURCES =
      OURS.stream().map(name -> name.replace('.', '/')).toList();
  private static final String RUNTIME_RESOURCES = RUNTIME.replace('.', '/');

  private final ClassLoader owner;

  PlannerJarClassLoader(URL plannerJar, ClassLoader flinkPlanner, ClassLoader owner) {
    super("streamfusion-planner", new URL[] {plannerJar}, flinkPlanner);
    this.owner = owner;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith(RUNTIME)) {
      return owner.loadClass(name);
    }
    if (OURS.stream().noneMatch(name::startsWith)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : findClass(name);
    }
  }

  @Override
  public URL getResource(String name) {
    if (name.startsWith(RUNTIME_RESOURCES)) {
      return owner.getResource(name);
    }
    return OUR_RESOURCES.stream().anyMatch(name::startsWith)
        ? findResource(name)
        : super.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    if (name.startsWith(RUNTIME_RESOURCES)) {
      return owner.getResources(name);
    }
    return OUR_RESOURCES.stream().anyMatch(name::startsWith)
        ? findResources(name)
        : super.getResources(name);
  }
}
