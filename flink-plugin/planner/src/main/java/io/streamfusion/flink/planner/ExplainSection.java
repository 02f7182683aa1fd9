package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.StreamFusionVersion;
import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentNode;
import io.streamfusion.translator.SinkRouting;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.support.FallbackReason;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** What EXPLAIN adds to Flink's text: whether and why each query runs natively. */
final class ExplainSection {

  static final String TITLE = "== StreamFusion ==";

  private final StringBuilder text = new StringBuilder();

  private ExplainSection() {
    line("");
    line(TITLE);
    line(
        "StreamFusion %s on Flink %s",
        StreamFusionVersion.current(), EnvironmentInformation.getVersion());
  }

  /** The section of a statement that is planned as on stock Flink as a whole. */
  static String leftToFlink(String reason) {
    ExplainSection section = new ExplainSection();
    section.line("Planned as on stock Flink: %s", reason);
    return section.text.toString();
  }

  static String of(NativePlan plan) {
    ExplainSection section = new ExplainSection();
    Map<RelNode, FragmentNode> nativeNodes = new IdentityHashMap<>();
    TranslationResult translation = plan.translation();
    for (Fragment fragment : translation.fragments()) {
      for (FragmentNode node : fragment.nodes()) {
        nativeNodes.put(node.rel(), node);
      }
    }
    for (SinkRouting sink : translation.sinks()) {
      section.sink(sink, nativeNodes);
    }
    return section.text.toString();
  }

  private void sink(SinkRouting sink, Map<RelNode, FragmentNode> nativeNodes) {
    line("s%d %s: %s", sink.ordinal(), sink.name(), sink.runsNatively() ? "native" : "on Flink");
    if (sink.runsNatively()) {
      nodes(sink.root(), new IdentityHashMap<>(nativeNodes));
    } else {
      for (FallbackReason reason : sink.reasons()) {
        line("  - %s", reason);
      }
    }
  }

  /** Prints and forgets each native node below {@code rel}, so that shared ones appear once. */
  private void nodes(RelNode rel, Map<RelNode, FragmentNode> remaining) {
    FragmentNode node = remaining.remove(rel);
    if (node != null) {
      line("  %s Native%s: %s", node.id(), node.name(), node.evaluation().text());
    }
    for (RelNode input : rel.getInputs()) {
      nodes(input, remaining);
    }
  }

  private void line(String format, Object... arguments) {
    text.append(String.format(format, arguments)).append(System.lineSeparator());
  }
}
