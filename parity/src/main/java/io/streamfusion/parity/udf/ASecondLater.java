package io.streamfusion.parity.udf;

import java.time.Duration;
import java.time.Instant;
import org.apache.flink.table.functions.ScalarFunction;

/** Whether at least a second has passed since the time of the call before; NULL at the first. */
public final class ASecondLater extends ScalarFunction {
  private static final long serialVersionUID = 1L;

  private transient Instant before;

  public Boolean eval(Instant now) {
    Boolean later = before == null ? null : !now.isBefore(before.plus(Duration.ofSeconds(1)));
    before = now;
    return later;
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }
}
