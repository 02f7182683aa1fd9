package io.streamfusion.cli.command;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.ExitCode;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.support.ReasonExamples;
import io.streamfusion.translator.support.ReasonGroup;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sf-plan reasons}: what the reason codes mean and what to do about them. */
@Command(
    name = "reasons",
    description = "Explains the reason codes: what each means and what to do.",
    mixinStandardHelpOptions = true)
public final class ReasonsCommand implements Callable<Integer> {

  /** Of the list. */
  enum Format {
    TEXT,
    JSON
  }

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "CODE", description = "The codes; without any, all.")
  private List<String> codes;

  @Option(
      names = "--format",
      defaultValue = "text",
      description = "text or json (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    List<ReasonCode> shown =
        codes == null
            ? List.of(ReasonCode.values())
            : codes.stream().map(ReasonsCommand::code).toList();
    switch (format) {
      case JSON -> out.println(json(shown));
      case TEXT -> print(out, shown);
    }
    return ExitCode.CLEAN.code();
  }

  private static ReasonCode code(String text) {
    return Arrays.stream(ReasonCode.values())
        .filter(code -> code.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new CliException(
                    text + " is no reason code",
                    "the codes are " + Arrays.toString(ReasonCode.values())));
  }

  private void print(PrintWriter out, List<ReasonCode> shown) {
    for (ReasonGroup group : ReasonGroup.values()) {
      List<ReasonCode> ofGroup = shown.stream().filter(code -> code.group() == group).toList();
      if (ofGroup.isEmpty()) {
        continue;
      }
      if (codes == null) {
        out.println(group);
      }
      ofGroup.forEach(code -> print(out, code, codes == null ? "  " : ""));
    }
  }

  private static void print(PrintWriter out, ReasonCode code, String indent) {
    out.println(indent + code);
    out.println(indent + "    " + code.documentation());
    out.println(indent + "    To do: " + code.advice());
    out.println(indent + "    Since: " + code.since());
    ReasonExamples.of(code)
        .ifPresent(
            example -> {
              out.println(indent + "    Example:");
              example.lines().forEach(line -> out.println(indent + "      " + line));
            });
  }

  private static String json(List<ReasonCode> shown) {
    JsonArray array = new JsonArray();
    for (ReasonCode code : shown) {
      JsonObject json = new JsonObject();
      json.addProperty("code", code.name());
      json.addProperty("group", code.group().toString());
      json.addProperty("class", code.reasonClass().name().toLowerCase(Locale.ROOT));
      json.addProperty("meaning", code.documentation());
      json.addProperty("advice", code.advice());
      json.addProperty("since", code.since());
      ReasonExamples.of(code).ifPresent(example -> json.addProperty("example", example));
      array.add(json);
    }
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(array);
  }
}
