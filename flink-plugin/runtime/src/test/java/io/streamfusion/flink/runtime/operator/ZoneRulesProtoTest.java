package io.streamfusion.flink.runtime.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.substrait.proto.v1.ZoneRules;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZoneRulesProtoTest {

  private static final long FIRST = epochSecond(LocalDateTime.of(1, 1, 1, 0, 0));
  private static final long LAST = epochSecond(LocalDateTime.of(9999, 12, 31, 23, 59));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "America/Los_Angeles",
        "Asia/Kolkata",
        "Europe/London",
        "Africa/Casablanca",
        "Asia/Kathmandu",
        "+03:30",
        "UTC"
      })
  void offsetsAreTheJvmsForEverySecondOfSqlTimestamps(String zone) {
    ZoneRules proto = ZoneRulesProto.of(zone);
    java.time.zone.ZoneRules rules = ZoneId.of(zone).getRules();
    Random random = new Random(1);

    for (int i = 0; i < 20_000; i++) {
      long second = FIRST + (long) (random.nextDouble() * (LAST - FIRST));
      assertThat(offset(proto, second))
          .as("%s at %d", zone, second)
          .isEqualTo(rules.getOffset(Instant.ofEpochSecond(second)).getTotalSeconds());
    }
    for (long transition : proto.getTransitionEpochSecondsList()) {
      for (long second = transition - 1; second <= transition; second++) {
        assertThat(offset(proto, second))
            .isEqualTo(rules.getOffset(Instant.ofEpochSecond(second)).getTotalSeconds());
      }
    }
  }

  @Test
  void fixedOffsetHasNoTransitions() {
    ZoneRules proto = ZoneRulesProto.of("+03:30");

    assertThat(proto.getTransitionEpochSecondsList()).isEmpty();
    assertThat(proto.getInitialOffsetSeconds()).isEqualTo(12_600);
  }

  private static int offset(ZoneRules proto, long second) {
    int index = Collections.binarySearch(proto.getTransitionEpochSecondsList(), second);
    int last = index >= 0 ? index : -index - 2;
    return last < 0 ? proto.getInitialOffsetSeconds() : proto.getOffsetSecondsAfter(last);
  }

  private static long epochSecond(LocalDateTime time) {
    return time.toEpochSecond(ZoneOffset.UTC);
  }
}
