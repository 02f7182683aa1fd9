package io.streamfusion.flink.runtime.operator;

import io.streamfusion.flink.runtime.arrow.ArrowBridge;
import io.streamfusion.flink.runtime.jni.HostCallbacks;
import io.streamfusion.flink.runtime.jni.NativeEngineException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.streaming.runtime.tasks.ProcessingTimeService;
import org.apache.flink.util.IOUtils;

/** The host calls of one fragment in one task. */
final class HostCalls implements HostCallbacks {

  private final ArrowBridge bridge = new ArrowBridge();
  private final Map<Integer, HostCallEvaluator> evaluators = new HashMap<>();

  /** The last watermark of each port; one that comes is behind the rows that came before it. */
  private final long[] watermarks;

  private HostCalls(int ports) {
    this.watermarks = new long[ports];
    Arrays.fill(watermarks, Long.MIN_VALUE);
  }

  /** Compiles and opens every function; closes those that were opened if one fails. */
  static HostCalls open(
      FragmentSpec spec, RuntimeContext runtimeContext, ProcessingTimeService processingTime)
      throws Exception {
    HostCalls calls = new HostCalls(spec.inputs().size());
    try {
      for (HostCall call : spec.hostCalls()) {
        HostCallClock clock =
            new HostCallClock(processingTime, calls.watermarks, call.watermarkPort());
        HostCallEvaluator evaluator =
            new HostCallEvaluator(call, calls.bridge, clock, runtimeContext);
        calls.evaluators.put(call.id(), evaluator);
        evaluator.open();
      }
    } catch (Throwable t) {
      try {
        calls.close();
      } catch (Exception e) {
        t.addSuppressed(e);
      }
      throw t;
    }
    return calls;
  }

  boolean isEmpty() {
    return evaluators.isEmpty();
  }

  /** Event time of a port advanced, behind the rows that were handed over before. */
  void inputWatermark(int port, long timestamp) {
    watermarks[port] = timestamp;
  }

  @Override
  public void call(int id, long arrayIn, long schemaIn, long arrayOut, long schemaOut)
      throws Exception {
    HostCallEvaluator evaluator = evaluators.get(id);
    if (evaluator == null) {
      throw new NativeEngineException(
          "HOST_CALL_UNKNOWN",
          NativeEngineException.ErrorClass.INTERNAL,
          "The operator has no code for host call " + id + ".");
    }
    evaluator.evaluate(arrayIn, schemaIn, arrayOut, schemaOut);
  }

  void close() throws Exception {
    List<AutoCloseable> open = new ArrayList<>();
    evaluators.values().forEach(evaluator -> open.add(evaluator::close));
    open.add(bridge);
    IOUtils.closeAll(open);
  }
}
