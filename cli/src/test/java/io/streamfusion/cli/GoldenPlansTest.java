package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.cli.golden.GoldenCase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The reviewed plans of this repository are what the translator makes today. */
class GoldenPlansTest {

  private static final Path ROOT = Path.of("../golden-plans");

  @Test
  void everyReviewedPlanIsUpToDate() throws IOException {
    StringWriter out = new StringWriter();
    CommandLine commandLine = SfPlan.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    int cases = GoldenCase.findAll(ROOT).size();

    int exit = commandLine.execute("golden", "verify", ROOT.toString());

    assertThat(exit).as(out.toString()).isZero();
    assertThat(out.toString()).contains("goldens: " + cases + " passed, 0 failed");
    assertThat(cases).isGreaterThan(60);
    Files.writeString(Path.of("target/counts.properties"), "golden plans=" + cases + "\n");
  }
}
