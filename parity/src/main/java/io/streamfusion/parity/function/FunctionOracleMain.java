package io.streamfusion.parity.function;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * {@code FunctionOracleMain DIR}: writes stock Flink's results into the test files below a folder.
 * A new case is written with {@code ?} for its result ({@code ?::type} for a cast).
 */
public final class FunctionOracleMain {
  private FunctionOracleMain() {}

  /** Entry point. */
  public static void main(String[] arguments) throws IOException {
    Map<Path, List<TestLine>> answered =
        answer(Path.of(arguments[0]), StreamExecutionEnvironment.getExecutionEnvironment());
    for (Map.Entry<Path, List<TestLine>> file : answered.entrySet()) {
      Files.writeString(file.getKey(), print(file.getValue()), StandardCharsets.UTF_8);
    }
    System.out.println(answered.size() + " files, " + count(answered) + " cases");
  }

  /** The test files below a folder with stock Flink's results. */
  public static Map<Path, List<TestLine>> answer(
      Path folder, StreamExecutionEnvironment environment) {
    Map<Path, List<TestLine>> files = read(folder);
    List<TestLine> all = new ArrayList<>();
    files.values().forEach(all::addAll);
    List<TestLine> answered = new FunctionOracle(environment).answer(all);
    Map<Path, List<TestLine>> result = new LinkedHashMap<>();
    int start = 0;
    for (Map.Entry<Path, List<TestLine>> file : files.entrySet()) {
      int end = start + file.getValue().size();
      result.put(file.getKey(), answered.subList(start, end));
      start = end;
    }
    return result;
  }

  private static Map<Path, List<TestLine>> read(Path folder) {
    Map<Path, List<TestLine>> files = new LinkedHashMap<>();
    try (Stream<Path> found = Files.walk(folder)) {
      List<Path> paths = found.filter(path -> path.toString().endsWith(".test")).sorted().toList();
      for (Path path : paths) {
        files.put(path, TestLine.parse(Files.readAllLines(path, StandardCharsets.UTF_8)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  /** The text of a file. */
  public static String print(List<TestLine> lines) {
    return lines.stream().map(TestLine::print).collect(Collectors.joining("\n", "", "\n"));
  }

  /** How many cases the files have. */
  public static long count(Map<Path, List<TestLine>> files) {
    return files.values().stream().flatMap(List::stream).filter(TestLine::isCase).count();
  }
}
