package io.streamfusion.flink.runtime.jni;

/** What the engine calls on the Java side of a fragment. */
interface HostCallbacks {

  /**
   * Evaluates a host call over a batch.
   *
   * @param id the call's id in the plan
   * @param arrayIn address of the {@code ArrowArray} with the arguments
   * @param schemaIn address of its {@code ArrowSchema}
   * @param arrayOut address of an empty {@code ArrowArray} for the result
   * @param schemaOut address of an empty {@code ArrowSchema} for the result
   */
  void call(int id, long arrayIn, long schemaIn, long arrayOut, long schemaOut);
}
