package io.streamfusion.cli.run;

import io.streamfusion.runner.JobShape;
import io.streamfusion.runner.OperatorCounts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The operators of a job as a tree, sinks first, with what each one counted. Flink measures time
 * per task, which is the operators that are chained: the first of them in the tree says it.
 */
final class AnalyzeText {

  private static final int LONGEST_NAME = 160;

  private final JobShape shape;
  private final OperatorCounts counts;
  private final List<String> lines = new ArrayList<>();
  private final Set<Integer> shown = new HashSet<>();
  private final Set<String> timed = new HashSet<>();

  private AnalyzeText(JobShape shape, OperatorCounts counts) {
    this.shape = shape;
    this.counts = counts;
  }

  static List<String> of(StatementRun.Job job) {
    AnalyzeText text = new AnalyzeText(job.shape(), job.counts());
    text.shape.roots().forEach(root -> text.operator(root, 0, ""));
    return text.lines;
  }

  private void operator(JobShape.Operator operator, int depth, String exchange) {
    String indent = "  ".repeat(depth);
    lines.add(indent + exchange + name(operator));
    if (!shown.add(operator.id())) {
      lines.add(indent + "    (as above)");
      return;
    }
    lines.add(indent + "    " + String.join(", ", counted(operator.name())));
    for (JobShape.Input input : operator.inputs()) {
      operator(
          shape.operator(input.source()),
          depth + 1,
          input.exchange().equals("FORWARD") ? "" : "[" + input.exchange() + "] ");
    }
  }

  private static String name(JobShape.Operator operator) {
    String flat = RunTables.withoutAnonymous(operator.name()).replaceAll("\\s+", " ");
    return flat.length() <= LONGEST_NAME ? flat : flat.substring(0, LONGEST_NAME - 3) + "...";
  }

  private List<String> counted(String operator) {
    List<String> counted = new ArrayList<>();
    OptionalLong engineRows = counts.engine(operator, "rowsIn");
    add(counted, engineRows.isPresent() ? engineRows : counts.rowsIn(operator), "%,d rows in");
    OptionalLong engineOut = counts.engine(operator, "rowsOut");
    add(counted, engineOut.isPresent() ? engineOut : counts.rowsOut(operator), "%,d rows out");
    add(counted, counts.engine(operator, "batchesIn"), "%,d batches");
    add(counted, positive(counts.engine(operator, "hostRows")), "%,d rows in the host evaluator");
    add(counted, positive(counts.engine(operator, "stateRows")), "%,d rows of state");
    add(counted, counts.engine(operator, "stateBytes"), "%,d bytes of state");
    counts
        .task(operator)
        .filter(timed::add)
        .ifPresent(task -> add(counted, counts.busyMillis(task), "task busy for %,d ms"));
    if (counted.isEmpty()) {
      counted.add("nothing counted");
    }
    return counted;
  }

  private static OptionalLong positive(OptionalLong value) {
    return value.isPresent() && value.getAsLong() > 0 ? value : OptionalLong.empty();
  }

  private static void add(List<String> counted, OptionalLong value, String format) {
    value.ifPresent(number -> counted.add(String.format(format, number)));
  }
}
