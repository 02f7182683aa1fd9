package io.streamfusion.flink.planner;

import io.streamfusion.flink.runtime.StreamFusionVersion;
import io.streamfusion.translator.TranslationResult;
import io.streamfusion.translator.explain.ExplainText;
import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.runtime.util.EnvironmentInformation;

/** What EXPLAIN adds to Flink's text: whether and why each query runs natively. */
final class ExplainSection {

  static final String TITLE = "== StreamFusion ==";

  private ExplainSection() {}

  /** The section of a statement that is planned as on stock Flink as a whole. */
  static String leftToFlink(ReasonCode code) {
    return heading() + "Planned as on stock Flink:\n  - " + FallbackReason.ofStatement(code) + "\n";
  }

  /**
   * @param notes lines in front of what the translation says
   */
  static String of(TranslationResult translation, List<String> notes) {
    return heading()
        + notes.stream().map(note -> "note: " + note + "\n").collect(Collectors.joining())
        + ExplainText.of(translation, ExplainText.Level.SUMMARY);
  }

  private static String heading() {
    return String.format(
        "\n%s\nStreamFusion %s on Flink %s\n",
        TITLE, StreamFusionVersion.current(), EnvironmentInformation.getVersion());
  }
}
