package io.streamfusion.flink.runtime.operator;

import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.table.data.RowData;

/** Makes the operator of a fragment with one input, which chains to any operator in front of it. */
public final class OneInputFragmentFactory extends FragmentOperatorFactory
    implements OneInputStreamOperatorFactory<RowData, RowData> {

  private static final long serialVersionUID = 1L;

  public OneInputFragmentFactory(FragmentSpec spec, PlanBytes plan) {
    super(spec, plan, ChainingStrategy.ALWAYS);
  }

  @Override
  public <T extends StreamOperator<RowData>> T createStreamOperator(
      StreamOperatorParameters<RowData> parameters) {
    @SuppressWarnings("unchecked")
    T operator = (T) new OneInputFragmentOperator(new FragmentCore(parameters, spec(), plan()));
    return operator;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
    return OneInputFragmentOperator.class;
  }
}
