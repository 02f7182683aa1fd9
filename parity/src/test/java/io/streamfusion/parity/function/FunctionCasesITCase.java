package io.streamfusion.parity.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The expected values of the functions' test files are what stock Flink answers. The engine's own
 * tests compare the kernels with the same files.
 */
class FunctionCasesITCase {
  private static final Path CASES = Path.of("..", "substrait-ext", "tests", "cases");

  /** Fewer cases than this would mean that the files were not found or not read. */
  private static final long LEAST_CASES = 3000;

  @TestFactory
  Stream<DynamicTest> stockFlinkAnswersWhatTheFilesExpect() {
    Map<Path, List<TestLine>> answered =
        FunctionOracleMain.answer(CASES, StreamExecutionEnvironment.createLocalEnvironment(1));
    assertThat(FunctionOracleMain.count(answered)).isGreaterThan(LEAST_CASES);
    return answered.entrySet().stream()
        .map(
            file -> {
              String name = CASES.relativize(file.getKey()).toString();
              return DynamicTest.dynamicTest(
                  name,
                  () -> assertThat(differences(file.getKey(), file.getValue())).as(name).isEmpty());
            });
  }

  private static List<String> differences(Path file, List<TestLine> answered) throws IOException {
    List<TestLine> committed = TestLine.parse(Files.readAllLines(file));
    assertThat(answered).hasSameSizeAs(committed);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < committed.size(); i++) {
      String expected = committed.get(i).print();
      String flink = answered.get(i).print();
      if (!flink.equals(expected)) {
        differences.add("expected " + expected + ", Flink answers " + flink);
      }
    }
    return differences;
  }
}
