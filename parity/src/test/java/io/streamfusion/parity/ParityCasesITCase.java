package io.streamfusion.parity;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.parity.casefile.CaseParser;
import io.streamfusion.parity.run.CaseRunner;
import io.streamfusion.parity.run.CaseVerdict;
import io.streamfusion.runner.FlinkCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every case file of parity/cases, on one cluster. */
class ParityCasesITCase {
  private static final Path CASES = Path.of("cases");
  private static final Path COUNTS = Path.of("target", "counts.properties");

  private static FlinkCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = FlinkCluster.start();
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @TestFactory
  Stream<DynamicTest> cases() throws Exception {
    List<Path> files = ParityMain.caseFiles(List.of(CASES));
    assertThat(files).isNotEmpty();
    Files.writeString(COUNTS, "parity cases=" + files.size() + "\n");
    CaseRunner runner = new CaseRunner(cluster, CaseRunner.Mode.NATIVE);
    return files.stream()
        .map(
            file ->
                DynamicTest.dynamicTest(
                    CASES.relativize(file).toString(),
                    () -> {
                      CaseVerdict verdict = runner.run(CaseParser.parse(file));
                      assertThat(verdict.problems()).isEmpty();
                    }));
  }
}
