package io.streamfusion.parity.mutants;

import io.streamfusion.flink.runtime.jni.NativeLibrary;
import java.nio.charset.StandardCharsets;

/** Switches deliberate faults of the engine; only the library of bin/build-mutants.sh has them. */
final class FaultSwitch {
  private static final String NONE = "";

  private FaultSwitch() {}

  /**
   * Switches one fault on and all others off.
   *
   * @throws MutantException if the library has no such fault, or no faults at all
   */
  static void on(String fault) throws MutantException {
    if (!set(fault)) {
      throw new MutantException("the engine has no fault '" + fault + "'");
    }
  }

  /** Switches all faults off. */
  static void off() throws MutantException {
    set(NONE);
  }

  private static boolean set(String fault) throws MutantException {
    NativeLibrary.ensureLoaded();
    try {
      return on(fault.getBytes(StandardCharsets.UTF_8));
    } catch (UnsatisfiedLinkError e) {
      throw new MutantException(
          "the native library in "
              + System.getProperty(NativeLibrary.DIRECTORY_PROPERTY)
              + " has no faults: bin/build-mutants.sh builds one that has");
    }
  }

  /** Returns whether there is such a fault; with any other name all are off. */
  private static native boolean on(byte[] fault);
}
