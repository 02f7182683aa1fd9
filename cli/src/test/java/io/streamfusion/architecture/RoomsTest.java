package io.streamfusion.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/**
 * What each module may know of the others and of Flink. The classes are read from the modules'
 * folders, since no class path holds all of them: cli and parity take two forms of Flink's planner.
 */
class RoomsTest {

  private static final String CALCITE = "org.apache.calcite..";
  private static final String ARROW = "org.apache.arrow..";
  private static final String TRANSLATOR = "io.streamfusion.translator..";
  private static final String PLUGIN = "io.streamfusion.flink..";
  private static final String PLUGIN_PLANNER = "io.streamfusion.flink.planner..";
  private static final String PLUGIN_LOADER = "io.streamfusion.flink.loader..";
  private static final String CLI = "io.streamfusion.cli..";
  private static final String PARITY = "io.streamfusion.parity..";
  private static final String RUNNER = "io.streamfusion.runner..";
  private static final String FLINK_PLANNER = "org.apache.flink.table.planner..";

  /** Flink's classes that a task runs, as opposed to those that describe a job. */
  private static final String[] FLINK_TASKS = {
    "org.apache.flink.runtime..",
    "org.apache.flink.streaming.api.operators..",
    "org.apache.flink.streaming.runtime..",
    "org.apache.flink.table.runtime.operators..",
    "org.apache.flink.table.runtime.typeutils.."
  };

  /** As many as every operator needs together; an operator more adds none. */
  private static final int NATIVE_METHODS = 14;

  /** Reading classes takes longer than looking at them. */
  private static final Map<List<String>, JavaClasses> READ = new HashMap<>();

  private static JavaClasses of(String... modules) {
    Path root = Path.of("..");
    return READ.computeIfAbsent(
        List.of(modules),
        names ->
            new ClassFileImporter()
                .importPaths(
                    names.stream()
                        .map(module -> root.resolve(module).resolve("target/classes"))
                        .toList()));
  }

  private static void check(ArchRule rule, String... modules) {
    rule.check(of(modules));
  }

  @Test
  void theContractKnowsNobody() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    CALCITE, ARROW, TRANSLATOR, PLUGIN, CLI, PARITY, "org.apache.flink..")),
        "substrait-ext");
  }

  @Test
  void theTranslatorKnowsNoTaskAndNoPlugin() {
    check(
        noClasses().should().dependOnClassesThat(resideInAnyPackage(ARROW, PLUGIN, CLI, PARITY)),
        "translator");
    check(noClasses().should().dependOnClassesThat(resideInAnyPackage(FLINK_TASKS)), "translator");
  }

  @Test
  void theRuntimeKnowsNoPlanner() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(
                    CALCITE,
                    "scala..",
                    FLINK_PLANNER,
                    "io.substrait.isthmus..",
                    TRANSLATOR,
                    PLUGIN_PLANNER,
                    PLUGIN_LOADER,
                    CLI,
                    PARITY)),
        "flink-plugin/runtime");
  }

  @Test
  void theLoaderKnowsNothingOfOursButItself() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                resideInAPackage("io.streamfusion..")
                    .and(resideInAPackage(PLUGIN_LOADER).negate())),
        "flink-plugin/loader");
  }

  @Test
  void onlyTheLoaderHasClassesInPackagesOfFlink() {
    JavaClasses all =
        of(
            "substrait-ext",
            "translator",
            "flink-plugin/runtime",
            "flink-plugin/planner",
            "flink-plugin/loader",
            "runner",
            "cli",
            "parity");
    assertThat(all.stream().filter(c -> !c.getPackageName().startsWith("io.streamfusion")))
        .extracting(JavaClass::getName)
        .filteredOn(name -> !name.contains("$"))
        .containsExactlyInAnyOrder(
            "org.apache.flink.table.planner.delegation.DefaultPlannerFactory",
            "org.apache.flink.table.planner.loader.DelegatePlannerFactory");
  }

  @Test
  void oneClassHasTheNativeMethods() {
    JavaClasses runtime = of("flink-plugin/runtime", "flink-plugin/planner", "translator", "cli");
    methods()
        .that()
        .haveModifier(JavaModifier.NATIVE)
        .should()
        .beDeclaredIn("io.streamfusion.flink.runtime.jni.NativeEngine")
        .check(runtime);
    assertThat(
            runtime.get("io.streamfusion.flink.runtime.jni.NativeEngine").getMethods().stream()
                .filter(method -> method.getModifiers().contains(JavaModifier.NATIVE)))
        .hasSizeLessThanOrEqualTo(NATIVE_METHODS);
  }

  @Test
  void onlyOneClassReadsAndWritesRawMemory() {
    check(
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.streamfusion.flink.runtime.jni.OffHeap")
            .should()
            .dependOnClassesThat(resideInAPackage("sun.misc..")),
        "flink-plugin/runtime",
        "flink-plugin/planner",
        "translator");
  }

  @Test
  void theToolKnowsThePluginByItsJarAlone() {
    check(noClasses().should().dependOnClassesThat(resideInAnyPackage(PLUGIN, PARITY)), "cli");
  }

  @Test
  void theRunnerKnowsNothingOfOurs() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat(
                resideInAPackage("io.streamfusion..").and(resideInAPackage(RUNNER).negate()))
            .orShould()
            .dependOnClassesThat(resideInAnyPackage(CALCITE, FLINK_PLANNER)),
        "runner");
  }

  @Test
  void theHarnessKnowsThePluginAsUsersDo() {
    check(
        noClasses()
            .that()
            // Deliberate faults and the clock of state are set in the library itself.
            .resideOutsideOfPackage("io.streamfusion.parity.mutants..")
            .and()
            .doNotHaveSimpleName("StateClock")
            .should()
            .dependOnClassesThat(resideInAnyPackage(TRANSLATOR, PLUGIN, CLI, FLINK_PLANNER)),
        "parity");
  }

  @Test
  void plansDependOnNoClockAndNoZoneOfTheMachine() {
    check(
        noClasses()
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(ZoneId.class, "systemDefault")
            .orShould()
            .callMethod(TimeZone.class, "getDefault"),
        "substrait-ext",
        "translator");
  }

  @Test
  void translatorsAreNamedAndPlacedAsSuch() {
    check(
        classes()
            .that()
            .implement("io.streamfusion.translator.rel.RelTranslator")
            .should()
            .haveSimpleNameEndingWith("Translator")
            .andShould()
            .resideInAPackage("io.streamfusion.translator.rel.."),
        "translator");
    check(
        classes()
            .that()
            .implement("io.streamfusion.translator.rex.CallConverter")
            .should()
            .haveSimpleNameEndingWith("CallConverter")
            .andShould()
            .resideInAPackage("io.streamfusion.translator.rex.function.."),
        "translator");
  }

  @Test
  void namesSayWhatAClassIs() {
    check(
        noClasses()
            .should()
            .haveNameMatching(".*(Impl|Utils?|Helpers?|Manager)")
            .because("such a name says nothing about what the class does"),
        "translator",
        "flink-plugin/runtime",
        "flink-plugin/planner",
        "flink-plugin/loader",
        "runner",
        "cli",
        "parity");
  }
}
