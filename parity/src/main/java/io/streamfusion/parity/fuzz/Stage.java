package io.streamfusion.parity.fuzz;

import java.io.IOException;
import java.util.Optional;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.table.data.RowData;
import org.apache.flink.util.InstantiationUtil;

/**
 * One operator of a planned query.
 *
 * @param transformation the operator in the plan
 * @param partitioner how rows reach it from the operator before; empty if they stay in the task
 * @param serializedFactory its factory: each subtask has an operator of its own, as in a job
 */
record Stage(
    OneInputTransformation<RowData, RowData> transformation,
    Optional<StreamPartitioner<RowData>> partitioner,
    byte[] serializedFactory) {

  private static final String OURS = "io.streamfusion.";

  static Stage of(
      OneInputTransformation<RowData, RowData> transformation,
      Optional<StreamPartitioner<RowData>> partitioner)
      throws IOException {
    return new Stage(
        transformation,
        partitioner,
        InstantiationUtil.serializeObject(transformation.getOperatorFactory()));
  }

  boolean isNative() {
    return transformation.getOperatorFactory().getClass().getName().startsWith(OURS);
  }

  StreamOperatorFactory<RowData> newFactory() throws IOException, ClassNotFoundException {
    if (!(transformation.getOperatorFactory() instanceof SimpleOperatorFactory<?>)) {
      // It makes an operator each time it is asked.
      return transformation.getOperatorFactory();
    }
    return InstantiationUtil.deserializeObject(serializedFactory, Stage.class.getClassLoader());
  }

  TypeSerializer<RowData> outputSerializer() {
    return transformation.getOutputType().createSerializer(new SerializerConfigImpl());
  }

  @SuppressWarnings("unchecked")
  KeySelector<RowData, RowData> keySelector() {
    return (KeySelector<RowData, RowData>) transformation.getStateKeySelector();
  }

  /** How many subtasks it has in a job of this parallelism. */
  int parallelism(int ofJob) {
    return transformation.getParallelism() == 1 ? 1 : ofJob;
  }

  @SuppressWarnings("unchecked")
  static OneInputTransformation<RowData, RowData> oneInput(Transformation<?> transformation) {
    return (OneInputTransformation<RowData, RowData>) transformation;
  }
}
