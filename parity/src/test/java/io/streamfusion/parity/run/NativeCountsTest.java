package io.streamfusion.parity.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class NativeCountsTest {

  /** A thousand rows in four batches, half of which pass a filter; kernels only. */
  private static final NativeCounts KERNELS = new NativeCounts(1000, 500, 0, 0, 4, 12, 2);

  @Test
  void acceptsTheCountsOfStockFlink() {
    assertThat(KERNELS.contradiction(1000, 500, 0, false)).isEmpty();
    NativeCounts oneHostCall = new NativeCounts(1000, 500, 500, 4, 4, 12, 2);
    assertThat(oneHostCall.contradiction(1000, 500, 1, false)).isEmpty();
    NativeCounts chunks = new NativeCounts(1000, 1000, 0, 0, 1, 6, 2);
    assertThat(chunks.contradiction(1000, 1000, 0, true)).isEmpty();
  }

  @Test
  void noticesRowsThatAreMissingOrTooMany() {
    assertThat(says(KERNELS.contradiction(1001, 500, 0, false))).contains("1000 rows came in");
    assertThat(says(KERNELS.contradiction(1000, 499, 0, false))).contains("500 rows left");
  }

  @Test
  void noticesRowsThatWentThroughTheHost() {
    NativeCounts oneRow = new NativeCounts(1000, 500, 1, 1, 4, 12, 2);
    assertThat(says(oneRow.contradiction(1000, 500, 0, false))).contains("the host evaluated 1");
    NativeCounts twice = new NativeCounts(1000, 500, 1000, 8, 4, 12, 2);
    assertThat(says(twice.contradiction(1000, 500, 1, false))).contains("the host evaluated 1000");
    NativeCounts rowByRow = new NativeCounts(1000, 500, 500, 500, 4, 12, 2);
    assertThat(says(rowByRow.contradiction(1000, 500, 1, false))).contains("in 500 calls");
  }

  @Test
  void noticesTooManyCrossings() {
    NativeCounts calls = new NativeCounts(1000, 500, 0, 0, 4, 13, 2);
    assertThat(says(calls.contradiction(1000, 500, 0, false))).contains("more than 12");
    assertThat(calls.contradiction(1000, 500, 0, true)).isEmpty();
    NativeCounts watermarks = new NativeCounts(1000, 500, 0, 0, 4, 15, 6);
    assertThat(says(watermarks.contradiction(1000, 500, 0, false))).contains("more than 14");
  }

  private static String says(Optional<String> contradiction) {
    return contradiction.orElse("nothing");
  }
}
