package io.streamfusion.cli.command;

import io.streamfusion.cli.plan.PlanFiles;
import io.streamfusion.cli.plan.PlanForm;
import io.streamfusion.cli.plan.PlanValidator;
import io.streamfusion.cli.plan.SubstraitJava;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.Judgement;
import io.streamfusion.cli.report.Judgements;
import io.streamfusion.cli.report.Verbosity;
import io.streamfusion.cli.run.PluginProcess;
import io.substrait.proto.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code sf-plan validate}: whether plan files hold together. */
@Command(
    name = "validate",
    description =
        "Checks plan files: contract version, functions, messages, references, depth, and whether the"
            + " engine has all that they need.",
    mixinStandardHelpOptions = true)
public final class ValidateCommand implements Callable<Integer> {

  private static final String ADVICE =
      "build it with make build, name it with --plugin, or ask without the engine with --reader java";

  /** Who can say something of a plan. */
  enum Reader {
    JAVA,
    ENGINE,
    SUBSTRAIT_JAVA;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** Reads a reader as the option's description writes it. */
  static final class ReaderConverter implements ITypeConverter<Reader> {
    @Override
    public Reader convert(String value) {
      return Arrays.stream(Reader.values())
          .filter(reader -> reader.toString().equals(value))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected one of " + Arrays.toString(Reader.values())));
    }
  }

  @Spec private CommandSpec spec;
  @Mixin private FormatOption form;

  @Parameters(arity = "1..*", paramLabel = "PLAN", description = "Plan files.")
  private List<Path> files;

  @Option(
      names = "--from",
      description = "pb, json, text or txtpb (default: what each file's name tells).")
  private PlanForm from;

  @Option(
      names = "--reader",
      split = ",",
      paramLabel = "READER",
      converter = ReaderConverter.class,
      description =
          "Who reads the plans: java, this tool; engine, its own reader; substrait-java, which knows"
              + " Substrait and our functions, and nothing else of ours (default: java, and engine if"
              + " the plugin's jar has a library for this machine).")
  private Set<Reader> readers = new LinkedHashSet<>();

  @Option(
      names = "--plugin",
      paramLabel = "JAR",
      description =
          "The flink-streamfusion-*.jar whose engine is asked (default: the bundled one).")
  private Path plugin;

  @Override
  public Integer call() {
    Map<Path, Plan> plans = new LinkedHashMap<>();
    files.forEach(file -> plans.put(file, PlanFiles.read(file, Optional.ofNullable(from))));
    Map<Path, List<String>> problems = new LinkedHashMap<>();
    plans.forEach((file, plan) -> problems.put(file, problems(plan)));
    if (readers.isEmpty() || readers.contains(Reader.ENGINE)) {
      askEngine(plans, problems);
    }
    boolean quiet = CommonFlags.verbosity(spec) == Verbosity.QUIET;
    StringBuilder text = new StringBuilder();
    List<Judgement> judgements = new ArrayList<>();
    problems.forEach(
        (file, found) -> {
          String verdict = found.isEmpty() ? "valid" : "not valid";
          if (!found.isEmpty() || !quiet) {
            text.append(file).append(": ").append(verdict).append('\n');
          }
          found.forEach(problem -> text.append("    ").append(problem).append('\n'));
          if (!found.isEmpty()) {
            text.append("  hint: translate the SQL again, with the version that reads the plan\n");
          }
          judgements.add(
              Judgement.ofFile(
                  file.toString(), verdict, String.join("\n", found), !found.isEmpty()));
        });
    spec.commandLine().getOut().print(Judgements.write(form.format(), judgements, text.toString()));
    spec.commandLine().getOut().flush();
    return Findings.exitCode(judgements.stream().anyMatch(Judgement::isFinding));
  }

  /** What readers in this process say. */
  private List<String> problems(Plan plan) {
    List<String> problems = new ArrayList<>();
    if (readers.isEmpty() || readers.contains(Reader.JAVA)) {
      problems.addAll(PlanValidator.problems(plan));
    }
    if (readers.contains(Reader.SUBSTRAIT_JAVA)) {
      SubstraitJava.refusal(plan).ifPresent(refusal -> problems.add("substrait-java: " + refusal));
    }
    return problems;
  }

  /** The engine gets the plans that nobody found fault with. */
  private void askEngine(Map<Path, Plan> plans, Map<Path, List<String>> problems) {
    List<Path> asked =
        plans.keySet().stream().filter(file -> problems.get(file).isEmpty()).toList();
    if (asked.isEmpty()) {
      return;
    }
    try {
      List<List<String>> said =
          PluginProcess.check(
              PluginProcess.plugin(Optional.ofNullable(plugin), ADVICE),
              asked.stream().map(file -> plans.get(file).toByteArray()).toList());
      for (int i = 0; i < asked.size(); i++) {
        problems.put(asked.get(i), said.get(i).stream().map(line -> "engine: " + line).toList());
      }
    } catch (CliException e) {
      if (!readers.isEmpty() || plugin != null) {
        throw e;
      }
      spec.commandLine().getErr().println("note: the engine is not asked: " + e.getMessage());
    }
  }
}
