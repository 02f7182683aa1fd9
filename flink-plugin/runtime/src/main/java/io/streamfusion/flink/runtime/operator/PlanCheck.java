package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.jni.FragmentHandle;
import io.streamfusion.flink.runtime.jni.HostCallbacks;
import io.streamfusion.flink.runtime.jni.NativeEngineException;
import io.streamfusion.substrait.proto.v1.JobHeader;
import io.streamfusion.substrait.proto.v1.OutputForm;
import io.streamfusion.substrait.proto.v1.TaskContext;
import io.substrait.proto.Plan;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that asks the engine whether it can run plans, which nothing but its own reader knows:
 * their number comes from standard input, then the length and the bytes of each; for each fragment
 * that is refused goes out a line with the plan's number, a tab and the reason. No fragment runs.
 */
public final class PlanCheck {

  private static final int KEY_GROUPS = 128;
  private static final int MEMORY_BYTES = 1 << 26;
  private static final int BATCH_BYTES = 1 << 20;
  private static final int ROWS = 256;
  private static final HostCallbacks NO_HOST =
      (id, arrayIn, schemaIn, arrayOut, schemaOut) -> {
        throw new IllegalStateException("Nothing runs here.");
      };

  private PlanCheck() {}

  /** Reads plans and writes what the engine says. */
  public static void main(String[] args) throws IOException {
    PrintWriter out =
        new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in));
    int plans = in.readInt();
    for (int plan = 0; plan < plans; plan++) {
      for (String refusal : refusals(in.readNBytes(in.readInt()))) {
        out.println(plan + "\t" + refusal);
      }
    }
  }

  private static List<String> refusals(byte[] bytes) throws IOException {
    Plan plan = Plan.parseFrom(bytes);
    JobHeader header = plan.getAdvancedExtensions().getEnhancement().unpack(JobHeader.class);
    List<String> refusals = new ArrayList<>();
    for (int fragment = 0; fragment < plan.getRelationsCount(); fragment++) {
      boolean givesRows = plan.getRelations(fragment).hasRoot();
      TaskContext context = context(header.getSessionTimeZone(), givesRows);
      try {
        FragmentHandle.check(bytes, fragment, context, NO_HOST);
      } catch (NativeEngineException e) {
        refusals.add("fragment " + fragment + ": " + e.getMessage());
      } catch (UnsatisfiedLinkError e) {
        refusals.add("fragment " + fragment + ": the native library lacks " + e.getMessage());
      }
    }
    return refusals;
  }

  private static TaskContext context(String zone, boolean givesRows) {
    return TaskContext.newBuilder()
        .setTaskName("check")
        .setParallelism(1)
        .setMaxParallelism(KEY_GROUPS)
        .setKeyGroupEnd(KEY_GROUPS - 1)
        .addOutputs(givesRows ? OutputForm.OUTPUT_FORM_BINARY_ROWS : OutputForm.OUTPUT_FORM_FRAMES)
        .addChannels(1)
        .addKeyGroups(KEY_GROUPS)
        .setBatchRows(ROWS)
        .setBatchBytes(BATCH_BYTES)
        .setMemoryBytes(MEMORY_BYTES)
        .setMemoryAccounting(true)
        .setOutputChunkRows(ROWS)
        .setSessionZone(ZoneRulesProto.of(zone))
        .build();
  }
}
