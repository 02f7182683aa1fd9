package io.streamfusion.flink.loader;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;

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
 *   <li>Other {@code io.streamfusion} packages come from the planner jar only.
 *   <li>Everything else comes from the parent, and from the planner jar if the parent has it not.
 * </ul>
 */
final class PlannerJarClassLoader extends URLClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final String OURS = "io.streamfusion.";
  private static final String RUNTIME = "io.streamfusion.flink.runtime.";
  private static final String OUR_RESOURCES = OURS.replace('.', '/');
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
    if (!name.startsWith(OURS)) {
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
    return name.startsWith(OUR_RESOURCES) ? findResource(name) : super.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    if (name.startsWith(RUNTIME_RESOURCES)) {
      return owner.getResources(name);
    }
    return name.startsWith(OUR_RESOURCES) ? findResources(name) : super.getResources(name);
  }
}
