package io.streamfusion.flink.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of StreamFusion in this process. */
public final class StreamFusionVersion {

  private static final String CURRENT = read();

  private StreamFusionVersion() {}

  public static String current() {
    return CURRENT;
  }

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in = StreamFusionVersion.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("version.properties cannot be read", e);
    }
    return properties.getProperty("version");
  }
}
