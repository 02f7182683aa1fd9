package io.streamfusion.parity.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each form of {@link RecoveryForms} with a seed that no run had before, and some with a fixed one;
 * more seeds run with {@code make recovery}.
 */
class RecoveryITCase {

  private static final int FORMS_PER_FIXED_SEED = 4;

  @RegisterExtension static final RecoveryClusterExtension CLUSTER = new RecoveryClusterExtension();

  @TempDir private Path folder;

  @TestFactory
  List<DynamicTest> forms() {
    int fresh = ThreadLocalRandom.current().nextInt(1_000, Integer.MAX_VALUE);
    System.out.println("The fresh seed is " + fresh);
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < RecoveryForms.ALL.size(); i++) {
      RecoveryForm form = RecoveryForms.ALL.get(i);
      // Another number for each form, so that stops of all kinds are among them.
      tests.add(test(form, fresh + i));
      if (i % FORMS_PER_FIXED_SEED == 0) {
        tests.add(test(form, i));
      }
    }
    return tests;
  }

  private DynamicTest test(RecoveryForm form, long seed) {
    return DynamicTest.dynamicTest(
        form + ", seed " + seed,
        () -> {
          RecoveryRun.Shown shown = new RecoveryRun(CLUSTER.cluster(), form, seed, folder).run();
          assertThat(shown.restores()).isEqualTo(RecoveryRows.STOPS);
          assertThat(shown.rows()).isGreaterThan(1_000);
          assertThat(shown.stateBytes()).isPositive();
        });
  }
}
