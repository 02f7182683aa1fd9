package io.streamfusion.translator.rex;

import io.streamfusion.translator.HostCall;
import io.streamfusion.translator.PlanExtensions;
import io.streamfusion.translator.rex.function.CallConverters;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.type.FlinkTypes;
import io.streamfusion.translator.type.UnsupportedTypeException;
import io.substrait.expression.Expression;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/**
 * Translates the expressions of one node. Every failure inside this package ends here, as a value.
 */
public final class ExpressionTranslator {
  private final RexBuilder rexBuilder;
  private final CallConverters converters;
  private final HostCalls hostCalls;
  private final String nodeId;
  private final ColumnLayout input;

  public ExpressionTranslator(
      RexBuilder rexBuilder,
      CallConverters converters,
      HostCalls hostCalls,
      String nodeId,
      ColumnLayout input) {
    this.rexBuilder = rexBuilder;
    this.converters = converters;
    this.hostCalls = hostCalls;
    this.nodeId = nodeId;
    this.input = input;
  }

  /** One value that must be computed by kernels alone; empty columns mean that it cannot be. */
  public Projection kernelOnly(RexNode node) {
    return guarded(
        () -> new Projection.Columns(List.of(converter(false).convert(node)), 0), List.of(node));
  }

  /** A condition: by kernels, or else as a whole by the host. */
  public Projection condition(RexNode condition) {
    return kernelsOrHost(HostCall.Kind.CONDITION, condition);
  }

  /** One value: by kernels, or else as a whole by the host. */
  public Projection value(RexNode node) {
    return kernelsOrHost(HostCall.Kind.SCALAR, node);
  }

  private Projection kernelsOrHost(HostCall.Kind kind, RexNode node) {
    return guarded(
        () -> {
          int mark = hostCalls.size();
          try {
            return new Projection.Columns(List.of(converter(false).convert(node)), 0);
          } catch (NotKernelException e) {
            hostCalls.reset(mark);
            return new Projection.Columns(List.of(converter(true).hostCall(kind, node)), 1);
          }
        },
        List.of(node));
  }

  /** Whether user-defined functions are called. */
  public static boolean callsUserFunction(RexNode node) {
    return !UserFunctions.calledBy(List.of(node)).isEmpty();
  }

  /**
   * The columns of a projection. Calls without a kernel go up one by one, unless several of them
   * use functions of the user: those may share an instance, so that Flink's code then computes the
   * whole row.
   *
   * @param outputType the row that the projection yields
   */
  public Projection projection(List<RexNode> nodes, RelDataType outputType) {
    return guarded(
        () -> {
          int mark = hostCalls.size();
          List<Expression> expressions = new ArrayList<>();
          int hostColumns = 0;
          int userColumns = 0;
          for (RexNode node : nodes) {
            int before = hostCalls.size();
            Expression expression = convertOrHost(node);
            if (userCalls(before) > 1) {
              hostCalls.reset(before);
              expression = converter(true).hostCall(HostCall.Kind.SCALAR, node);
            }
            expressions.add(expression);
            userColumns += userCalls(before) > 0 ? 1 : 0;
            hostColumns +=
                hostCalls.since(before).stream().anyMatch(ExpressionTranslator::isCalled) ? 1 : 0;
          }
          if (userColumns < 2) {
            return new Projection.Columns(expressions, hostColumns);
          }
          hostCalls.reset(mark);
          return wholeHost(nodes, outputType);
        },
        nodes);
  }

  private long userCalls(int mark) {
    return hostCalls.since(mark).stream()
        .filter(call -> !UserFunctions.calledBy(call.expressions()).isEmpty())
        .count();
  }

  /** Whether condition and projection call one instance of a user-defined function. */
  public static boolean shareFunction(RexNode condition, List<RexNode> projects) {
    return !Collections.disjoint(
        UserFunctions.calledBy(List.of(condition)), UserFunctions.calledBy(projects));
  }

  /**
   * A condition and a projection that share the instance of a function. What the host computes runs
   * in one call, so that the calls come in Flink's order: per row the condition, then, where it is
   * true, the columns from left to right. A column that kernels could compute goes along if one
   * behind it needs the host, because it may fail first.
   */
  public Projection withCondition(RexNode condition, List<RexNode> nodes) {
    List<RexNode> all = new ArrayList<>(List.of(condition));
    all.addAll(nodes);
    return guarded(
        () -> {
          int last = nodes.size() - 1;
          while (last >= 0 && isKernel(nodes.get(last))) {
            last--;
          }
          List<RexNode> ofHost = new ArrayList<>(List.of(condition));
          List<OptionalInt> columns = new ArrayList<>();
          for (int i = 0; i < nodes.size(); i++) {
            RexNode node = nodes.get(i);
            if (i > last || (isPassedOn(node) && isKernel(node))) {
              columns.add(OptionalInt.empty());
            } else {
              columns.add(OptionalInt.of(ofHost.size()));
              ofHost.add(node);
            }
          }
          return new Projection.WithCondition(
              converter(true).hostCall(HostCall.Kind.CALC, ofHost), columns);
        },
        all);
  }

  private boolean isKernel(RexNode node) {
    int mark = hostCalls.size();
    try {
      converter(false).convert(node);
      return true;
    } catch (NotKernelException e) {
      return false;
    } finally {
      hostCalls.reset(mark);
    }
  }

  private static boolean isPassedOn(RexNode node) {
    return node instanceof RexLiteral || FieldPath.of(node).isPresent();
  }

  private Projection wholeHost(List<RexNode> nodes, RelDataType outputType) {
    FlinkRexConverter.HostArguments arguments = converter(true).hostArguments(nodes);
    HostCall call =
        hostCalls.add(
            HostCall.Kind.PROJECTION,
            nodeId,
            nodes.stream().map(arguments::rewrite).toList(),
            arguments.rowType(),
            FlinkTypes.logicalRowType(outputType));
    return new Projection.WholeHost(call, arguments.expressions());
  }

  private Expression convertOrHost(RexNode node) {
    FlinkRexConverter converter = converter(true);
    int mark = hostCalls.size();
    try {
      return converter.convert(node);
    } catch (NotKernelException e) {
      hostCalls.reset(mark);
      return converter.hostCall(HostCall.Kind.SCALAR, node);
    }
  }

  private static boolean isCalled(HostCall call) {
    return call.kind() != HostCall.Kind.STANDBY;
  }

  private FlinkRexConverter converter(boolean hostAllowed) {
    return new FlinkRexConverter(input, rexBuilder, converters, hostCalls, nodeId, hostAllowed);
  }

  private Projection guarded(Translation translation, List<RexNode> nodes) {
    int mark = hostCalls.size();
    try {
      nodes.forEach(InexactExpressions::check);
      nodes.forEach(node -> FlinkTypes.toSubstrait(node.getType()));
      return checkDepth(translation.run());
    } catch (InexactExpressionException e) {
      hostCalls.reset(mark);
      return new Projection.Rejected(e.code(), e.getMessage());
    } catch (UnsupportedTypeException e) {
      hostCalls.reset(mark);
      return new Projection.Rejected(ReasonCode.TYPE_NOT_SUPPORTED, e.getMessage());
    } catch (NotKernelException e) {
      hostCalls.reset(mark);
      return new Projection.Rejected(ReasonCode.EXPRESSION_NOT_SUPPORTED, e.getMessage());
    }
  }

  private static Projection checkDepth(Projection projection) {
    if (projection instanceof Projection.Columns columns) {
      ExpressionMessageConverter messages = new ExpressionMessageConverter(new PlanExtensions());
      for (Expression expression : columns.expressions()) {
        int depth = MessageDepth.of(messages.toProto(expression));
        if (depth > MessageDepth.MAX_EXPRESSION_DEPTH) {
          return new Projection.Rejected(
              ReasonCode.EXPRESSION_TOO_DEEP,
              "an expression nests "
                  + depth
                  + " messages deep, "
                  + MessageDepth.MAX_EXPRESSION_DEPTH
                  + " are possible");
        }
      }
    }
    return projection;
  }

  /** A step that may throw the exceptions of this package. */
  private interface Translation {
    Projection run();
  }
}
