package io.streamfusion.cli.plan;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.streamfusion.cli.report.Judgement;
import io.streamfusion.translator.calcite.FragmentReading;
import io.streamfusion.translator.calcite.FragmentReading.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the readers of a plan file said of it. */
public final class PlanVerdict {

  private final String file;
  private final List<String> problems = new ArrayList<>();
  private final List<FragmentReading> readings = new ArrayList<>();

  public PlanVerdict(String file) {
    this.file = file;
  }

  /** Adds what is wrong with the plan, a line each. */
  public void add(List<String> found) {
    problems.addAll(found);
  }

  /** Adds what Calcite made of its fragments; a difference is wrong with the plan. */
  public void read(List<FragmentReading> fragments) {
    readings.addAll(fragments);
    fragments.stream()
        .filter(reading -> reading.outcome() == Outcome.DIFFERENT)
        .forEach(
            reading ->
                reading
                    .details()
                    .forEach(
                        detail ->
                            problems.add(
                                "calcite: fragment " + reading.ordinal() + ": " + detail)));
  }

  public boolean isValid() {
    return problems.isEmpty();
  }

  /**
   * For people.
   *
   * @param withNotes whether what is no problem is said as well
   */
  public String text(boolean withNotes) {
    if (isValid() && !withNotes) {
      return "";
    }
    StringBuilder text = new StringBuilder(file + ": " + title() + "\n");
    problems.forEach(problem -> text.append("    ").append(problem).append('\n'));
    if (!isValid()) {
      text.append("  hint: translate the SQL again, with the version that reads the plan\n");
    }
    if (withNotes) {
      readings.stream()
          .filter(reading -> reading.outcome() != Outcome.DIFFERENT)
          .forEach(reading -> text.append("    ").append(note(reading)).append('\n'));
    }
    return text.toString();
  }

  private static String note(FragmentReading reading) {
    return "fragment "
        + reading.ordinal()
        + (reading.outcome() == Outcome.SAME
            ? ": Calcite reads it back with the same row type"
            : ": outside the standard subset: " + String.join(", ", reading.details()));
  }

  private String title() {
    return isValid() ? "valid" : "not valid";
  }

  /** For CI. */
  public Judgement judgement() {
    return Judgement.ofFile(file, title(), String.join("\n", problems), !isValid());
  }

  /** What Calcite made of each fragment, for programs; empty if it was not asked. */
  public JsonArray fragments() {
    JsonArray array = new JsonArray();
    for (FragmentReading reading : readings) {
      JsonObject json = new JsonObject();
      json.addProperty("fragment", reading.ordinal());
      json.addProperty("calcite", reading.outcome().name().toLowerCase(Locale.ROOT));
      JsonArray details = new JsonArray();
      reading.details().forEach(details::add);
      json.add("details", details);
      array.add(json);
    }
    return array;
  }
}
