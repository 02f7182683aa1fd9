package io.streamfusion.flink.runtime.jni;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads {@code libstreamfusion} once per class loader.
 *
 * <p>The JVM refuses to load one file into two class loaders, so the library is copied to a file of
 * its own. It comes from the directory in {@value #DIRECTORY_PROPERTY}, which tests and benchmarks
 * set, or from the jar.
 */
public final class NativeLibrary {

  /** System property naming a directory that holds the library. */
  public static final String DIRECTORY_PROPERTY = "streamfusion.native.dir";

  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
  private static final String FILE_NAME = System.mapLibraryName("streamfusion");

  private static boolean loaded;

  private NativeLibrary() {}

  /** Loads the library if that has not happened yet; a failure names what was tried. */
  public static synchronized void ensureLoaded() {
    if (loaded) {
      return;
    }
    String directory = System.getProperty(DIRECTORY_PROPERTY);
    String origin = directory == null ? resourceName() : Path.of(directory, FILE_NAME).toString();
    try {
      Path file = Files.createTempFile("streamfusion-", "-" + FILE_NAME);
      try {
        copyLibrary(directory, file);
        System.load(file.toAbsolutePath().toString());
      } finally {
        // The mapping survives the file on the platforms that we ship for.
        Files.deleteIfExists(file);
      }
    } catch (IOException | UnsatisfiedLinkError e) {
      NativeEngineException failure =
          new NativeEngineException(
              "NATIVE_LIBRARY_NOT_LOADED",
              NativeEngineException.ErrorClass.RESOURCE,
              "Could not load the native library from " + origin + ": " + e.getMessage());
      failure.initCause(e);
      throw failure;
    }
    loaded = true;
    LOG.info("Loaded the native engine from {}.", origin);
  }

  private static void copyLibrary(String directory, Path target) throws IOException {
    if (directory != null) {
      Files.copy(Path.of(directory, FILE_NAME), target, StandardCopyOption.REPLACE_EXISTING);
      return;
    }
    try (InputStream resource =
        NativeLibrary.class.getClassLoader().getResourceAsStream(resourceName())) {
      if (resource == null) {
        throw new IOException("no such resource; this platform is not supported by the jar");
      }
      Files.copy(resource, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static String resourceName() {
    String os = System.getProperty("os.name").toLowerCase(Locale.ROOT).split(" ")[0];
    String architecture = System.getProperty("os.arch");
    String machine = "amd64".equals(architecture) ? "x86_64" : architecture;
    return "native/" + os + "-" + machine + "/" + FILE_NAME;
  }
}
