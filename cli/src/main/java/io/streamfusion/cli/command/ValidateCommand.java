package io.streamfusion.cli.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.streamfusion.cli.plan.PlanFiles;
import io.streamfusion.cli.plan.PlanForm;
import io.streamfusion.cli.plan.PlanValidator;
import io.streamfusion.cli.plan.PlanVerdict;
import io.streamfusion.cli.plan.SubstraitJava;
import io.streamfusion.cli.report.CliException;
import io.streamfusion.cli.report.Judgements;
import io.streamfusion.cli.report.ReportFormat;
import io.streamfusion.cli.report.Verbosity;
import io.streamfusion.cli.run.PluginProcess;
import io.streamfusion.translator.calcite.CalciteReader;
import io.substrait.proto.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
        "Checks plan files: contract version, functions, messages, references, depth, whether Calcite"
            + " reads them back with the same types, and whether the engine has all that they need.",
    mixinStandardHelpOptions = true)
public final class ValidateCommand implements Callable<Integer> {

  private static final String ADVICE =
      "build it with make build, name it with --plugin, or ask without the engine with --reader"
          + " java,calcite";

  /** Who can say something of a plan. */
  enum Reader {
    JAVA,
    CALCITE,
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
  @Mixin private DirectoryOption directory;
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
          "Who reads the plans: java, this tool; calcite, which takes back what is of Substrait's"
              + " standard; engine, its own reader; substrait-java, which knows Substrait and our"
              + " functions, and nothing else of ours (default: java and calcite, and engine if the"
              + " plugin's jar has a library for this machine).")
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
    files.forEach(
        file ->
            plans.put(file, PlanFiles.read(directory.resolve(file), Optional.ofNullable(from))));
    Map<Path, PlanVerdict> verdicts = new LinkedHashMap<>();
    files.forEach(file -> verdicts.put(file, new PlanVerdict(file.toString())));
    plans.forEach((file, plan) -> verdicts.get(file).add(problems(plan)));
    List<Path> sound = files.stream().distinct().filter(f -> verdicts.get(f).isValid()).toList();
    if (asks(Reader.CALCITE)) {
      sound.forEach(file -> verdicts.get(file).read(CalciteReader.read(plans.get(file))));
    }
    if (asks(Reader.ENGINE) && !sound.isEmpty()) {
      askEngine(sound, plans, verdicts);
    }
    spec.commandLine().getOut().print(written(verdicts.values()));
    spec.commandLine().getOut().flush();
    return Findings.exitCode(!verdicts.values().stream().allMatch(PlanVerdict::isValid));
  }

  private boolean asks(Reader reader) {
    return readers.contains(reader) || (readers.isEmpty() && reader != Reader.SUBSTRAIT_JAVA);
  }

  private String written(Collection<PlanVerdict> verdicts) {
    if (form.format() == ReportFormat.JSON) {
      JsonArray array = new JsonArray();
      for (PlanVerdict verdict : verdicts) {
        JsonObject json = Judgements.json(verdict.judgement());
        json.add("fragments", verdict.fragments());
        array.add(json);
      }
      return Judgements.json(array);
    }
    boolean withNotes = CommonFlags.verbosity(spec) != Verbosity.QUIET;
    return Judgements.write(
        form.format(),
        directory.directory(),
        verdicts.stream().map(PlanVerdict::judgement).toList(),
        verdicts.stream().map(verdict -> verdict.text(withNotes)).collect(Collectors.joining()));
  }

  /** What readers that know nothing of fragments say. */
  private List<String> problems(Plan plan) {
    List<String> problems = new ArrayList<>();
    if (asks(Reader.JAVA)) {
      problems.addAll(PlanValidator.problems(plan));
    }
    if (asks(Reader.SUBSTRAIT_JAVA)) {
      SubstraitJava.refusal(plan).ifPresent(refusal -> problems.add("substrait-java: " + refusal));
    }
    return problems;
  }

  private void askEngine(List<Path> asked, Map<Path, Plan> plans, Map<Path, PlanVerdict> verdicts) {
    try {
      List<List<String>> said =
          PluginProcess.check(
              PluginProcess.plugin(Optional.ofNullable(plugin).map(directory::resolve), ADVICE),
              asked.stream().map(file -> plans.get(file).toByteArray()).toList());
      for (int i = 0; i < asked.size(); i++) {
        verdicts
            .get(asked.get(i))
            .add(said.get(i).stream().map(line -> "engine: " + line).toList());
      }
    } catch (CliException e) {
      if (!readers.isEmpty() || plugin != null) {
        throw e;
      }
      spec.commandLine().getErr().println("note: the engine is not asked: " + e.getMessage());
    }
  }
}
