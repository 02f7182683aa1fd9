package io.streamfusion.flink.runtime.operator;

import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.table.data.RowData;

/** Makes the operator of a fragment with any number of inputs; sources chain into its task. */
public final class MultipleInputFragmentFactory extends FragmentOperatorFactory {

  private static final long serialVersionUID = 1L;

  public MultipleInputFragmentFactory(FragmentSpec spec, PlanBytes plan) {
    super(spec, plan, ChainingStrategy.HEAD_WITH_SOURCES);
  }

  @Override
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    @SuppressWarnings("unchecked")
    T operator =
        (T) new MultipleInputFragmentOperator(new FragmentCore(parameters, spec(), plan()));
    return operator;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return MultipleInputFragmentOperator.class;
  }
}
