package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.config.StreamFusionOptions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.runtime.memory.MemoryReservationException;
import org.apache.flink.streaming.api.graph.StreamConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The memory that a fragment may use: its share of the slot's managed memory, reserved there while
 * the fragment is open, or a bounded default where the slot has none.
 */
final class FragmentMemory implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(FragmentMemory.class);

  /** A task manager without managed memory runs many fragments; one warning says it all. */
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  /** The same for one whose jobs do not account for their memory. */
  private static final AtomicBoolean WARNED_UNACCOUNTED = new AtomicBoolean();

  private final MemoryManager manager;
  private final long bytes;
  private final boolean managed;
  private final boolean accounted;

  private FragmentMemory(MemoryManager manager, long bytes, boolean managed, boolean accounted) {
    this.manager = manager;
    this.bytes = bytes;
    this.managed = managed;
    this.accounted = accounted;
  }

  /** The weight given at planning is a share of the slot; what it comes to is known in the task. */
  static FragmentMemory reserve(Environment environment, StreamConfig config)
      throws MemoryReservationException {
    MemoryManager manager = environment.getMemoryManager();
    boolean accounted =
        StreamFusionOptions.MEMORY_ACCOUNTING_ENABLED.read(
            environment.getJobConfiguration(), environment.getTaskManagerInfo().getConfiguration());
    if (!accounted && WARNED_UNACCOUNTED.compareAndSet(false, true)) {
      LOG.warn(
          "Memory of native operators is not accounted for ({} is false): nothing limits it, and the"
              + " process may run out of memory.",
          StreamFusionOptions.MEMORY_ACCOUNTING_ENABLED.key());
    }
    double fraction =
        config.getManagedMemoryFractionOperatorUseCaseOfSlot(
            ManagedMemoryUseCase.OPERATOR,
            environment.getJobConfiguration(),
            environment.getTaskManagerInfo().getConfiguration(),
            environment.getUserCodeClassLoader().asClassLoader());
    long bytes = fraction > 0 && accounted ? manager.computeMemorySize(fraction) : 0;
    if (bytes > 0) {
      FragmentMemory memory = new FragmentMemory(manager, bytes, true, true);
      manager.reserveMemory(memory, bytes);
      return memory;
    }
    long unmanaged =
        StreamFusionOptions.MEMORY_UNMANAGED_SIZE
            .read(
                environment.getJobConfiguration(),
                environment.getTaskManagerInfo().getConfiguration())
            .getBytes();
    if (accounted && WARNED.compareAndSet(false, true)) {
      LOG.warn(
          "There is no managed memory for native operators (taskmanager.memory.managed.size is 0, or"
              + " none is left for operators). Each of them may use {} bytes outside of it ({}).",
          unmanaged,
          StreamFusionOptions.MEMORY_UNMANAGED_SIZE.key());
    }
    return new FragmentMemory(manager, unmanaged, false, accounted);
  }

  long bytes() {
    return bytes;
  }

  boolean managed() {
    return managed;
  }

  /** Whether the engine keeps to {@link #bytes}. */
  boolean accounted() {
    return accounted;
  }

  @Override
  public void close() {
    if (managed) {
      manager.releaseAllMemory(this);
    }
  }
}
