package io.streamfusion.parity.bench;

import com.sun.management.OperatingSystemMXBean;
import io.streamfusion.parity.source.SequenceReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures jobs in this process. */
final class ProcessClock {
  private ProcessClock() {}

  /** A job that runs to its end. */
  interface Job {
    void run() throws Exception;
  }

  /** Times a job from its source's first poll on. */
  static Measurement measure(Job job) throws Exception {
    OperatingSystemMXBean process =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    System.gc();
    SequenceReader.forgetFirstPoll();
    long cpuBefore = process.getProcessCpuTime();
    job.run();
    long end = System.nanoTime();
    double cpuSeconds = (process.getProcessCpuTime() - cpuBefore) / 1e9;
    return new Measurement((end - SequenceReader.firstPollNanos()) / 1e9, cpuSeconds);
  }

  /** The peak resident size that Linux counted for this process. */
  static long peakMemoryBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
      }
    }
    return 0;
  }
}
