package io.streamfusion.flink.runtime.jni;

/** Native methods that exist for tests only. */
final class NativeTesting {

  private NativeTesting() {}

  static native void panic();

  static native void memoryError();

  static native void userError();

  static native void log();

  /**
   * Opens a fragment that hands out the rows it takes.
   *
   * @param schema bytes of a {@code NamedStruct}
   * @param taskContext bytes of a {@code TaskContext}
   * @param frames whether the port takes frames
   */
  static native long openIdentity(byte[] schema, byte[] taskContext, boolean frames);
}
