package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigint;
import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.booleanType;
import static io.streamfusion.flink.runtime.testing.TestPlan.field;
import static io.streamfusion.flink.runtime.testing.TestPlan.filter;
import static io.streamfusion.flink.runtime.testing.TestPlan.hashExchange;
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
import io.streamfusion.substrait.proto.v1.JobHeader;
import io.streamfusion.substrait.proto.v1.MiniBatchMode;
import io.streamfusion.substrait.proto.v1.OutputForm;
import io.streamfusion.substrait.proto.v1.StreamGlobalWindowAggregateRel;
import io.streamfusion.substrait.proto.v1.StreamHostSinkRel;
import io.streamfusion.substrait.proto.v1.StreamLocalWindowAggregateRel;
import io.streamfusion.substrait.proto.v1.StreamMiniBatchAssignerRel;
import io.streamfusion.substrait.proto.v1.StreamWindowAggregateRel;
import io.streamfusion.substrait.proto.v1.TaskContext;
import io.streamfusion.substrait.proto.v1.WindowKind;
import io.streamfusion.substrait.proto.v1.WindowProperty;
import io.streamfusion.substrait.proto.v1.WindowSpec;
import io.streamfusion.substrait.proto.v1.WindowTime;
import io.streamfusion.substrait.proto.v1.WindowZone;
import io.substrait.proto.Expression;
import io.substrait.proto.Plan;
import io.substrait.proto.PlanRel;
import io.substrait.proto.Rel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Opens mutated plans in a process of its own and counts how the engine took them. Anything but an
 * open fragment or a typed error, the end of the process above all, fails.
 *
 * <p>Arguments: seed, number of plans, folder of the translator's plans.
 */
final class PlanMutations {

  private static final String PLAN_SUFFIX = ".plan";
  private static final int KEY_GROUPS = 128;
  private static final WindowSpec TUMBLE =
      WindowSpec.newBuilder()
          .setKind(WindowKind.WINDOW_KIND_TUMBLE)
          .setSizeMillis(1_000)
          .setZone(WindowZone.WINDOW_ZONE_UTC)
          .build();

  private static final HostCallbacks NO_HOST_CALLS =
      (id, arrayIn, schemaIn, arrayOut, schemaOut) -> {
        throw new IllegalStateException("Nothing runs here.");
      };

  private final Random random;
  private final List<Seed> seeds;
  private int answers;
  private int typedErrors;

  /**
   * A plan that opens as it is.
   *
   * @param fragment the fragment that is opened
   * @param context what a task tells the engine
   */
  record Seed(byte[] plan, int fragment, TaskContext context) {}

  private PlanMutations(long seed, List<Seed> seeds) {
    this.random = new Random(seed);
    this.seeds = seeds;
  }

  public static void main(String[] arguments) throws IOException {
    PlanMutations mutations =
        new PlanMutations(Long.parseLong(arguments[0]), seeds(Path.of(arguments[2])));
    mutations.seeds.forEach(seed -> mutations.open(seed, seed.plan()));
    int unmutated = mutations.answers;
    int count = Integer.parseInt(arguments[1]);
    for (int i = 0; i < count; i++) {
      Seed seed = mutations.any();
      mutations.open(seed, mutations.mutated(seed));
    }
    Seed simple = new Seed(new byte[0], 0, context("UTC", true));
    for (int depth : new int[] {50, 99, 100, 101, 1_000, 50_000}) {
      mutations.open(simple, deep(depth));
      mutations.open(simple, deepBytes(depth));
    }
    System.out.printf(
        "unmutated answers %d of %d, answers %d, typed errors %d%n",
        unmutated, mutations.seeds.size(), mutations.answers, mutations.typedErrors);
  }

  private void open(Seed seed, byte[] plan) {
    try {
      FragmentHandle.check(plan, seed.fragment(), seed.context(), NO_HOST_CALLS);
      answers++;
    } catch (NativeEngineException e) {
      typedErrors++;
    }
  }

  private static TaskContext context(String zone, boolean givesRows) {
    return TaskContext.newBuilder()
        .setTaskName("mutations")
        .setParallelism(1)
        .setMaxParallelism(KEY_GROUPS)
        .setKeyGroupEnd(KEY_GROUPS - 1)
        .addOutputs(givesRows ? OutputForm.OUTPUT_FORM_BINARY_ROWS : OutputForm.OUTPUT_FORM_FRAMES)
        .addChannels(1)
        .addKeyGroups(KEY_GROUPS)
        .setBatchRows(16)
        .setBatchBytes(1 << 16)
        .setMemoryBytes(1 << 20)
        .setMemoryAccounting(true)
        .setOutputChunkRows(16)
        .setSessionZone(ZoneRulesProto.of(zone))
        .build();
  }

  private Seed any() {
    return seeds.get(random.nextInt(seeds.size()));
  }

  private byte[] mutated(Seed seed) {
    byte[] plan = seed.plan().clone();
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
        byte[] other = any().plan();
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

  /** The translator's plans, each fragment of them, and what no query leads to yet. */
  static List<Seed> seeds(Path planned) throws IOException {
    List<Seed> seeds = new ArrayList<>();
    for (byte[] plan : handmade()) {
      addFragments(plan, seeds);
    }
    try (Stream<Path> files = Files.list(planned)) {
      for (Path file :
          files.filter(file -> file.toString().endsWith(PLAN_SUFFIX)).sorted().toList()) {
        addFragments(Files.readAllBytes(file), seeds);
      }
    }
    return seeds;
  }

  private static void addFragments(byte[] bytes, List<Seed> seeds) throws IOException {
    Plan plan = Plan.parseFrom(bytes);
    JobHeader header = plan.getAdvancedExtensions().getEnhancement().unpack(JobHeader.class);
    for (int fragment = 0; fragment < plan.getRelationsCount(); fragment++) {
      boolean givesRows = givesRows(plan.getRelations(fragment));
      seeds.add(new Seed(bytes, fragment, context(header.getSessionTimeZone(), givesRows)));
    }
  }

  /** Whether the fragment ends in a host sink. */
  private static boolean givesRows(PlanRel fragment) {
    return fragment.hasRoot()
        || fragment.getRel().getExtensionSingle().getDetail().is(StreamHostSinkRel.class);
  }

  private static List<byte[]> handmade() {
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
            .innerFragment(hashExchange("exchange-1", read(0, bigintType()), 0))
            .fragment(project("calc-2", TestPlan.reference(0), 1, field(0)))
            .toBytes());
    WindowTime rowtime = WindowTime.newBuilder().setRowtime(field(1)).build();
    seeds.add(
        new TestPlan()
            .fragment(TestPlan.single(windowAggregate(rowtime), withWatermarks()))
            .toBytes());
    seeds.add(
        new TestPlan()
            .fragment(
                TestPlan.single(
                    StreamLocalWindowAggregateRel.newBuilder()
                        .setNode(TestPlan.node("local_window_aggregate-1"))
                        .addColumns(field(0))
                        .setWindow(TUMBLE)
                        .setTime(rowtime)
                        .build(),
                    withWatermarks()))
            .toBytes());
    seeds.add(
        new TestPlan()
            .fragment(
                TestPlan.single(
                    StreamGlobalWindowAggregateRel.newBuilder()
                        .setAggregate(
                            windowAggregate(WindowTime.newBuilder().setSliceEnd(field(1)).build()))
                        .build(),
                    read(0, bigintType(), bigintType())))
            .toBytes());
    seeds.add(
        new TestPlan()
            .fragment(
                TestPlan.single(
                    StreamMiniBatchAssignerRel.newBuilder()
                        .setNode(TestPlan.node("mini_batch_assigner-1"))
                        .setMode(MiniBatchMode.MINI_BATCH_MODE_EVENT_TIME)
                        .setIntervalMillis(1_000)
                        .build(),
                    withWatermarks()))
            .toBytes());
    return seeds;
  }

  private static Rel withWatermarks() {
    return watermarks("watermark-1", read(0, bigintType(), timestampType(3)), 1, 0);
  }

  private static StreamWindowAggregateRel windowAggregate(WindowTime time) {
    return StreamWindowAggregateRel.newBuilder()
        .setNode(TestPlan.node("window_aggregate-1"))
        .addGrouping(field(0))
        .setWindow(TUMBLE)
        .setTime(time)
        .addProperties(WindowProperty.WINDOW_PROPERTY_START)
        .addProperties(WindowProperty.WINDOW_PROPERTY_END)
        .build();
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
