package io.streamfusion.flink.runtime.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamFusionOptionsTest {

  @AfterEach
  void clearProperties() {
    StreamFusionOptions.FIXED.forEach(option -> System.clearProperty(option.key()));
  }

  @Test
  void jobOptionWinsOverFlinkConfigurationAndSystemProperty() {
    System.setProperty("streamfusion.batch.size", "3");
    Configuration job = Configuration.fromMap(Map.of("streamfusion.batch.size", "1"));
    Configuration flink = Configuration.fromMap(Map.of("streamfusion.batch.size", "2"));

    assertThat(StreamFusionOptions.BATCH_SIZE.read(job, flink)).isEqualTo(1);
    assertThat(StreamFusionOptions.BATCH_SIZE.read(new Configuration(), flink)).isEqualTo(2);
    assertThat(StreamFusionOptions.BATCH_SIZE.read(new Configuration())).isEqualTo(3);
  }

  @Test
  void everyDefaultIsValid() {
    assertThat(StreamFusionOptions.FIXED).isNotEmpty().allSatisfy(this::defaultIsValid);
  }

  private <T> void defaultIsValid(StreamFusionOption<T> option) {
    assertThat(option.isValid().test(option.option().defaultValue())).as(option.key()).isTrue();
    assertThat(option.read(new Configuration())).isEqualTo(option.option().defaultValue());
  }

  @Test
  void policyIsReadInAnyCaseAndPrintedInLowerCase() {
    for (String text : List.of("always", "ALWAYS")) {
      Configuration job = Configuration.fromMap(Map.of("streamfusion.policy", text));
      assertThat(StreamFusionOptions.POLICY.read(job)).isEqualTo(RoutingPolicy.ALWAYS);
    }
    assertThat(RoutingPolicy.ALWAYS).hasToString("always");
  }

  @Test
  void outOfRangeValueNamesOptionAndRange() {
    Configuration job = new Configuration();
    job.set(StreamFusionOptions.BATCH_MAX_DELAY.option(), Duration.ZERO);

    assertThatThrownBy(() -> StreamFusionOptions.BATCH_MAX_DELAY.read(job))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("streamfusion.batch.max-delay")
        .hasMessageContaining("at least 1 ms");
  }

  @Test
  void unreadableSystemPropertyIsReportedAsSuch() {
    System.setProperty("streamfusion.native.enabled", "maybe");

    assertThatThrownBy(() -> StreamFusionOptions.NATIVE_ENABLED.read(new Configuration()))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("streamfusion.native.enabled")
        .hasMessageContaining("system property");
  }

  @Test
  void namedOptionsFollowTheirScheme() {
    assertThat(StreamFusionOptions.operatorEnabled("watermark_assigner").key())
        .isEqualTo("streamfusion.operator.watermark-assigner.enabled");
    assertThat(StreamFusionOptions.allowIncompatible("LOWER").key())
        .isEqualTo("streamfusion.expression.LOWER.allowIncompatible");
  }

  @Test
  void findsTheExpressionsThatMayDiffer() {
    Configuration configuration = new Configuration();
    configuration.setString("streamfusion.expression.UPPER.allowIncompatible", "true");
    configuration.setString("streamfusion.expression.TRIM.allowIncompatible", "false");
    configuration.setString("streamfusion.native.enabled", "true");
    assertThat(StreamFusionOptions.incompatibleAllowed(configuration)).containsExactly("UPPER");

    configuration.setString("streamfusion.expression.TRIM.allowIncompatible", "perhaps");
    assertThatThrownBy(() -> StreamFusionOptions.incompatibleAllowed(configuration))
        .isInstanceOf(IllegalConfigurationException.class)
        .hasMessageContaining("streamfusion.expression.TRIM.allowIncompatible");
  }
}
