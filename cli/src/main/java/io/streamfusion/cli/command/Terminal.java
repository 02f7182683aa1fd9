package io.streamfusion.cli.command;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Whether a person looks on. */
final class Terminal {

  private Terminal() {}

  /** Whether input and output are a terminal. From Java 22 on, there is a console without one. */
  static boolean isThere() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }
}
