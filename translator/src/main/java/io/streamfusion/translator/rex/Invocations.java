package io.streamfusion.translator.rex;

import io.streamfusion.substrait.Contract;
import io.streamfusion.substrait.FunctionCatalogue;
import io.streamfusion.substrait.Kernel;
import io.streamfusion.substrait.KernelCatalogue;
import io.streamfusion.translator.type.FlinkTypes;
import io.substrait.expression.Expression;
import io.substrait.expression.FunctionArg;
import io.substrait.extension.ImmutableSimpleExtension;
import io.substrait.extension.SimpleExtension.Argument;
import io.substrait.extension.SimpleExtension.ScalarFunctionVariant;
import io.substrait.extension.SimpleExtension.ValueArgument;
import io.substrait.type.Type;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Calls of kernels, always with Flink's result type. */
public final class Invocations {
  private Invocations() {}

  /** The call with its operands as they are, empty if there is no kernel for them. */
  public static Optional<Expression> ofCall(
      String family, String name, RexCall call, Operands operands) {
    List<Expression> arguments = call.getOperands().stream().map(operands::convert).toList();
    return of(family, name, FlinkTypes.toSubstrait(call.getType()), arguments);
  }

  /** The invocation, empty if there is no kernel for these arguments and this result. */
  public static Optional<Expression> of(
      String family, String name, Type resultType, List<Expression> arguments) {
    return KernelCatalogue.get()
        .find(family, name, arguments, resultType)
        .filter(kernel -> KernelRules.allow(family, name, arguments, resultType))
        .map(kernel -> invoke(family, name, resultType, arguments));
  }

  /** AND, OR: the engine evaluates them itself, per row. */
  public static Expression lowered(
      String family, String name, Type resultType, List<Expression> arguments) {
    return invoke(family, name, resultType, arguments);
  }

  /** Whether the kernel of a call may hand a batch back to the host. */
  static boolean mayNeedHost(Expression.ScalarFunctionInvocation invocation) {
    String urn = invocation.declaration().urn();
    return urn.startsWith(Contract.FUNCTION_URN_PREFIX)
        && KernelCatalogue.get()
            .find(
                urn.substring(Contract.FUNCTION_URN_PREFIX.length()),
                invocation.declaration().name(),
                invocation.arguments().stream().map(Expression.class::cast).toList(),
                invocation.outputType())
            .filter(Kernel::needsHost)
            .isPresent();
  }

  /** A call that needs no kernel: the host's. */
  static Expression.ScalarFunctionInvocation invoke(
      String family, String name, Type resultType, List<Expression> arguments) {
    return Expression.ScalarFunctionInvocation.builder()
        .declaration(declaration(family, name, resultType, arguments))
        .outputType(resultType)
        .addAllArguments(arguments.stream().map(FunctionArg.class::cast).toList())
        .build();
  }

  /**
   * The declaration from the function YAML. Where it has no variant of these types, because it
   * declares a family of types by one wildcard, the call names its own signature.
   */
  private static ScalarFunctionVariant declaration(
      String family, String name, Type resultType, List<Expression> arguments) {
    List<Type> types = arguments.stream().map(Expression::getType).toList();
    return FunctionCatalogue.get()
        .find(family, name, types)
        .orElseGet(
            () ->
                ImmutableSimpleExtension.ScalarFunctionVariant.builder()
                    .urn(Contract.FUNCTION_URN_PREFIX + family)
                    .name(name)
                    .addAllArgs(types.stream().map(Invocations::argument).toList())
                    .returnType(resultType)
                    .build());
  }

  private static Argument argument(Type type) {
    return ValueArgument.builder().value(type).constant(false).build();
  }

  /** The operands of a call, converted for the rows on which the call is evaluated. */
  public static List<Expression> arguments(List<RexNode> nodes, Operands operands) {
    return nodes.stream().map(operands::convert).toList();
  }
}
