package io.streamfusion.flink.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.jni.NativeEngineException;
import io.streamfusion.flink.runtime.testing.FaultSwitch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Part of {@code make mutants}: the random tests of timers beside stock Flink's notice each
 * deliberate fault of timers, and differ in nothing without one.
 *
 * <p>Its name keeps it out of ordinary builds, whose engine has no faults.
 */
class TimerFaults {

  private static final Path MUTANTS = Path.of("..", "..", "parity", "mutants.properties");
  private static final String KILLER = "test:timers";
  private static final int SEEDS = 8;

  static List<String> faults() throws IOException {
    return Files.readAllLines(MUTANTS).stream()
        .filter(line -> !line.startsWith("#") && line.contains(KILLER))
        .map(line -> line.substring(0, line.indexOf('=')).strip())
        .toList();
  }

  @AfterEach
  void switchOff() {
    FaultSwitch.off();
  }

  @Test
  void withoutAFaultNothingDiffers() throws Exception {
    FaultSwitch.off();
    assertThat(seedThatDiffers()).isZero();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void isNoticed(String fault) throws Exception {
    assertThat(FaultSwitch.on(fault)).as("the engine has the fault").isTrue();

    int seed = seedThatDiffers();

    System.out.println(fault + ": " + (seed == 0 ? "SURVIVED" : "killed by seed " + seed));
    assertThat(seed).as("a seed that differs").isPositive();
  }

  /** The first seed from 1 on, 0 if there is none. */
  private static int seedThatDiffers() throws Exception {
    for (int seed = 1; seed <= SEEDS; seed++) {
      if (differs(seed)) {
        return seed;
      }
    }
    return 0;
  }

  private static boolean differs(int seed) throws Exception {
    try {
      return !TimerPair.inOneSubtask(seed).agrees() || !TimerPair.acrossRestores(seed).agrees();
    } catch (NativeEngineException e) {
      // A restore refuses what the fault has written.
      return true;
    }
  }
}
