package io.streamfusion.parity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.parity.bench.StackSampler.Where;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Stacks are given innermost frame first. */
class StackSamplerTest {
  private static final String SOURCE = "io.streamfusion.parity.nexmark.replay.ReplaySource$Reader";
  private static final String OUTPUT =
      "org.apache.flink.streaming.runtime.tasks.CopyingChainingOutput";
  private static final String RUNNER = "io.streamfusion.flink.runtime.operator.FragmentRunner";

  @Test
  void innermostFramesDecide() {
    assertThat(classify("java.lang.System", SOURCE)).isEqualTo(Where.SOURCE);
    assertThat(classify("StreamExecCalc$4", OUTPUT, SOURCE)).isEqualTo(Where.OPERATORS);
    assertThat(classify("io.streamfusion.flink.runtime.jni.NativeEngine", RUNNER, OUTPUT, SOURCE))
        .isEqualTo(Where.ENGINE);
    assertThat(classify("io.streamfusion.flink.runtime.edge.SlabWriter", RUNNER, OUTPUT, SOURCE))
        .isEqualTo(Where.ROWS_IN);
    assertThat(classify(OUTPUT, RUNNER, OUTPUT, SOURCE)).isEqualTo(Where.ROWS_OUT);
    assertThat(
            classify(
                "io.streamfusion.flink.runtime.operator.HostCallEvaluator",
                "io.streamfusion.flink.runtime.jni.NativeEngine",
                RUNNER,
                OUTPUT,
                SOURCE))
        .isEqualTo(Where.HOST);
  }

  @Test
  void aTaskThatProcessesNoRowsCountsNowhere() {
    assertThat(classify("org.apache.flink.streaming.runtime.tasks.mailbox.MailboxProcessor"))
        .isNull();
  }

  private static Where classify(String... classes) {
    return StackSampler.classify(
        Arrays.stream(classes)
            .map(name -> new StackTraceElement(name, "method", "File.java", 1))
            .toArray(StackTraceElement[]::new));
  }
}
