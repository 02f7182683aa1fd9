package io.streamfusion.translator.rex;

import com.google.protobuf.Message;
import java.util.List;

/** How deep messages nest; both protobuf libraries stop at 100. */
public final class MessageDepth {
  /** What an expression may take, so that the relations around it fit as well. */
  static final int MAX_EXPRESSION_DEPTH = 60;

  /** The engine's limit for a whole plan. */
  public static final int MAX_PLAN_DEPTH = 100;

  private MessageDepth() {}

  /** The number of messages on the longest path, this one included. */
  public static int of(Message message) {
    int deepest = 0;
    for (Object value : message.getAllFields().values()) {
      if (value instanceof Message child) {
        deepest = Math.max(deepest, of(child));
      } else if (value instanceof List<?> children) {
        for (Object child : children) {
          if (child instanceof Message element) {
            deepest = Math.max(deepest, of(element));
          }
        }
      }
    }
    return deepest + 1;
  }
}
