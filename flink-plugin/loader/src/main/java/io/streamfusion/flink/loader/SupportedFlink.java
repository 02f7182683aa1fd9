package io.streamfusion.flink.loader;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** The Flink versions whose planner we extend, the one that runs here, and our own version. */
final class SupportedFlink {

  /**
   * Exact versions. The planner's classes are internal to Flink and change between releases without
   * notice, so a version that was never tested is planned by Flink alone.
   */
  static final Set<String> VERSIONS = Set.of("2.2.0", "2.2.1");

  private SupportedFlink() {}

  static String runningVersion() {
    return EnvironmentInformation.getVersion();
  }

  static String streamFusionVersion() {
    Properties build = new Properties();
    try (InputStream in = SupportedFlink.class.getResourceAsStream("build.properties")) {
      build.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("StreamFusion's build.properties cannot be read.", e);
    }
    return build.getProperty("version");
  }
}
