package io.streamfusion.translator.explain;

import io.streamfusion.translator.Fragment;
import io.streamfusion.translator.FragmentInput;
import io.streamfusion.translator.FragmentOutput;
import java.util.List;
import java.util.stream.Collectors;

/** What is said of a fragment: where rows become columns, and where its columns go. */
final class FragmentText {

  private FragmentText() {}

  /** One line. */
  static String of(Fragment fragment) {
    String inputs =
        fragment.inputs().stream().map(FragmentText::text).collect(Collectors.joining(", "));
    return fragment.ordinal()
        + " "
        + fragment.id()
        + ": "
        + (inputs.isEmpty() ? "" : "reads " + inputs + "; ")
        + text(fragment.output());
  }

  private static String text(FragmentInput input) {
    if (input instanceof FragmentInput.HostRows rows) {
      return "rows of " + NodeText.name(rows.rel()) + " " + rows.names();
    }
    return "columns of " + ((FragmentInput.Frames) input).fragment();
  }

  private static String text(FragmentOutput output) {
    if (output instanceof FragmentOutput.HostRows) {
      return "gives rows to Flink";
    }
    FragmentOutput.Frames frames = (FragmentOutput.Frames) output;
    String readers = ordinals(frames.readers());
    return switch (frames.distribution()) {
      case FORWARD -> "sends columns in the task to " + readers;
      case SINGLE -> "sends columns to one task of " + readers;
      case HASH ->
          "sends columns by hash of " + NodeText.partitionOf(frames.rel()) + " to " + readers;
    };
  }

  private static String ordinals(List<Integer> fragments) {
    return fragments.stream().map(String::valueOf).collect(Collectors.joining(" and "));
  }
}
