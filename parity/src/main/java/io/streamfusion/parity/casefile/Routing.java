package io.streamfusion.parity.casefile;

/** Where a case expects its query to run. */
public sealed interface Routing {
  /** By kernels of the engine only. */
  record Native() implements Routing {
    @Override
    public String toString() {
      return "native";
    }
  }

  /** In the engine, with some expressions evaluated by Flink's generated code. */
  record NativeWithHost() implements Routing {
    @Override
    public String toString() {
      return "host";
    }
  }

  /** By kernels which, on this data, hand some batches to the host evaluator standing by. */
  record NativeWithStandby() implements Routing {
    @Override
    public String toString() {
      return "standby";
    }
  }

  /** On stock Flink, for the reason with this code. */
  record Fallback(String code) implements Routing {
    @Override
    public String toString() {
      return "fallback " + code;
    }
  }
}
