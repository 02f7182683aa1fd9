package io.streamfusion.parity.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.parity.casefile.Routing;
import org.junit.jupiter.api.Test;

class RoutingReportTest {
  private static final Routing NATIVE = new Routing.Native();
  private static final Routing HOST = new Routing.NativeWithHost();
  private static final Routing FALLBACK = new Routing.Fallback("UNSUPPORTED_OPERATOR");

  private static final String KERNELS =
      """
      == Optimized Execution Plan ==
      NativeCalc(...)

      == StreamFusion ==
      StreamFusion 0.1.0 on Flink 2.2.1, policy always
      s0 default_catalog.default_database.snk: native
        calc-1 NativeCalc: kernel
      """;

  private static final String WITH_HOST =
      """
      == StreamFusion ==
      s0 snk: native
        calc-1 NativeCalc: kernel
        calc-2 NativeCalc: host
      """;

  private static final String ON_FLINK =
      """
      == StreamFusion ==
      s0 snk: on Flink
        - UNSUPPORTED_OPERATOR at GroupAggregate: not native yet
      """;

  private static final String FAILED =
      """
      == StreamFusion ==
      StreamFusion 0.1.0 on Flink 2.2.1
      s0 snk: on Flink
        - INTERNAL_ERROR at Sink: java.lang.IllegalStateException: no such thing
      """;

  @Test
  void aTranslationThatFailedIsNoRoutingThatACaseExpects() {
    RoutingReport report = RoutingReport.parse(FAILED);

    assertThat(report.contradiction(NATIVE)).isPresent();
    assertThat(report.contradiction(FALLBACK))
        .hasValueSatisfying(text -> assertThat(text).contains("INTERNAL_ERROR"));
    assertThat(report.summary()).contains("INTERNAL_ERROR", "no such thing");
  }

  @Test
  void acceptsTheExpectedRouting() {
    assertThat(RoutingReport.parse(KERNELS).contradiction(NATIVE)).isEmpty();
    assertThat(RoutingReport.parse(WITH_HOST).contradiction(HOST)).isEmpty();
    assertThat(RoutingReport.parse(ON_FLINK).contradiction(FALLBACK)).isEmpty();
  }

  @Test
  void noticesEveryOtherRouting() {
    assertThat(RoutingReport.parse("== Optimized ==").contradiction(NATIVE)).isPresent();
    assertThat(RoutingReport.parse("== Optimized ==").contradiction(FALLBACK)).isPresent();
    assertThat(RoutingReport.parse(ON_FLINK).contradiction(NATIVE)).isPresent();
    assertThat(RoutingReport.parse(WITH_HOST).contradiction(NATIVE)).isPresent();
    assertThat(RoutingReport.parse(KERNELS).contradiction(HOST)).isPresent();
    assertThat(RoutingReport.parse(KERNELS).contradiction(FALLBACK)).isPresent();
    assertThat(RoutingReport.parse(ON_FLINK).contradiction(new Routing.Fallback("OTHER")))
        .hasValueSatisfying(text -> assertThat(text).contains("UNSUPPORTED_OPERATOR"));
  }
}
