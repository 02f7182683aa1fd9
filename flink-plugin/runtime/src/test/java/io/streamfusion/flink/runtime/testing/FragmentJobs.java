package io.streamfusion.flink.runtime.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.operator.EdgeKind;
import io.streamfusion.flink.runtime.operator.FragmentInput;
import io.streamfusion.flink.runtime.operator.FragmentOutput;
import io.streamfusion.flink.runtime.operator.FragmentSpec;
import io.streamfusion.flink.runtime.operator.OneInputFragmentFactory;
import io.streamfusion.flink.runtime.operator.PlanBytes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;

/** Jobs of fragments without a planner. */
public final class FragmentJobs {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private FragmentJobs() {}

  /** The only fragment of a plan, behind {@code input}; the plan reads every column of it. */
  public static Transformation<RowData> fragment(
      String name,
      TestPlan plan,
      Transformation<RowData> input,
      int parallelism,
      RowType inputType,
      RowType outputType,
      boolean stateful) {
    int[][] paths = new int[inputType.getFieldCount()][];
    for (int i = 0; i < paths.length; i++) {
      paths[i] = new int[] {i};
    }
    FragmentSpec spec =
        new FragmentSpec(
            0,
            name,
            List.of(FragmentInput.rows(inputType, paths, true)),
            new FragmentOutput(EdgeKind.ROWS, outputType),
            List.of("s0/" + name),
            List.of(),
            "UTC",
            stateful);
    OneInputTransformation<RowData, RowData> transformation =
        new OneInputTransformation<>(
            input,
            name,
            new OneInputFragmentFactory(spec, PlanBytes.ofSingleFragment(plan.toBytes())),
            InternalTypeInfo.of(outputType),
            parallelism);
    transformation.setUid("streamfusion/" + name);
    return transformation;
  }

  /** Waits for something about a job, which need not be there yet. */
  public static void waitUntil(Condition condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds(condition)) {
      assertThat(System.nanoTime()).as("patience").isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  private static boolean holds(Condition condition) throws Exception {
    try {
      return condition.holds();
    } catch (ExecutionException e) {
      // The job is not there yet.
      return false;
    }
  }

  /** Something a test waits for. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }
}
