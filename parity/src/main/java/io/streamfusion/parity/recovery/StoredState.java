package io.streamfusion.parity.recovery;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;

/**
 * What a checkpoint or savepoint holds, read from its metadata.
 *
 * @param nativeBytes state of native operators
 * @param inFlightBytes rows on their way between tasks
 */
record StoredState(long nativeBytes, long inFlightBytes) {

  static StoredState read(String path) throws IOException {
    CheckpointMetadata metadata;
    Path file = Path.of(URI.create(path)).resolve("_metadata");
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      metadata = Checkpoints.loadCheckpointMetadata(in, StoredState.class.getClassLoader(), path);
    }
    long nativeBytes = 0;
    long inFlightBytes = 0;
    for (OperatorState operator : metadata.getOperatorStates()) {
      for (OperatorSubtaskState subtask : operator.getStates()) {
        // Only native operators use raw keyed state.
        nativeBytes += subtask.getRawKeyedState().getStateSize();
        inFlightBytes +=
            subtask.getInputChannelState().getStateSize()
                + subtask.getResultSubpartitionState().getStateSize();
      }
    }
    return new StoredState(nativeBytes, inFlightBytes);
  }
}
