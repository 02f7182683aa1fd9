package io.streamfusion.runner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;

/**
 * The operators of a job as Flink was given them, before it chains them.
 *
 * @param operators by ascending id
 */
public record JobShape(List<Operator> operators) {

  /**
   * One operator.
   *
   * @param id Flink's number for it
   * @param name as in Flink's web interface and in metrics
   * @param inputs what it reads from
   */
  public record Operator(int id, String name, List<Input> inputs) {}

  /**
   * An edge.
   *
   * @param source the id of the operator that it comes from
   * @param exchange how rows are distributed, such as {@code FORWARD} or {@code HASH}
   */
  public record Input(int source, String exchange) {}

  static JobShape of(StreamGraph graph) {
    List<Operator> operators = new ArrayList<>();
    for (StreamNode node : graph.getStreamNodes()) {
      List<Input> inputs = new ArrayList<>();
      for (StreamEdge edge : node.getInEdges()) {
        inputs.add(new Input(edge.getSourceId(), String.valueOf(edge.getPartitioner())));
      }
      operators.add(new Operator(node.getId(), node.getOperatorName(), inputs));
    }
    operators.sort(Comparator.comparingInt(Operator::id));
    return new JobShape(operators);
  }

  /** The operators that nobody reads from. */
  public List<Operator> roots() {
    return operators.stream()
        .filter(
            operator ->
                operators.stream()
                    .flatMap(reader -> reader.inputs().stream())
                    .noneMatch(input -> input.source() == operator.id()))
        .toList();
  }

  /** The operator with this id. */
  public Operator operator(int id) {
    return operators.stream().filter(operator -> operator.id() == id).findFirst().orElseThrow();
  }
}
