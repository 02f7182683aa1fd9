package io.streamfusion.flink.runtime.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.operators.Input;
import org.apache.flink.streaming.api.operators.MultipleInputStreamOperator;
import org.apache.flink.table.data.RowData;

/** The operator of a fragment with any number of inputs. */
final class MultipleInputFragmentOperator extends FragmentOperator
    implements MultipleInputStreamOperator<RowData> {

  private static final long serialVersionUID = 1L;

  @SuppressWarnings("rawtypes")
  private final transient List<Input> ports = new ArrayList<>();

  MultipleInputFragmentOperator(FragmentCore core) {
    super(core);
    for (int port = 0; port < core.ports(); port++) {
      ports.add(new FragmentPort(core, port));
    }
  }

  @Override
  @SuppressWarnings("rawtypes")
  public List<Input> getInputs() {
    return ports;
  }
}
