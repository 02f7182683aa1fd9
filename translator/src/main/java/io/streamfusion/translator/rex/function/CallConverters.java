package io.streamfusion.translator.rex.function;

import io.streamfusion.translator.rex.CallConverter;
import java.util.List;

/** All call converters; the families do not overlap. */
public final class CallConverters {
  private final List<CallConverter> all;

  /**
   * @param legacyCasts whether {@code table.exec.legacy-cast-behaviour} is on
   */
  public CallConverters(boolean legacyCasts) {
    CastCallConverter casts = new CastCallConverter(legacyCasts);
    this.all =
        List.of(
            new LogicCallConverter(),
            new ComparisonCallConverter(),
            new SearchCallConverter(),
            new ArithmeticCallConverter(),
            new ConditionalCallConverter(),
            casts,
            new StringCallConverter(),
            new DatetimeCallConverter());
  }

  public List<CallConverter> all() {
    return all;
  }
}
