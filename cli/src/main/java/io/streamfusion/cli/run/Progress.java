package io.streamfusion.cli.run;

import io.streamfusion.runner.CountingReporter;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** Tells a person who waits how far a job is: one line on a terminal, rewritten every second. */
final class Progress {

  private static final int WIDTH = 70;

  private final PrintWriter err;
  private final boolean shown;

  /**
   * Progress of the jobs of a run.
   *
   * @param shown false where nobody looks on
   */
  Progress(PrintWriter err, boolean shown) {
    this.err = err;
    this.shown = shown;
  }

  /** A job that is under way until it is closed. */
  static final class Job implements AutoCloseable {
    private final Thread thread;

    private Job(Thread thread) {
      this.thread = thread;
    }

    @Override
    public void close() {
      thread.interrupt();
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Follows the job that has just been submitted. */
  Job follow(RunEngine engine) {
    Thread thread = new Thread(() -> show(engine), "progress");
    thread.setDaemon(true);
    if (shown) {
      thread.start();
    }
    return new Job(thread);
  }

  private void show(RunEngine engine) {
    long start = System.nanoTime();
    boolean running = true;
    while (running) {
      try {
        TimeUnit.SECONDS.sleep(1);
      } catch (InterruptedException e) {
        running = false;
      }
      String line =
          String.format(
              "%s: %,d rows read, %d s",
              engine.text(),
              CountingReporter.sourceRows(),
              TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
      err.print("\r" + (running ? line : " ".repeat(WIDTH) + "\r"));
      err.flush();
    }
  }
}
