package io.streamfusion.parity.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NativeCountsTest {

  /** A thousand rows in four batches, half of which pass a filter; kernels only. */
  private static final NativeCounts KERNELS = one(1000, 500, 0, 0, 4, 12, 2);

  @Test
  void acceptsTheCountsOfStockFlink() {
    assertThat(KERNELS.contradiction(1000, 500, 0, false)).isEmpty();
    NativeCounts oneHostCall = one(1000, 500, 500, 4, 4, 12, 2);
    assertThat(oneHostCall.contradiction(1000, 500, 1, false)).isEmpty();
    NativeCounts chunks = one(1000, 1000, 0, 0, 1, 6, 2);
    assertThat(chunks.contradiction(1000, 1000, 0, true)).isEmpty();
  }

  @Test
  void noticesRowsThatAreMissingOrTooMany() {
    assertThat(says(KERNELS.contradiction(1001, 500, 0, false)))
        .contains("sources emitted 1001 rows", "NativeCalc 1000 -> 500");
    assertThat(says(KERNELS.contradiction(1000, 499, 0, false)))
        .contains("sinks received 499", "NativeCalc 1000 -> 500");
    assertThat(says(new NativeCounts(List.of()).contradiction(1000, 500, 0, false)))
        .contains("native operators: []");
  }

  @Test
  void noticesRowsThatWentThroughTheHost() {
    NativeCounts oneRow = one(1000, 500, 1, 1, 4, 12, 2);
    assertThat(says(oneRow.contradiction(1000, 500, 0, false))).contains("the host evaluated 1");
    NativeCounts twice = one(1000, 500, 1000, 8, 4, 12, 2);
    assertThat(says(twice.contradiction(1000, 500, 1, false))).contains("the host evaluated 1000");
    NativeCounts rowByRow = one(1000, 500, 500, 500, 4, 12, 2);
    assertThat(says(rowByRow.contradiction(1000, 500, 1, false))).contains("in 500 calls");
  }

  @Test
  void noticesTooManyCrossings() {
    NativeCounts calls = one(1000, 500, 0, 0, 4, 13, 2);
    assertThat(says(calls.contradiction(1000, 500, 0, false))).contains("more than 12");
    assertThat(calls.contradiction(1000, 500, 0, true)).isEmpty();
    NativeCounts watermarks = one(1000, 500, 0, 0, 4, 15, 6);
    assertThat(says(watermarks.contradiction(1000, 500, 0, false))).contains("more than 14");
  }

  @Test
  void followsTheRowsFromOneOperatorToTheNext() {
    FragmentCounts sender = new FragmentCounts("NativeCalc", 2, 1000, 700, 0, 0, 4, 12, 0);
    FragmentCounts reader = new FragmentCounts("NativeAgg", 2, 700, 1400, 0, 0, 8, 24, 0);

    assertThat(of(reader, sender).contradiction(1000, 1400, 0, false)).isEmpty();
    assertThat(says(of(reader, sender).contradiction(1000, 700, 0, false)))
        .contains("NativeAgg 700 -> 1400", "NativeCalc 1000 -> 700");
    FragmentCounts lossy = new FragmentCounts("NativeAgg", 2, 699, 1400, 0, 0, 8, 24, 0);
    assertThat(of(sender, lossy).contradiction(1000, 1400, 0, false)).isPresent();
  }

  /** The calls that one operator saves are not another one's to spend. */
  @Test
  void countsTheCrossingsOfEachOperator() {
    FragmentCounts thrifty = new FragmentCounts("NativeCalc", 2, 1000, 700, 0, 0, 4, 4, 0);
    FragmentCounts wasteful = new FragmentCounts("NativeAgg", 2, 700, 1400, 0, 0, 8, 25, 0);

    assertThat(says(of(thrifty, wasteful).contradiction(1000, 1400, 0, false)))
        .isEqualTo(
            "NativeAgg: 8 batches cost 25 calls into the engine and 0 out of it, more than 24");
  }

  /** All frames of a batch, and the watermarks between them, leave with one call. */
  @Test
  void framesCostNoCallsOfTheirOwn() {
    FragmentCounts reader = new FragmentCounts("NativeAgg", 4, 700, 1400, 0, 0, 8, 24, 0);
    FragmentCounts sender = new FragmentCounts("NativeCalc", 2, 1000, 700, 0, 0, 4, 15, 5);
    assertThat(of(sender, reader).contradiction(1000, 1400, 0, false)).isEmpty();
    FragmentCounts chatty = new FragmentCounts("NativeCalc", 2, 1000, 700, 0, 0, 4, 16, 5);
    assertThat(says(of(chatty, reader).contradiction(1000, 1400, 0, false)))
        .contains("more than 15");
  }

  private static NativeCounts one(
      long rowsIn,
      long rowsOut,
      long hostRows,
      long hostCalls,
      long batches,
      long nativeCalls,
      long watermarks) {
    return of(
        new FragmentCounts(
            "NativeCalc",
            1,
            rowsIn,
            rowsOut,
            hostRows,
            hostCalls,
            batches,
            nativeCalls,
            watermarks));
  }

  private static NativeCounts of(FragmentCounts... fragments) {
    return new NativeCounts(List.of(fragments));
  }

  private static String says(Optional<String> contradiction) {
    return contradiction.orElse("nothing");
  }
}
