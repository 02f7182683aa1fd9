package io.streamfusion.flink.planner;

import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexNode;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.table.data.BoxedWrapperRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.planner.codegen.CalcCodeGenerator$;
import org.apache.flink.table.planner.codegen.CodeGenUtils;
import org.apache.flink.table.planner.codegen.CodeGeneratorContext;
import org.apache.flink.table.planner.codegen.FunctionCodeGenerator;
import org.apache.flink.table.planner.utils.JavaScalaConversionUtil;
import org.apache.flink.table.runtime.generated.GeneratedFunction;
import org.apache.flink.table.types.logical.RowType;
import scala.Option;
import scala.Some;

/**
 * Generates Flink's own code for what the host evaluator runs.
 *
 * <p>The generated function takes one row of arguments and collects exactly one row of results, or
 * none where there is a condition and it is not true. It is a {@link ProcessFunction}, not a
 * FlatMapFunction, because PROCTIME() and CURRENT_WATERMARK() read the function's context. Follows
 * {@code CommonExecCalc}.
 */
final class HostCallCodeGenerator {

  private final ReadableConfig config;
  private final ClassLoader userClassLoader;

  HostCallCodeGenerator(ReadableConfig config, ClassLoader userClassLoader) {
    this.config = config;
    this.userClassLoader = userClassLoader;
  }

  /**
   * @param condition over a row of type {@code arguments}: where it is not true, nothing is
   *     evaluated and collected behind it
   * @param expressions over a row of type {@code arguments}, one per field of {@code results}
   */
  GeneratedFunction<ProcessFunction<RowData, RowData>> generate(
      String name,
      RowType arguments,
      Optional<RexNode> condition,
      List<RexNode> expressions,
      RowType results) {
    CodeGeneratorContext context = new CodeGeneratorContext(config, userClassLoader);
    String body =
        // Members visible in the package only have no static forwarder.
        CalcCodeGenerator$.MODULE$.generateProcessCode(
            context,
            arguments,
            results,
            BoxedWrapperRowData.class,
            JavaScalaConversionUtil.toScala(expressions),
            JavaScalaConversionUtil.toScala(condition),
            CodeGenUtils.DEFAULT_INPUT1_TERM(),
            CodeGenUtils.DEFAULT_COLLECTOR_TERM(),
            // The function's own frame reads the fields before the body runs.
            false,
            // The engine keeps the row kinds; they do not cross.
            false,
            true);
    return FunctionCodeGenerator.generateFunction(
        context,
        name,
        processFunctionClass(),
        body,
        results,
        arguments,
        CodeGenUtils.DEFAULT_INPUT1_TERM(),
        Option.empty(),
        new Some<>(CodeGenUtils.DEFAULT_INPUT2_TERM()),
        CodeGenUtils.DEFAULT_COLLECTOR_TERM(),
        CodeGenUtils.DEFAULT_CONTEXT_TERM());
  }

  /** Class literals carry no type arguments. */
  @SuppressWarnings("unchecked")
  private static Class<ProcessFunction<RowData, RowData>> processFunctionClass() {
    return (Class<ProcessFunction<RowData, RowData>>) (Class<?>) ProcessFunction.class;
  }
}
