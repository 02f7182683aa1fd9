package io.streamfusion.parity.fuzz;

import io.streamfusion.parity.data.ValueParser;
import io.streamfusion.runner.RootCause;
import io.streamfusion.runner.ValueFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.types.RowKind;

/** Takes one plan of a query through a script. */
final class ScriptRun {
  private static final long START_MILLIS = 1_700_000_000_000L;

  /** Alone, or as an element of an array. */
  private static final Pattern NAN_BITS = Pattern.compile("bits:[0-9a-f]+");

  private final Query query;
  private final Plan plan;
  private final Script script;
  private final int keyColumns;
  private final ValueParser parser = new ValueParser(ValueParser.TextForm.BYTES);
  private final RowDataSerializer inputSerializer;
  private final ValueFormatter formatter;
  private final NativeRows counter = new NativeRows();

  private List<Outcome.Emitted> received = new ArrayList<>();
  private final List<List<Outcome.Emitted>> attempts = new ArrayList<>();
  private long emitted;
  private long now = START_MILLIS;
  private Pipeline pipeline;

  /** The last checkpoint. */
  private Optional<Snapshot> snapshot = Optional.empty();

  private int checkpoints;

  /** The step of the last checkpoint. */
  private int checkpointAt = -1;

  private List<Outcome.Emitted> receivedAtCheckpoint = List.of();

  private ScriptRun(Query query, Plan plan, Script script) {
    this.plan = plan;
    this.script = script;
    this.query = query;
    this.keyColumns = query.form() == Query.Form.NESTED ? 1 : query.keys().size();
    this.inputSerializer = new RowDataSerializer(plan.inputTypes().toArray(new LogicalType[0]));
    this.formatter = new ValueFormatter(plan.outputTypes());
  }

  static Outcome of(Query query, Plan plan, Script script) throws Exception {
    return new ScriptRun(query, plan, script).run();
  }

  private Outcome run() throws Exception {
    Optional<RootCause> failure = Optional.empty();
    StateClock.stopAt(now);
    try {
      start(script.parallelism());
      for (int i = 0; i < script.steps().size(); i++) {
        step(i, script.steps().get(i));
      }
      pipeline.tick();
    } catch (Exception e) {
      failure = Optional.of(RootCause.of(e));
    } finally {
      StateClock.release();
      // Not after a failure that a close would hide.
      if (pipeline != null) {
        pipeline.close();
      }
    }
    attempts.add(received);
    return new Outcome(attempts, failure, counter.sum(), emitted);
  }

  private void start(int parallelism) throws Exception {
    pipeline = new Pipeline(plan, script, this::received);
    pipeline.open(parallelism, now, snapshot, counter);
  }

  private void step(int index, Step step) throws Exception {
    if (step instanceof Step.Row row) {
      pipeline.element(row.spread(), rowData(row));
    } else if (step instanceof Step.Tick) {
      pipeline.tick();
    } else if (step instanceof Step.Clock clock) {
      pipeline.tick();
      now += clock.millis();
      StateClock.stopAt(now);
      pipeline.clock(now);
    } else if (step instanceof Step.Checkpoint checkpoint) {
      checkpoint(index, checkpoint);
    } else if (step instanceof Step.Restore restore && snapshot.isPresent()) {
      restore(index, restore);
    }
  }

  private void checkpoint(int index, Step.Checkpoint checkpoint) throws Exception {
    // The one before is complete by now.
    if (snapshot.isPresent()) {
      snapshot.get().write();
    }
    checkpointAt = index;
    snapshot =
        Optional.of(
            pipeline.checkpoint(++checkpoints, () -> receivedAtCheckpoint = List.copyOf(received)));
    if (checkpoint.writtenAtOnce()) {
      snapshot.get().write();
    }
  }

  private void restore(int index, Step.Restore restore) throws Exception {
    pipeline.tick();
    attempts.add(received);
    received = new ArrayList<>(receivedAtCheckpoint);
    snapshot.orElseThrow().write();
    pipeline.close();
    start(restore.parallelism());
    for (int i = checkpointAt + 1; i < index; i++) {
      if (script.steps().get(i) instanceof Step.Row row) {
        pipeline.element(row.spread(), rowData(row));
      }
    }
  }

  private RowData rowData(Step.Row step) {
    GenericRowData row = parser.row(step.values(), plan.inputTypes());
    for (RowKind kind : RowKind.values()) {
      if (kind.shortString().equals(step.kind())) {
        row.setRowKind(kind);
      }
    }
    return script.binaryRows() ? inputSerializer.toBinaryRow(row).copy() : row;
  }

  private void received(int subtask, RowData row) {
    emitted++;
    String[] fields = formatter.fields(row);
    for (int i = 0; i < fields.length; i++) {
      if (query.losesNan(i)) {
        fields[i] = NAN_BITS.matcher(fields[i]).replaceAll("NaN");
      }
    }
    String key = String.join(", ", List.of(fields).subList(0, keyColumns));
    // A row on its way leaves the subtask of the parallelism after the restore.
    String where = script.unaligned() ? "" : "subtask " + subtask + ", ";
    received.add(
        new Outcome.Emitted(
            where + "key " + key,
            row.getRowKind().shortString() + "[" + String.join(", ", fields) + "]"));
  }
}
