package io.streamfusion.parity.bench;

import io.streamfusion.parity.run.Engine;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;

/** Where a process keeps its keyed state. All have the same memory in total. */
enum StateBackend {
  /** Stock Flink's state on the heap, which gets all the memory. */
  HEAP(Engine.STOCK, "hashmap", 0),
  /** Stock Flink's state in RocksDB, in managed memory. */
  ROCKSDB(Engine.STOCK, "rocksdb", 1024),
  /** The engine's tables, in managed memory. */
  NATIVE(Engine.NATIVE, "hashmap", 1024);

  /** Memory of a process: heap and managed memory. */
  static final int TOTAL_MEGABYTES = 4096;

  private final Engine engine;
  private final String name;
  private final int managedMegabytes;

  StateBackend(Engine engine, String name, int managedMegabytes) {
    this.engine = engine;
    this.name = name;
    this.managedMegabytes = managedMegabytes;
  }

  Engine engine() {
    return engine;
  }

  int heapMegabytes() {
    return TOTAL_MEGABYTES - managedMegabytes;
  }

  Map<String, String> settings() {
    return Map.of("state.backend.type", name);
  }

  /** Task manager options; one slot per parallel pipeline, so that each gets its share. */
  Configuration cluster(int parallelism) {
    Configuration configuration = new Configuration();
    configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, parallelism);
    configuration.set(
        TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(managedMegabytes));
    return configuration;
  }
}
