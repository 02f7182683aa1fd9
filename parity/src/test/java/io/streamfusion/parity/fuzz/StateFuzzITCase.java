package io.streamfusion.parity.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random stateful queries for some seconds; {@code make fuzz SUITE=state} runs them for longer. */
class StateFuzzITCase {
  private static final long MILLIS = 12_000;
  private static final long MAX_CASES = 1_000;

  /** From run to run the same cases, so that a change that breaks one of them is seen. */
  @Test
  void nativeStateDoesWhatFlinksDoesFromAFixedSeed() throws Exception {
    assertThatItPasses(1);
  }

  @Test
  void nativeStateDoesWhatFlinksDoesFromAFreshSeed() throws Exception {
    assertThatItPasses(new Random().nextInt(Integer.MAX_VALUE));
  }

  private static void assertThatItPasses(long seed) throws Exception {
    System.out.println("seed " + seed);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    StateFuzz.Result result =
        StateFuzz.run(
            StateFuzz.Options.of(seed, MILLIS, MAX_CASES),
            new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.out.println(printed.toString(StandardCharsets.UTF_8));
    assertThat(result.failures()).as(printed.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(result.cases()).isPositive();
    assertThat(result.emitted()).isPositive();
  }
}
