package io.streamfusion.translator.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Patterns with the answer that the planner and the engine have to agree on. */
public final class PatternVectors {

  private static final Path DIRECTORY = Path.of("..", "substrait-ext", "tests", "patterns");

  private PatternVectors() {}

  /** Whether the engine takes each pattern of a file, in its order. */
  public static Map<String, Boolean> read(String file) {
    Map<String, Boolean> vectors = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(DIRECTORY.resolve(file), StandardCharsets.UTF_8)) {
        if (!line.startsWith("# ")) {
          String[] parts = line.split("\t", 2);
          vectors.put(parts[1], parts[0].equals("yes"));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return vectors;
  }
}
