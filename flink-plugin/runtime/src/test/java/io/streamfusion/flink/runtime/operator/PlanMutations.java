package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigint;
import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.booleanType;
import static io.streamfusion.flink.runtime.testing.TestPlan.field;
import static io.streamfusion.flink.runtime.testing.TestPlan.filter;
import static io.streamfusion.flink.runtime.testing.TestPlan.hostProject;
import static io.streamfusion.flink.runtime.testing.TestPlan.project;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.stringType;
import static io.streamfusion.flink.runtime.testing.TestPlan.timestampType;
import static io.streamfusion.flink.runtime.testing.TestPlan.union;
import static io.streamfusion.flink.runtime.testing.TestPlan.watermarks;

import com.google.protobuf.ByteString;
import io.streamfusion.flink.runtime.jni.FragmentHandle;
import io.streamfusion.flink.runtime.jni.HostCallbacks;
import io.streamfusion.flink.runtime.jni.NativeEngineException;
import io.streamfusion.flink.runtime.testing.TestPlan;
import io.streamfusion.substrait.proto.v1.OutputForm;
import io.streamfusion.substrait.proto.v1.TaskContext;
import io.substrait.proto.Expression;
import io.substrait.proto.Rel;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/**
 * Opens mutated plans in a process of its own and counts how the engine took them. Anything but an
 * open fragment or a typed error, the end of the process above all, fails.
 *
 * <p>Arguments: seed and number of plans.
 */
final class PlanMutations {

  private static final RowType ROW = RowType.of(new LogicalType[] {new BigIntType()});
  private static final HostCallbacks NO_HOST_CALLS =
      (id, arrayIn, schemaIn, arrayOut, schemaOut) -> {
        throw new IllegalStateException("Nothing runs here.");
      };

  private final Random random;
  private final List<byte[]> seeds = seeds();
  private int answers;
  private int typedErrors;

  private PlanMutations(long seed) {
    this.random = new Random(seed);
  }

  public static void main(String[] arguments) {
    PlanMutations mutations = new PlanMutations(Long.parseLong(arguments[0]));
    for (byte[] seed : mutations.seeds) {
      mutations.open(seed);
    }
    int unmutated = mutations.answers;
    int count = Integer.parseInt(arguments[1]);
    for (int i = 0; i < count; i++) {
      mutations.open(mutations.mutated());
    }
    for (int depth : new int[] {50, 99, 100, 101, 1_000, 50_000}) {
      mutations.open(deep(depth));
      mutations.open(deepBytes(depth));
    }
    System.out.printf(
        "unmutated answers %d of %d, answers %d, typed errors %d%n",
        unmutated, mutations.seeds.size(), mutations.answers, mutations.typedErrors);
  }

  private void open(byte[] plan) {
    TaskContext context =
        TaskContext.newBuilder()
            .setTaskName("mutations")
            .setParallelism(1)
            .setMaxParallelism(128)
            .setKeyGroupEnd(-1)
            .addOutputs(OutputForm.OUTPUT_FORM_BINARY_ROWS)
            .addChannels(1)
            .setBatchRows(16)
            .setBatchBytes(1 << 16)
            .setMemoryBytes(1 << 20)
            .setMemoryAccounting(true)
            .setOutputChunkRows(16)
            .build();
    List<FragmentHandle.Input> inputs =
        List.of(FragmentHandle.Input.rows(ROW, new int[][] {{0}}, true));
    try (FragmentHandle fragment =
        FragmentHandle.open(plan, 0, context, NO_HOST_CALLS, inputs, List.of(ROW))) {
      if (fragment.deadline() < Long.MIN_VALUE + 1) {
        throw new IllegalStateException("The control block is not a fragment's.");
      }
      answers++;
    } catch (NativeEngineException e) {
      typedErrors++;
    }
  }

  private byte[] mutated() {
    byte[] plan = seeds.get(random.nextInt(seeds.size())).clone();
    for (int i = random.nextInt(3); i >= 0 && plan.length > 0; i--) {
      plan = mutatedOnce(plan);
    }
    return plan;
  }

  private byte[] mutatedOnce(byte[] plan) {
    int at = random.nextInt(plan.length);
    switch (random.nextInt(6)) {
      case 0 -> plan[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> plan[at] = (byte) random.nextInt(256);
      // Small numbers are field indices, ordinals, lengths, wire types: off by one each.
      case 2 -> plan[at] = (byte) (plan[at] + (random.nextBoolean() ? 1 : -1));
      case 3 -> {
        return Arrays.copyOf(plan, at);
      }
      case 4 -> {
        return spliced(plan, at, new byte[random.nextInt(8)], at);
      }
      default -> {
        byte[] other = seeds.get(random.nextInt(seeds.size()));
        int from = random.nextInt(other.length);
        byte[] piece = Arrays.copyOfRange(other, from, from + random.nextInt(other.length - from));
        return spliced(plan, at, piece, Math.min(plan.length, at + piece.length));
      }
    }
    return plan;
  }

  private static byte[] spliced(byte[] plan, int at, byte[] piece, int resume) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(plan, 0, at);
    out.writeBytes(piece);
    out.write(plan, resume, plan.length - resume);
    return out.toByteArray();
  }

  private static List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    seeds.add(
        new TestPlan().fragment(project("calc-1", read(0, bigintType()), 1, field(0))).toBytes());
    TestPlan arithmetic = new TestPlan();
    Expression sum = arithmetic.call("arithmetic", "add", bigintType(), field(0), bigint(1));
    Expression more =
        arithmetic.call("comparison", "greater_than", booleanType(), field(0), bigint(1));
    seeds.add(
        arithmetic
            .fragment(project("calc-1", filter("calc-1", read(0, bigintType()), more), 1, sum))
            .toBytes());
    seeds.add(
        new TestPlan()
            .fragment(union("union-1", read(0, bigintType()), read(1, bigintType())))
            .toBytes());
    seeds.add(
        new TestPlan()
            .fragment(watermarks("watermark-1", read(0, stringType(), timestampType(3)), 1, 1_000))
            .toBytes());
    seeds.add(
        new TestPlan()
            .fragment(hostProject("calc-1", read(0, bigintType()), 1, 7, bigintType()))
            .toBytes());
    seeds.add(
        new TestPlan()
            .innerFragment(project("calc-1", read(0, bigintType()), 1, field(0)))
            .fragment(project("calc-2", TestPlan.reference(0), 1, field(0)))
            .toBytes());
    return seeds;
  }

  /** A plan of nested projections. */
  private static byte[] deep(int depth) {
    Rel rel = read(0, bigintType());
    // Protobuf builders recurse when they write; what is deeper comes as bytes.
    for (int i = 0; i < Math.min(depth, 500); i++) {
      rel = project("calc-" + i, rel, 1, field(0));
    }
    return new TestPlan().fragment(rel).toBytes();
  }

  /** Messages inside messages, each the field 2 of the other, without end in sight. */
  private static byte[] deepBytes(int depth) {
    ByteString inner = ByteString.EMPTY;
    for (int i = 0; i < depth && inner.size() < 2_000_000; i++) {
      ByteString.Output out = ByteString.newOutput();
      out.write(0x12);
      for (int length = inner.size(); ; length >>>= 7) {
        if (length < 0x80) {
          out.write(length);
          break;
        }
        out.write((length & 0x7F) | 0x80);
      }
      inner = out.toByteString().concat(inner);
    }
    return ByteString.copyFrom(new byte[] {0x1A}).concat(inner).toByteArray();
  }
}
