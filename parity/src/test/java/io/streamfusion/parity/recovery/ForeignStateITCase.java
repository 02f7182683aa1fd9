package io.streamfusion.parity.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.parity.recovery.RecoveryForm.Input;
import io.streamfusion.parity.recovery.RecoveryRows.Retractions;
import io.streamfusion.parity.run.Engine;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Savepoints that do not belong to the job which is started from them. */
class ForeignStateITCase {

  private static final String COUNTS = "SELECT k, COUNT(v) FROM src GROUP BY k";
  private static final List<String> LINES = RecoveryRows.lines(1, Input.INSERT, Retractions.ANY);

  @RegisterExtension static final RecoveryClusterExtension CLUSTER = new RecoveryClusterExtension();

  @TempDir private Path folder;

  @ParameterizedTest(name = "state of {0}")
  @EnumSource(Engine.class)
  void stateOfTheOtherEngineIsRefused(Engine engine) throws Exception {
    String savepoint = savepoint(engine);

    try (RecoveryJob job = start(form(COUNTS, Map.of()), other(engine), savepoint)) {
      assertThatThrownBy(job::finish)
          .rootCause()
          .hasMessageContaining("Cannot map checkpoint/savepoint state for operator")
          .hasMessageContaining("allowNonRestoredState");
      assertThat(job.rows()).isEmpty();
    }
  }

  /** As with any operator that is not there any more; the user asked for it. */
  @ParameterizedTest(name = "state of {0}")
  @EnumSource(Engine.class)
  void stateOfTheOtherEngineIsDroppedWhereTheUserAllowsIt(Engine engine) throws Exception {
    String savepoint = savepoint(engine);
    Map<String, String> allowed = Map.of("execution.state-recovery.ignore-unclaimed-state", "true");

    try (RecoveryJob job = start(form(COUNTS, allowed), other(engine), savepoint)) {
      job.finish();
      assertThat(job.rows()).isNotEmpty();
    }
  }

  @Test
  void stateOfAnotherAggregateIsRefusedNamingTheDifference() throws Exception {
    String savepoint = savepoint(Engine.NATIVE);
    RecoveryForm changed = form("SELECT k, SUM(b) FROM src GROUP BY k", Map.of());

    try (RecoveryJob job = start(changed, Engine.NATIVE, savepoint)) {
      assertThatThrownBy(job::finish)
          .rootCause()
          .hasMessageContaining("group_aggregate")
          .hasMessageContaining("groups")
          .hasMessageContaining("count(Int)")
          .hasMessageContaining("sum(BigInt)");
      assertThat(job.rows()).isEmpty();
    }
  }

  private String savepoint(Engine engine) throws Exception {
    try (RecoveryJob job = start(form(COUNTS, Map.of()), engine, null)) {
      return job.stop(LINES.size() / 4, Stop.Method.CANONICAL_SAVEPOINT, folder);
    }
  }

  private RecoveryJob start(RecoveryForm form, Engine engine, String restoredFrom)
      throws Exception {
    return RecoveryJob.start(CLUSTER.cluster(), form, LINES, engine, 2, folder, restoredFrom);
  }

  private static RecoveryForm form(String query, Map<String, String> settings) {
    return new RecoveryForm(
        "counts", Input.INSERT, "k INT, x BIGINT", 1, query, RecoveryForm.Order.FREE, settings);
  }

  private static Engine other(Engine engine) {
    return engine == Engine.STOCK ? Engine.NATIVE : Engine.STOCK;
  }
}
