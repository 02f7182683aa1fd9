package io.streamfusion.substrait;

import io.substrait.expression.Expression;
import io.substrait.type.Type;
import java.util.Arrays;
import java.util.List;

/**
 * One signature of a kernel, such as {@code (integer, =string, string...) -> boolean}: the same
 * text and the same rules as in the engine's {@code signature.rs}. Atoms are Flink's type roots in
 * lower case, {@code integer}, {@code approximate}, {@code string}, {@code bytes} and {@code any}
 * are groups, {@code |} joins alternatives, {@code =} asks for a literal that is not NULL, and
 * {@code ...} repeats the last parameter.
 *
 * @param parameters in order
 * @param result the alternatives of the result type
 */
record KernelSignature(List<Parameter> parameters, List<String> result) {
  private static final String REPEATS = "...";

  /** One parameter of a signature. */
  record Parameter(List<String> types, boolean literal, boolean repeats) {

    static Parameter parse(String text) {
      boolean repeats = text.endsWith(REPEATS);
      String rest = repeats ? text.substring(0, text.length() - REPEATS.length()) : text;
      boolean literal = rest.startsWith("=");
      return new Parameter(List.of(rest.substring(literal ? 1 : 0).split("\\|")), literal, repeats);
    }

    boolean accepts(Expression argument) {
      return TypeAtoms.anyMatches(types, argument.getType())
          && (!literal
              || (argument instanceof Expression.Literal
                  && !(argument instanceof Expression.NullLiteral)));
    }
  }

  static KernelSignature parse(String text) {
    int arrow = text.indexOf("->");
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')', arrow);
    if (arrow < 0 || open < 0 || close < open) {
      throw new IllegalArgumentException("Not a kernel signature: " + text);
    }
    String inner = text.substring(open + 1, close).trim();
    List<Parameter> parameters =
        inner.isEmpty()
            ? List.of()
            : Arrays.stream(inner.split(",")).map(String::trim).map(Parameter::parse).toList();
    return new KernelSignature(parameters, List.of(text.substring(arrow + 2).trim().split("\\|")));
  }

  boolean accepts(List<Expression> arguments, Type resultType) {
    boolean repeats = !parameters.isEmpty() && parameters.get(parameters.size() - 1).repeats();
    int fixed = repeats ? parameters.size() - 1 : parameters.size();
    if (arguments.size() < fixed || (!repeats && arguments.size() > fixed)) {
      return false;
    }
    for (int i = 0; i < arguments.size(); i++) {
      Parameter parameter = parameters.get(Math.min(i, parameters.size() - 1));
      if (!parameter.accepts(arguments.get(i))) {
        return false;
      }
    }
    return TypeAtoms.anyMatches(result, resultType);
  }
}
