package io.streamfusion.flink.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.operator.EdgeKind;
import io.streamfusion.flink.runtime.operator.FragmentInput;
import io.streamfusion.flink.runtime.operator.FragmentOutput;
import io.streamfusion.flink.runtime.operator.FragmentSpec;
import java.util.Collections;
import java.util.List;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.api.Test;

/** What a fragment asks of the slot. */
class FragmentSpecsTest {

  private static final RowType ROWS = RowType.of(new IntType());

  @Test
  void weighsMoreWithEachInputAndWithState() {
    assertThat(FragmentSpecs.memoryWeight(spec(1, false))).isEqualTo(32);
    assertThat(FragmentSpecs.memoryWeight(spec(3, false))).isEqualTo(64);
    assertThat(FragmentSpecs.memoryWeight(spec(1, true))).isEqualTo(160);
  }

  private static FragmentSpec spec(int inputs, boolean stateful) {
    return new FragmentSpec(
        0,
        "fragment",
        Collections.nCopies(inputs, FragmentInput.rows(ROWS, new int[][] {{0}}, true)),
        new FragmentOutput(EdgeKind.ROWS, ROWS),
        List.of("s0/calc-0"),
        List.of(),
        "UTC",
        stateful);
  }
}
