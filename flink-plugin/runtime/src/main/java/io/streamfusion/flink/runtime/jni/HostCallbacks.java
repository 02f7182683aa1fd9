package io.streamfusion.flink.runtime.jni;

/** What a fragment asks of the Flink side while it runs. Called on the task thread. */
public interface HostCallbacks {

  /**
   * Evaluates a host call over a batch. All four addresses are Arrow C Data structs that the engine
   * allocated: the first two hold the struct array of the arguments, whose ownership moves to the
   * callee, the other two are empty and receive the result.
   *
   * @param id the call's id in the plan
   */
  void call(int id, long arrayIn, long schemaIn, long arrayOut, long schemaOut) throws Exception;
}
