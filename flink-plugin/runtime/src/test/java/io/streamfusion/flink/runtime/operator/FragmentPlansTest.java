package io.streamfusion.flink.runtime.operator;

import static io.streamfusion.flink.runtime.testing.TestPlan.bigintType;
import static io.streamfusion.flink.runtime.testing.TestPlan.booleanType;
import static io.streamfusion.flink.runtime.testing.TestPlan.field;
import static io.streamfusion.flink.runtime.testing.TestPlan.filter;
import static io.streamfusion.flink.runtime.testing.TestPlan.project;
import static io.streamfusion.flink.runtime.testing.TestPlan.read;
import static io.streamfusion.flink.runtime.testing.TestPlan.reference;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.runtime.testing.TestPlan;
import io.substrait.proto.Plan;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

/** Which part of a plan of several fragments each of them carries. */
class FragmentPlansTest {

  /** Fragment 2 refers to 1, which refers to 0; fragment 3 stands alone. */
  private static final byte[] PLAN =
      new TestPlan()
          .innerFragment(filter("calc-0", read(0, bigintType(), booleanType()), field(1)))
          .innerFragment(filter("calc-1", reference(0), field(1)))
          .fragment(project("calc-2", reference(1), 2, field(0)))
          .fragment(project("calc-3", read(0, bigintType(), booleanType()), 2, field(0)))
          .toBytes();

  @Test
  void keepsTheFragmentAndWhatItRefersTo() throws Exception {
    Plan whole = Plan.parseFrom(PLAN);

    Plan second = Plan.parseFrom(FragmentPlans.only(PLAN, 2));

    assertThat(second.getRelationsList()).isEqualTo(whole.getRelationsList().subList(0, 3));
    assertThat(second.getAdvancedExtensions()).isEqualTo(whole.getAdvancedExtensions());
  }

  @Test
  void leavesOutEverythingElse() throws Exception {
    Plan whole = Plan.parseFrom(PLAN);

    Plan third = Plan.parseFrom(FragmentPlans.only(PLAN, 3));

    assertThat(third.getRelationsCount()).isEqualTo(4);
    assertThat(third.getRelations(3)).isEqualTo(whole.getRelations(3));
    assertThat(third.toString()).doesNotContain("calc-0", "calc-1", "calc-2");
    assertThat(Plan.parseFrom(FragmentPlans.only(PLAN, 0)).getRelationsList())
        .containsExactly(whole.getRelations(0));
  }

  @Test
  void refusesWhatIsNoPlan() {
    assertThatThrownBy(() -> FragmentPlans.only(new byte[] {1, 2, 3}, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void dividesOnlyWhereThePlanCannotBeShared() throws Exception {
    Configuration refusing = new Configuration();
    refusing.set(DeploymentOptions.PROGRAM_CONFIG_ENABLED, false);
    PlanBytes divided =
        PlanBytes.shared(PLAN, StreamExecutionEnvironment.getExecutionEnvironment(refusing));
    PlanBytes shared =
        PlanBytes.shared(
            PLAN, StreamExecutionEnvironment.getExecutionEnvironment(new Configuration()));

    assertThat(InstantiationUtil.clone(divided.ofFragment(3)).resolve(new Configuration()))
        .isEqualTo(FragmentPlans.only(PLAN, 3));
    assertThat(shared.ofFragment(3)).isSameAs(shared);
    assertThat(PlanBytes.ofSingleFragment(PLAN).ofFragment(0).resolve(new Configuration()))
        .isEqualTo(PLAN);
  }
}
