package io.streamfusion.flink.runtime.jni;

import java.lang.reflect.Constructor;

/** Makes the Java exception for an error of the engine. Called from the native guard only. */
final class NativeErrors {

  private NativeErrors() {}

  /**
   * The exception to throw.
   *
   * @param errorClass code of a {@link NativeEngineException.ErrorClass}
   * @param code stable code of the error
   * @param javaClass the class that stock Flink throws for this error in user data, or null
   * @param message the message, null when stock Flink's exception has none
   */
  static Throwable create(int errorClass, String code, String javaClass, String message) {
    if (javaClass != null) {
      Throwable stock = stockException(javaClass, message);
      if (stock != null) {
        return stock;
      }
    }
    if (NativeMemoryLimitException.CODE.equals(code)) {
      return new NativeMemoryLimitException(message);
    }
    String text = javaClass == null ? message : javaClass + ": " + message;
    return new NativeEngineException(
        code, NativeEngineException.ErrorClass.fromCode(errorClass), text);
  }

  private static Throwable stockException(String javaClass, String message) {
    try {
      Class<?> type = Class.forName(javaClass, true, NativeErrors.class.getClassLoader());
      if (!Throwable.class.isAssignableFrom(type)) {
        return null;
      }
      if (message == null) {
        return (Throwable) type.getConstructor().newInstance();
      }
      Constructor<?> constructor = type.getConstructor(String.class);
      return (Throwable) constructor.newInstance(message);
    } catch (ReflectiveOperationException e) {
      // The caller then reports the same text under the engine's own exception.
      return null;
    }
  }
}
