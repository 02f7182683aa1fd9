package io.streamfusion.translator.rex;

import io.streamfusion.translator.HostCall;
import io.streamfusion.translator.support.ReasonCode;
import io.substrait.expression.Expression;
import java.util.List;

/** How the columns of a projection are computed. */
public sealed interface Projection {

  /**
   * One expression per column.
   *
   * @param expressions some may hold host calls
   * @param hostColumns how many of them do
   */
  record Columns(List<Expression> expressions, int hostColumns) implements Projection {
    public Columns {
      expressions = List.copyOf(expressions);
    }
  }

  /**
   * The host computes all columns at once.
   *
   * @param call the call that returns the row
   * @param arguments the columns that cross
   */
  record WholeHost(HostCall call, List<Expression> arguments) implements Projection {
    public WholeHost {
      arguments = List.copyOf(arguments);
    }
  }

  /** Not reproducible at all. */
  record Rejected(ReasonCode code, String text) implements Projection {}
}
