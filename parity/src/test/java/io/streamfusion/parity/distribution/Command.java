package io.streamfusion.parity.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.opentest4j.AssertionFailedError;

/** Runs a program to its end and keeps what it printed. */
record Command(List<String> line, int exitCode, String output) {

  /**
   * @param folder where it runs and where its output is kept
   * @param environment added to this process's own
   */
  static Command run(
      Path folder, Map<String, String> environment, Duration timeout, List<String> line)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "command-", ".out");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new AssertionFailedError(
          line + " did not end within " + timeout + ":\n" + Files.readString(output));
    }
    return new Command(line, process.exitValue(), Files.readString(output));
  }

  /** What it printed, if it ended well. */
  String outputOfSuccess() {
    if (exitCode != 0) {
      throw new AssertionFailedError(line + " ended with " + exitCode + ":\n" + output);
    }
    return output;
  }
}
