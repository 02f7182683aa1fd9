package io.streamfusion.flink.runtime.testing;

import io.streamfusion.flink.runtime.jni.NativeLibrary;
import java.nio.charset.StandardCharsets;

/** Switches deliberate faults of the engine; only the library of bin/build-mutants.sh has them. */
public final class FaultSwitch {

  private FaultSwitch() {}

  /** Switches one fault on and all others off; false if the engine has no such fault. */
  public static boolean on(String fault) {
    NativeLibrary.ensureLoaded();
    return on(fault.getBytes(StandardCharsets.UTF_8));
  }

  public static void off() {
    on("");
  }

  private static native boolean on(byte[] fault);
}
