package io.streamfusion.flink.runtime.jni;

/**
 * A state table of a fragment.
 *
 * @param node the stable id of its node
 * @param name its name within the node
 * @param rowsName what its rows are called in metrics: {@code rows} or {@code timers}
 */
public record StateTable(String node, String name, String rowsName) {

  static StateTable parse(String line) {
    String[] parts = line.split("\t", -1);
    return new StateTable(parts[0], parts[1], parts[2]);
  }
}
