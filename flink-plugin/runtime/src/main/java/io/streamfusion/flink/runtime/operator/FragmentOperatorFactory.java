package io.streamfusion.flink.runtime.operator;

import java.util.Objects;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.table.data.RowData;

/** Makes the operator of one fragment; the same for every SQL operator. */
public abstract class FragmentOperatorFactory extends AbstractStreamOperatorFactory<RowData> {

  private static final long serialVersionUID = 1L;

  private final FragmentSpec spec;
  private final PlanBytes plan;

  FragmentOperatorFactory(FragmentSpec spec, PlanBytes plan, ChainingStrategy chaining) {
    this.spec = Objects.requireNonNull(spec);
    this.plan = plan.ofFragment(spec.ordinal());
    setChainingStrategy(chaining);
  }

  public FragmentSpec spec() {
    return spec;
  }

  public PlanBytes plan() {
    return plan;
  }

  /** Flink then tells when it adds the operator to a stream graph, see {@link #setOutputType}. */
  @Override
  public boolean isOutputTypeConfigurable() {
    return true;
  }

  @Override
  public void setOutputType(TypeInformation<RowData> type, ExecutionConfig executionConfig) {
    plan.addedToStreamGraph();
  }
}
