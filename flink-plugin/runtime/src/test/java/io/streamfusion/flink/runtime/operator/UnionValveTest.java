package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.union;
import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import io.streamfusion.flink.runtime.testing.FragmentHarness;
import io.streamfusion.flink.runtime.testing.TestPlan;
import io.substrait.proto.Rel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.flink.runtime.event.WatermarkEvent;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.io.PushingAsyncDataInput.DataOutput;
import org.apache.flink.streaming.runtime.streamrecord.LatencyMarker;
import org.apache.flink.streaming.runtime.streamrecord.RecordAttributes;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.StatusWatermarkValve;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.RowType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flink's own valve beside the fragment's union. On stock Flink the operator behind a union has one
 * valve over all channels; in front of a fragment's port stands a valve of its own.
 */
class UnionValveTest {

  private static final RowType ROW = RowType.of(new BigIntType());

  @ParameterizedTest(name = "{0} inputs")
  @ValueSource(ints = {2, 3, 5})
  void oneChannelPerInputGivesWhatFlinksValveGives(int inputs) throws Exception {
    int watermarks = 0;
    for (int seed = 0; seed < 100; seed++) {
      Random random = new Random(seed);
      Recorder stock = new Recorder();
      StatusWatermarkValve valve = new StatusWatermarkValve(inputs);
      try (FragmentHarness fragment = open(inputs)) {
        List<StatusWatermarkValve> ports = new ArrayList<>();
        for (int port = 0; port < inputs; port++) {
          ports.add(new StatusWatermarkValve(1));
        }
        long time = 0;
        for (int step = 0; step < 100; step++) {
          int channel = random.nextInt(inputs);
          ToPort toPort = new ToPort(fragment, channel);
          if (random.nextInt(3) == 0) {
            WatermarkStatus status =
                random.nextBoolean() ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE;
            valve.inputWatermarkStatus(status, channel, stock);
            ports.get(channel).inputWatermarkStatus(status, 0, toPort);
          } else {
            time += random.nextInt(5);
            Watermark watermark = new Watermark(time - random.nextInt(20));
            valve.inputWatermark(watermark, channel, stock);
            ports.get(channel).inputWatermark(watermark, 0, toPort);
          }
        }
        List<String> ours = fragment.output();
        assertThat(ours).as("seed %d", seed).isEqualTo(stock.events);
        watermarks += (int) ours.stream().filter(event -> event.startsWith("W")).count();
      }
    }
    assertThat(watermarks).isGreaterThan(500);
  }

  /**
   * Why a union stays on Flink where an input has several channels: one of them comes back late
   * from idleness. For Flink's valve it takes part again once it reached what left the union, for a
   * valve per input not before it reached what left the input.
   */
  @ParameterizedTest(name = "valve per input: {0}")
  @ValueSource(booleans = {false, true})
  void severalChannelsOfAnInputDoNot(boolean valvePerInput) throws Exception {
    Recorder output = new Recorder();
    StatusWatermarkValve all = new StatusWatermarkValve(valvePerInput ? 2 : 3);
    StatusWatermarkValve first = new StatusWatermarkValve(2);
    Channels channels =
        valvePerInput
            ? (channel, watermark, status) -> {
              ToValve toUnion = new ToValve(all, channel == 2 ? 1 : 0, output);
              if (channel == 2) {
                toUnion.emit(watermark, status);
              } else if (status == null) {
                first.inputWatermark(watermark, channel, toUnion);
              } else {
                first.inputWatermarkStatus(status, channel, toUnion);
              }
            }
            : (channel, watermark, status) ->
                new ToValve(all, channel, output).emit(watermark, status);

    channels.emit(2, new Watermark(5), null);
    channels.emit(0, null, WatermarkStatus.IDLE);
    channels.emit(1, new Watermark(10), null);
    channels.emit(0, null, WatermarkStatus.ACTIVE);
    channels.emit(0, new Watermark(6), null);
    channels.emit(2, new Watermark(12), null);

    assertThat(output.events).containsExactly("W(5)", valvePerInput ? "W(10)" : "W(6)");
  }

  private static FragmentHarness open(int inputs) throws Exception {
    Rel[] reads = new Rel[inputs];
    for (int port = 0; port < inputs; port++) {
      reads[port] = read(port, bigintType());
    }
    FragmentSpec spec =
        new FragmentSpec(
            0,
            "NativeUnion",
            Collections.nCopies(inputs, FragmentInput.rows(ROW, new int[][] {{0}}, true)),
            new FragmentOutput(EdgeKind.ROWS, ROW),
            List.of("s0/union-1"),
            List.of(),
            "UTC",
            false);
    byte[] plan = new TestPlan().fragment(union("union-1", reads)).toBytes();
    return FragmentHarness.create(
            new MultipleInputFragmentFactory(spec, PlanBytes.ofSingleFragment(plan)),
            options ->
                options.set(StreamFusionOptions.BATCH_MAX_DELAY.option(), Duration.ofHours(1)))
        .open();
  }

  /** Takes a watermark or a status of one channel. */
  @FunctionalInterface
  private interface Channels {
    void emit(int channel, Watermark watermark, WatermarkStatus status) throws Exception;
  }

  /** What a valve gives out. */
  private abstract static class ValveOutput implements DataOutput<RowData> {

    @Override
    public void emitRecord(StreamRecord<RowData> record) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void emitLatencyMarker(LatencyMarker marker) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void emitRecordAttributes(RecordAttributes attributes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void emitWatermark(WatermarkEvent watermark) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class Recorder extends ValveOutput {

    private final List<String> events = new ArrayList<>();

    @Override
    public void emitWatermark(Watermark watermark) {
      events.add("W(" + watermark.getTimestamp() + ")");
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) {
      events.add(status.isActive() ? "ACTIVE" : "IDLE");
    }
  }

  /** To a port of a fragment. */
  private static final class ToPort extends ValveOutput {

    private final FragmentHarness fragment;
    private final int port;

    ToPort(FragmentHarness fragment, int port) {
      this.fragment = fragment;
      this.port = port;
    }

    @Override
    public void emitWatermark(Watermark watermark) throws Exception {
      fragment.watermark(port, watermark.getTimestamp());
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
      fragment.status(port, status.isActive());
    }
  }

  /** To a channel of another valve. */
  private static final class ToValve extends ValveOutput {

    private final StatusWatermarkValve valve;
    private final int channel;
    private final DataOutput<?> output;

    ToValve(StatusWatermarkValve valve, int channel, DataOutput<?> output) {
      this.valve = valve;
      this.channel = channel;
      this.output = output;
    }

    void emit(Watermark watermark, WatermarkStatus status) throws Exception {
      if (status == null) {
        emitWatermark(watermark);
      } else {
        emitWatermarkStatus(status);
      }
    }

    @Override
    public void emitWatermark(Watermark watermark) throws Exception {
      valve.inputWatermark(watermark, channel, output);
    }

    @Override
    public void emitWatermarkStatus(WatermarkStatus status) throws Exception {
      valve.inputWatermarkStatus(status, channel, output);
    }
  }
}
