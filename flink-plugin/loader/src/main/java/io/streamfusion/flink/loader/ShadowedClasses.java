package io.streamfusion.flink.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Loads Flink's own version of classes that our jar shadows: the second occurrence of their class
 * files on the class path. So stock planning runs Flink's bytecode, of whatever version, and
 * nothing of it is copied here.
 *
 * <p>Only the named classes are defined by this loader; all others come from the parent, so the
 * objects created through it are ordinary Flink objects.
 */
final class ShadowedClasses extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private final Map<String, URL> classFiles;

  /**
   * @param shadowing a class of ours that hides Flink's of the same name
   * @param others further stock classes in {@code shadowing}'s package that Flink's class reaches
   *     through package-private access, and which must therefore share its loader
   */
  ShadowedClasses(Class<?> shadowing, String... others) {
    super(shadowing.getClassLoader());
    ClassLoader owner = shadowing.getClassLoader();
    URL ours = owner.getResource(path(shadowing.getName()));
    this.classFiles =
        Collections.unmodifiableMap(
            concat(shadowing.getName(), others).stream()
                .collect(Collectors.toMap(Function.identity(), name -> find(owner, name, ours))));
  }

  private static List<String> concat(String first, String... others) {
    return Stream.concat(Stream.of(first), Arrays.stream(others)).toList();
  }

  private static URL find(ClassLoader owner, String className, URL exceptFor) {
    try {
      // By text: URL.equals would resolve host names.
      return Collections.list(owner.getResources(path(className))).stream()
          .filter(candidate -> !candidate.toExternalForm().equals(exceptFor.toExternalForm()))
          .findFirst()
          .orElseThrow(() -> new StockPlannerNotFoundException(className));
    } catch (IOException e) {
      throw new StockPlannerNotFoundException(className, e);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    URL classFile = classFiles.get(name);
    if (classFile == null) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name, classFile);
    }
  }

  private Class<?> define(String name, URL classFile) throws ClassNotFoundException {
    try (InputStream in = classFile.openStream()) {
      byte[] bytes = in.readAllBytes();
      CodeSource source = new CodeSource(classFile, (Certificate[]) null);
      return defineClass(name, bytes, 0, bytes.length, new ProtectionDomain(source, null));
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private static String path(String className) {
    return className.replace('.', '/') + ".class";
  }
}
