package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SfPlanTest {

  private static final String NATIVE =
      "CREATE TABLE src (a INT, b STRING) WITH ('connector'='datagen');\n"
          + "CREATE TABLE snk (a INT) WITH ('connector'='blackhole');\n"
          + "INSERT INTO snk SELECT a + 1 FROM src WHERE a > 3;\n";

  private static final String FALLBACK =
      "CREATE TABLE src (a INT, b STRING) WITH ('connector'='datagen');\n"
          + "SELECT b, COLLECT(a) FROM src GROUP BY b;\n";

  private static final String BROKEN =
      "CREATE TABLE src (a INT) WITH ('connector'='datagen');\n" + "SELECT a,\n  nope FROM src;\n";

  @TempDir private Path folder;
  private StringWriter out;
  private StringWriter err;

  @BeforeEach
  void writeFiles() throws IOException {
    Files.writeString(folder.resolve("native.sql"), NATIVE);
    Files.createDirectories(folder.resolve("more"));
    Files.writeString(folder.resolve("more/fallback.sql"), FALLBACK);
    Files.writeString(folder.resolve("broken.sql"), BROKEN);
  }

  private int run(String... args) {
    out = new StringWriter();
    err = new StringWriter();
    CommandLine commandLine = SfPlan.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(args);
  }

  @Test
  void checkOfANativeFileIsClean() {
    assertThat(run("check", folder.resolve("native.sql").toString())).isZero();
    assertThat(out.toString())
        .contains("native.sql:3: native (kernel)")
        .contains("coverage: 1 of 1 queries native (100 %)");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void checkNamesTheReasonOfAFallback() {
    assertThat(run("check", folder.resolve("more").toString())).isEqualTo(1);
    assertThat(out.toString())
        .contains("fallback.sql:2: fallback")
        .contains("OPERATOR_VARIANT_NOT_SUPPORTED")
        .contains("GroupAggregate");
  }

  @Test
  void checkWalksDirectoriesAndLocatesErrors() {
    assertThat(run("check", folder.toString())).isEqualTo(1);
    assertThat(out.toString()).contains("native.sql", "fallback.sql", "broken.sql");
    assertThat(err.toString())
        .contains("broken.sql:3:3: Column 'nope' not found")
        .doesNotContain("\tat ");
  }

  @Test
  void aStackTraceIsPrintedOnlyWhenAskedFor() {
    run("check", "--stacktrace", folder.resolve("broken.sql").toString());
    assertThat(err.toString()).contains("\tat ");
  }

  @Test
  void checkAsJsonIsStable() {
    assertThat(run("check", "--format", "json", folder.toString())).isEqualTo(1);
    String first = out.toString();
    run("check", "--format", "json", folder.toString());
    assertThat(out.toString()).isEqualTo(first).contains("\"routing\": \"kernel\"");
  }

  @Test
  void globsAreExpanded() {
    assertThat(run("check", folder + "/**/*.sql")).isEqualTo(1);
    assertThat(out.toString()).contains("fallback.sql");
  }

  @Test
  void translateWritesThreeForms() throws IOException {
    Path target = folder.resolve("out");
    assertThat(run("translate", "-o", target.toString(), folder.resolve("native.sql").toString()))
        .isZero();
    List<String> names = new ArrayList<>();
    try (var files = Files.walk(target)) {
      files.filter(Files::isRegularFile).forEach(f -> names.add(f.getFileName().toString()));
    }
    assertThat(names).containsExactlyInAnyOrder("native.3.pb", "native.3.json", "native.3.txt");
  }

  @Test
  void strictTranslationFailsOnFallback() {
    String file = folder.resolve("more/fallback.sql").toString();
    assertThat(run("translate", file)).isZero();
    assertThat(run("translate", "--strict", file)).isEqualTo(1);
    assertThat(err.toString()).contains("OPERATOR_VARIANT_NOT_SUPPORTED");
  }

  @Test
  void explainShowsTheTree() {
    assertThat(run("explain", folder.resolve("native.sql").toString())).isZero();
    assertThat(out.toString()).contains("Calc").contains("kernel");
  }

  @Test
  void explainSaysAsMuchAsIsAskedFor() {
    String file = folder.resolve("native.sql").toString();
    run("explain", "--level", "summary", file);
    assertThat(out.toString())
        .contains("s0 snk: native\n  s0/calc-0 NativeCalc: kernel\n", "coverage: 1 of 1 queries")
        .doesNotContain("fragments", "TableSourceScan");
    run("explain", file);
    assertThat(out.toString())
        .contains("fragments\n  0 s0/host_sink-0: reads rows of TableSourceScan [a]")
        .doesNotContain("columns=", "plan contract=");
    run("explain", "--level", "full", "--side", "both", file);
    assertThat(out.toString()).contains("columns=RecordType(", "plan contract=");
    run("explain", "--side", "substrait", folder.toString());
    assertThat(out.toString())
        .contains("plan contract=", "no plan: OPERATOR_VARIANT_NOT_SUPPORTED at GroupAggregate: ")
        .doesNotContain("s0 snk");
  }

  @Test
  void variablesHaveTheValuesThatAreDefined() throws IOException {
    Path sql = folder.resolve("defined.sql");
    Files.writeString(
        sql,
        "CREATE TABLE ${TABLE} (a INT, b STRING) WITH ('connector'='datagen');\n"
            + "SELECT a + ${NUMBER}, REGEXP_REPLACE(b, '(?<x>a)', '${x}') FROM ${TABLE};\n");
    Files.writeString(folder.resolve("sf-plan.yaml"), "define: {TABLE: src, NUMBER: 1}\n");

    assertThat(run("explain", "-C", folder.toString(), "--define", "NUMBER=42", "defined.sql"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("+(a, 42)", "${x}");
  }

  @Test
  void functionsWithoutTheirClassAreDeclaredBySignature() throws IOException {
    Path sql = folder.resolve("function.sql");
    Files.writeString(
        sql,
        "CREATE TABLE src (a INT, d DECIMAL(10, 2)) WITH ('connector'='datagen');\n"
            + "CREATE FUNCTION f AS 'com.example.Missing';\n"
            + "SELECT a + 1, f(d, a) FROM src;\n");
    assertThat(run("check", sql.toString())).isEqualTo(1);
    assertThat(err.toString()).contains("com.example.Missing", "hint: ");

    Files.writeString(
        folder.resolve("sf-plan.yaml"), "functions: {f: '(DECIMAL(10, 2), INT) -> STRING'}\n");
    assertThat(run("check", "-C", folder.toString(), "function.sql")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("native (with host evaluator)");

    Files.writeString(folder.resolve("sf-plan.yaml"), "functions: {f: DECIMAL}\n");
    assertThat(run("check", "-C", folder.toString(), "function.sql")).isEqualTo(2);
    assertThat(err.toString()).contains("function f: 'DECIMAL' is no signature", "hint: ");
  }

  @Test
  void aMissingFileCouldNotRun() {
    assertThat(run("check", folder.resolve("absent.sql").toString())).isEqualTo(2);
    assertThat(err.toString()).contains("no SQL file found").contains("hint:");
  }

  @Test
  void anUnknownOptionCouldNotRun() {
    assertThat(run("check", "--frmat", "json", "x.sql")).isEqualTo(2);
    assertThat(err.toString()).contains("hint:");
  }

  @Test
  void goldenVerifyFailsOnADifferenceAndUpdateMendsIt() throws IOException {
    Path golden = folder.resolve("golden/topic/case");
    Files.createDirectories(golden);
    Files.writeString(golden.resolve("query.sql"), NATIVE);
    String root = folder.resolve("golden").toString();
    assertThat(run("golden", "verify", root)).isEqualTo(1);
    assertThat(run("golden", "update", root)).isZero();
    assertThat(run("golden", "verify", root)).isZero();
    assertThat(out.toString()).contains("goldens: 1 passed, 0 failed");
    Files.writeString(golden.resolve("query.sql"), NATIVE.replace("a > 3", "a > 4"));
    assertThat(run("golden", "verify", root)).isEqualTo(1);
    assertThat(out.toString()).contains("- ").contains("+ ");
  }
}
