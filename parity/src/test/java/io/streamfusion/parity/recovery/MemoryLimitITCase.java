package io.streamfusion.parity.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.runner.RootCause;
import java.nio.file.Path;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens when state does not fit; with five million keys in {@code make recovery}. */
class MemoryLimitITCase {

  private static final long KEYS = 400_000;

  @TempDir private Path folder;

  @Test
  void jobWithTooManyKeysFailsAndAnotherOneGoesOn() throws Exception {
    RootCause failure = MemoryLimitRun.run(KEYS, MemorySize.ofMebiBytes(32), folder);

    assertThat(failure.message())
        .contains("group_aggregate")
        .containsPattern("[0-9]+ bytes")
        .contains("taskmanager.memory.managed.size");
  }
}
