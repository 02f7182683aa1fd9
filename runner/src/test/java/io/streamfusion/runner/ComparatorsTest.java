package io.streamfusion.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.api.Test;

/** Each comparator accepts what its level allows and notices what it forbids. */
class ComparatorsTest {
  private static final int[] KEY = {0};
  private static final int[] NO_KEY = {};

  private static final Recorded INSERT_A = row(RowKind.INSERT, "1", "'a'");
  private static final Recorded BEFORE_A = row(RowKind.UPDATE_BEFORE, "1", "'a'");
  private static final Recorded AFTER_B = row(RowKind.UPDATE_AFTER, "1", "'b'");
  private static final Recorded DELETE_B = row(RowKind.DELETE, "1", "'b'");
  private static final Recorded INSERT_KEY_2 = row(RowKind.INSERT, "2", "'a'");

  @Test
  void orderedAcceptsEqualSequences() {
    assertThat(Comparators.ordered(one(INSERT_A, AFTER_B), one(INSERT_A, AFTER_B))).isEmpty();
  }

  @Test
  void orderedNoticesSwappedRows() {
    assertThat(Comparators.ordered(one(INSERT_A, INSERT_KEY_2), one(INSERT_KEY_2, INSERT_A)))
        .hasValueSatisfying(
            difference ->
                assertThat(difference.text())
                    .contains("element 0")
                    .contains("+I[1, 'a']")
                    .contains("+I[2, 'a']"));
  }

  @Test
  void orderedNoticesAnotherRowKind() {
    Recorded asUpdate = row(RowKind.UPDATE_AFTER, "1", "'a'");
    assertThat(Comparators.ordered(one(INSERT_A), one(asUpdate))).isPresent();
  }

  @Test
  void orderedNoticesMissingAndSurplusRows() {
    assertThat(Comparators.ordered(one(INSERT_A, AFTER_B), one(INSERT_A))).isPresent();
    assertThat(Comparators.ordered(one(INSERT_A), one(INSERT_A, AFTER_B))).isPresent();
    assertThat(Comparators.ordered(one(INSERT_A), new TreeMap<>())).isPresent();
  }

  @Test
  void orderedNoticesAnotherTimestampAndAMovedWatermark() {
    Recorded at5 = Recorded.row(RowKind.INSERT, new String[] {"1"}, 5);
    Recorded at6 = Recorded.row(RowKind.INSERT, new String[] {"1"}, 6);
    assertThat(Comparators.ordered(one(at5), one(at6))).isPresent();
    Recorded mark = Recorded.watermark(5);
    assertThat(Comparators.ordered(one(INSERT_A, mark, AFTER_B), one(INSERT_A, AFTER_B, mark)))
        .isPresent();
  }

  @Test
  void orderedNoticesARowOnAnotherSubtask() {
    SortedMap<Integer, List<Recorded>> moved = new TreeMap<>();
    moved.put(1, List.of(INSERT_A));
    assertThat(Comparators.ordered(one(INSERT_A), moved)).isPresent();
  }

  @Test
  void perKeyAllowsOtherOrderBetweenKeysOnly() {
    assertThat(
            Comparators.perKey(
                one(INSERT_A, INSERT_KEY_2, AFTER_B), one(INSERT_KEY_2, INSERT_A, AFTER_B), KEY))
        .isEmpty();
    assertThat(Comparators.perKey(one(BEFORE_A, AFTER_B), one(AFTER_B, BEFORE_A), KEY)).isPresent();
    assertThat(Comparators.perKey(one(BEFORE_A, AFTER_B), one(AFTER_B), KEY)).isPresent();
  }

  @Test
  void tableWithKeyComparesLastRows() {
    Recorded insertB = row(RowKind.INSERT, "1", "'b'");
    assertThat(Comparators.table(one(INSERT_A, BEFORE_A, AFTER_B), one(insertB), KEY)).isEmpty();
    assertThat(Comparators.table(one(INSERT_A, AFTER_B), one(INSERT_A), KEY)).isPresent();
    assertThat(Comparators.table(one(INSERT_A, AFTER_B, DELETE_B), one(INSERT_A), KEY)).isPresent();
  }

  @Test
  void tableWithoutKeyCountsRows() {
    assertThat(Comparators.table(one(INSERT_A, BEFORE_A, AFTER_B), one(AFTER_B), NO_KEY)).isEmpty();
    Optional<Difference> twice = Comparators.table(one(INSERT_A, INSERT_A), one(INSERT_A), NO_KEY);
    assertThat(twice).hasValueSatisfying(d -> assertThat(d.text()).contains("2 times"));
    // A dropped update-before leaves a row too many.
    assertThat(Comparators.table(one(INSERT_A, BEFORE_A, AFTER_B), one(INSERT_A, AFTER_B), NO_KEY))
        .isPresent();
  }

  private static Recorded row(RowKind kind, String... fields) {
    return Recorded.row(kind, fields, Long.MIN_VALUE);
  }

  private static SortedMap<Integer, List<Recorded>> one(Recorded... elements) {
    SortedMap<Integer, List<Recorded>> sink = new TreeMap<>();
    sink.put(0, new ArrayList<>(List.of(elements)));
    return sink;
  }
}
