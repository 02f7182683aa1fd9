package io.streamfusion.cli.planning;

import io.streamfusion.cli.report.CliException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.DataTypeFactory;
import org.apache.flink.table.functions.ScalarFunction;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.inference.ArgumentTypeStrategy;
import org.apache.flink.table.types.inference.InputTypeStrategies;
import org.apache.flink.table.types.inference.TypeInference;
import org.apache.flink.table.types.inference.TypeStrategies;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.apache.flink.table.types.utils.TypeConversions;

/**
 * A scalar function of which only the signature is known, such as {@code (BIGINT, STRING) ->
 * STRING}: enough to plan with, and its calls are evaluated nowhere.
 */
public final class StandInFunction extends ScalarFunction {

  private static final long serialVersionUID = 1L;
  private static final Pattern SIGNATURE = Pattern.compile("\\s*\\((.*)\\)\\s*->(.+)");

  /** Sets it apart from others of its signature: Flink takes equal functions for one. */
  private final String name;

  private final DataType[] arguments;
  private final DataType result;

  private StandInFunction(String name, List<DataType> arguments, DataType result) {
    this.name = name;
    this.arguments = arguments.toArray(new DataType[0]);
    this.result = result;
  }

  /**
   * Reads a signature.
   *
   * @param name of the function, for messages
   */
  static StandInFunction of(String name, String signature) {
    Matcher matcher = SIGNATURE.matcher(signature);
    if (!matcher.matches()) {
      throw wrong(name, signature);
    }
    try {
      return new StandInFunction(name, types(matcher.group(1)), type(matcher.group(2)));
    } catch (ValidationException e) {
      throw wrong(name, signature);
    }
  }

  private static CliException wrong(String name, String signature) {
    return new CliException(
        "function " + name + ": '" + signature + "' is no signature",
        "such as (BIGINT, STRING) -> STRING, in Flink's types");
  }

  /** A list of types is read as a row, whose parser knows which commas are inside of types. */
  private static List<DataType> types(String list) {
    if (list.isBlank()) {
      return List.of();
    }
    LogicalType row =
        LogicalTypeParser.parse(
            "ROW<" + numbered(list) + ">", StandInFunction.class.getClassLoader());
    return row.getChildren().stream().map(TypeConversions::fromLogicalToDataType).toList();
  }

  /** Each type of a list with a name in front of it. */
  private static String numbered(String list) {
    StringBuilder fields = new StringBuilder("a0 ");
    int depth = 0;
    int count = 0;
    for (char c : list.toCharArray()) {
      switch (c) {
        case '<', '(' -> depth++;
        case '>', ')' -> depth--;
        default -> {}
      }
      fields.append(c);
      if (c == ',' && depth == 0) {
        count++;
        fields.append(" a").append(count).append(' ');
      }
    }
    return fields.toString();
  }

  private static DataType type(String text) {
    return TypeConversions.fromLogicalToDataType(
        LogicalTypeParser.parse(text.strip(), StandInFunction.class.getClassLoader()));
  }

  /** Flink asks for a method; nothing calls it. */
  public Object eval(Object... values) {
    throw new IllegalStateException(
        "the stand-in for " + name + " cannot evaluate " + Arrays.toString(values));
  }

  @Override
  public TypeInference getTypeInference(DataTypeFactory factory) {
    return TypeInference.newBuilder()
        .inputTypeStrategy(
            InputTypeStrategies.sequence(
                Arrays.stream(arguments)
                    .map(InputTypeStrategies::explicit)
                    .toArray(ArgumentTypeStrategy[]::new)))
        .outputTypeStrategy(TypeStrategies.explicit(result))
        .build();
  }
}
