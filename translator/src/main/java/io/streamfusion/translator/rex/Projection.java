package io.streamfusion.translator.rex;

import io.streamfusion.translator.HostCall;
import io.streamfusion.translator.support.ReasonCode;
import io.substrait.expression.Expression;
import io.substrait.expression.FieldReference;
import io.substrait.type.Type;
import java.util.List;
import java.util.OptionalInt;

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

  /**
   * The host computes the condition and some of the columns at once, row by row: both call one
   * instance of a function.
   *
   * @param call a value of type {@code ROW<passes, columns...>}
   * @param columns for each column of the projection its place in that row, empty for a column that
   *     kernels compute behind the call
   */
  record WithCondition(Expression call, List<OptionalInt> columns) implements Projection {
    public WithCondition {
      columns = List.copyOf(columns);
    }

    /** Whether a row passes, where the host's row is the column of this number. */
    public Expression passes(int hostColumn) {
      return column(hostColumn, 0);
    }

    /** A field of the host's row, which is the column of this number. */
    public Expression column(int hostColumn, int place) {
      Type.Struct row = (Type.Struct) call.getType();
      FieldReference field =
          FieldReference.newRootStructReference(hostColumn, row).dereferenceStruct(place);
      return FieldReference.builder().from(field).type(row.fields().get(place)).build();
    }
  }

  /** Not reproducible at all. */
  record Rejected(ReasonCode code, String text) implements Projection {}
}
