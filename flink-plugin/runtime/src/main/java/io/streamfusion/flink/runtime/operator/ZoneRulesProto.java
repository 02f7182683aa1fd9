package io.streamfusion.flink.runtime.operator;

import io.streamfusion.substrait.proto.v1.ZoneRules;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;

/**
 * Writes down the offsets of a zone for all years of SQL timestamps. The JVM's rules go to the
 * engine because they are what Flink computes with; another zone database differs in old dates.
 */
final class ZoneRulesProto {

  /** Timestamps end with year 9999; every zone's offsets are within a day of UTC. */
  private static final Instant END = LocalDateTime.of(10000, 1, 2, 0, 0).toInstant(ZoneOffset.UTC);

  private ZoneRulesProto() {}

  static ZoneRules of(String zoneId) {
    ZoneId zone = ZoneId.of(zoneId);
    java.time.zone.ZoneRules rules = zone.getRules();
    ZoneRules.Builder proto =
        ZoneRules.newBuilder()
            .setZoneId(zoneId)
            .setInitialOffsetSeconds(rules.getOffset(Instant.MIN).getTotalSeconds());
    ZoneOffsetTransition transition = rules.nextTransition(Instant.MIN);
    while (transition != null && transition.getInstant().isBefore(END)) {
      proto
          .addTransitionEpochSeconds(transition.toEpochSecond())
          .addOffsetSecondsAfter(transition.getOffsetAfter().getTotalSeconds());
      transition = rules.nextTransition(transition.getInstant());
    }
    return proto.build();
  }
}
