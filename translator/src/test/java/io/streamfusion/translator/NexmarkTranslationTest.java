package io.streamfusion.translator;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.substrait.text.PlanText;
import io.streamfusion.translator.testing.NexmarkTables;
import io.streamfusion.translator.testing.PlannedSql;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NexmarkTranslationTest {

  private static TranslationResult translate(String query) {
    PlannedSql sql = NexmarkTables.sql();
    return sql.translate(NexmarkTables.QUERIES.get(query));
  }

  @ParameterizedTest
  @ValueSource(strings = {"q0", "q1", "q2", "q10", "q21", "q22"})
  void runsByKernelsAlone(String query) {
    TranslationResult result = translate(query);

    assertThat(result.sinks().get(0).reasons()).isEmpty();
    Fragment fragment = onlyFragment(result);
    assertThat(fragment.nodes())
        .extracting(FragmentNode::id)
        .containsExactly("s0/calc-0", "s0/watermark_assigner-0", "s0/calc-1");
    assertThat(fragment.nodes())
        .extracting(FragmentNode::evaluation)
        .containsOnly(Evaluation.KERNEL);
    assertThat(fragment.hostCalls())
        .extracting(HostCall::kind)
        .allMatch(kind -> kind == HostCall.Kind.STANDBY);
  }

  @Test
  void sendsOnlyTheUserFunctionOfQ14ToTheHost() {
    TranslationResult result = translate("q14");

    Fragment fragment = onlyFragment(result);
    assertThat(fragment.hostCalls()).hasSize(1);
    HostCall call = fragment.hostCalls().get(0);
    assertThat(call.kind()).isEqualTo(HostCall.Kind.SCALAR);
    assertThat(call.nodeId()).isEqualTo("s0/calc-1");
    assertThat(call.argumentType().getChildren()).hasSize(1);
    assertThat(call.expressions().toString()).contains("count_char($0");
  }

  @Test
  void readsOnlyTheColumnsAndNestedFieldsThatTheQueryUses() {
    FragmentInput.HostRows input =
        (FragmentInput.HostRows) onlyFragment(translate("q2")).inputs().get(0);

    assertThat(input.names())
        .containsExactly(
            "event_type",
            "person.dateTime",
            "auction.dateTime",
            "bid.auction",
            "bid.price",
            "bid.dateTime");
    assertThat(input.paths().get(3)).isEqualTo(List.of(3, 0));
    assertThat(input.insertOnly()).isTrue();
  }

  @Test
  void writesTheWholePlanOfQ2() {
    assertThat(PlanText.of(translate("q2").plan().orElseThrow()))
        .isEqualTo(
            """
            plan contract=1 flink=2.2.1 zone=UTC
            fragment 0 [auction, price]
              host_sink s0/host_sink-0 {+I} output=0
                project s0/calc-1 {+I} emit=[4, 5] [$1, $2]
                  filter s0/calc-1 {+I} rowtime=$3 and(equal($0, 2:i32):bool?, equal(mod($1, 123:i32):i32?, 0:i32):bool?):bool?
                    watermark_assigner s0/watermark_assigner-0 {+I} rowtime=$3 rowtime=$3 watermark=minus($3, interval_day_to_second { seconds: 4 precision: 3 }):precision_timestamp?<3>
                      project s0/calc-0 {+I} emit=[6, 7, 8, 9] [$0, $3, $4, case(when equal($0, 0:i32):bool? then $1 when equal($0, 1:i32):bool? then $2 else $5)]
                        read s0/table_source_scan-0 {+I} port=0 from s0/table_source_scan-0 [$0:i32?, $1.6:precision_timestamp?<3>, $2.5:precision_timestamp?<3>, $3.0:i64?, $3.2:i64?, $3.5:precision_timestamp?<3>]
            """);
  }

  @Test
  void givesTheSameBytesEveryTime() {
    assertThat(translate("q21").planBytes()).isEqualTo(translate("q21").planBytes()).isNotEmpty();
  }

  private static Fragment onlyFragment(TranslationResult result) {
    assertThat(result.fragments()).hasSize(1);
    return result.fragments().get(0);
  }
}
