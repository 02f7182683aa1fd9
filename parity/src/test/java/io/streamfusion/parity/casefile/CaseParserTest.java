package io.streamfusion.parity.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseParserTest {
  private static final String HEADER =
      """
      -- title: a title
      -- routing: native
      -- level: ordered
      """;

  @TempDir Path directory;

  @Test
  void readsDirectivesStatementsAndData() throws Exception {
    Files.writeString(directory.resolve("tables.sql"), "CREATE TABLE a (x INT);");
    ParityCase parityCase =
        parse(
            """
            -- title: a title
            -- Free text is allowed between directives.
            -- routing: fallback SOME_CODE
            -- level: per-key a, b
            -- parallelism: 2, 3
            -- zones: UTC, Asia/Kolkata
            -- locale: tr-TR
            -- object-reuse: false, true
            -- min-rows: 3
            -- host-evaluations: 0
            -- set: table.exec.x = y z
            -- table: a.connector = parity-source
            -- include: tables.sql
            INSERT INTO a SELECT ';' -- not a statement; here
            FROM b /* nor; here */;

            /* data rows
            +I[1]
            # a comment

            -D[1]
            */
            """);
    assertThat(parityCase.title()).isEqualTo("a title");
    assertThat(parityCase.routing()).isEqualTo(new Routing.Fallback("SOME_CODE"));
    assertThat(parityCase.level()).isEqualTo(new Level.PerKey(List.of("a", "b")));
    assertThat(parityCase.parallelism()).containsExactly(2, 3);
    assertThat(parityCase.zones()).containsExactly("UTC", "Asia/Kolkata");
    assertThat(parityCase.locale()).hasValue("tr-TR");
    assertThat(parityCase.objectReuse()).containsExactly(false, true);
    assertThat(parityCase.minRows()).isEqualTo(3);
    assertThat(parityCase.hostEvaluations()).hasValue(0);
    assertThat(parityCase.settings()).isEqualTo(Map.of("table.exec.x", "y z"));
    assertThat(parityCase.tableOptions())
        .isEqualTo(Map.of("a", Map.of("connector", "parity-source")));
    assertThat(parityCase.statements()).hasSize(2);
    assertThat(parityCase.statements().get(0)).isEqualTo("CREATE TABLE a (x INT)");
    assertThat(parityCase.statements().get(1))
        .startsWith("INSERT INTO a SELECT ';'")
        .endsWith("FROM b");
    assertThat(parityCase.data()).isEqualTo(Map.of("rows", List.of("+I[1]", "-D[1]")));
  }

  @Test
  void rowsGoToTheSplitsInTurn() throws Exception {
    ParityCase parityCase =
        parse(
            HEADER
                + """
                -- splits: 2
                INSERT INTO a SELECT * FROM b;
                /* data rows
                +I[1]
                -U[1]
                1: +U[2]
                WM 5
                +I[3]
                */
                /* data others
                +I[4]
                */
                """);
    assertThat(parityCase.parallelism()).containsExactly(1, 2);
    assertThat(parityCase.data())
        .containsEntry("rows", List.of("0: +I[1]", "1: -U[1]", "1: +U[2]", "WM 5", "0: +I[3]"))
        .containsEntry("others", List.of("0: +I[4]"));
  }

  @Test
  void scalesTheEventsOfReplayingSources() throws Exception {
    String directives = "-- title: x\n-- routing: native\n-- level: ordered\n-- min-rows: 30\n";
    String insert = "INSERT INTO a SELECT * FROM b";
    ParityCase replays =
        parse(directives + "-- table: b.events = 100\n-- table: a.connector = x\n" + insert);

    ParityCase scaled = replays.withEvents(1_000);

    assertThat(scaled.minRows()).isEqualTo(300);
    assertThat(scaled.tableOptions())
        .isEqualTo(Map.of("a", Map.of("connector", "x"), "b", Map.of("events", "1000")));
    assertThat(parse(directives + insert).withEvents(1_000).minRows()).isEqualTo(30);
  }

  @Test
  void namesFileAndLineOfAMistake() {
    assertMistake("-- level: sorted\n", "case.sql:1: level is");
    assertMistake("-- title: x\n-- routing: fallback\n", "case.sql:2: routing is");
    assertMistake("-- locale: turkish_tr\n", "case.sql:1: not a language tag");
    assertMistake("-- titel: x\n", "case.sql:1: unknown directive 'titel'");
    assertMistake("-- zones: Mars/Olympus\n", "case.sql:1: unknown time zone");
    assertMistake("-- parallelism: 0\n", "case.sql:1: not a positive number");
    assertMistake("-- host-evaluations: one\n", "case.sql:1: not a number of expressions");
    assertMistake("-- include: missing.sql\n", "case.sql:1: no such file");
    assertMistake(
        HEADER + "INSERT INTO a SELECT 1;\n/* data rows\n+I[1]\n", "case.sql:5: the data");
  }

  @Test
  void refusesACaseWithoutInsertOrWithoutLevel() {
    assertMistake(HEADER + "SELECT 1;", "needs an INSERT");
    assertMistake("-- title: x\n-- routing: native\nINSERT INTO a SELECT 1;", "are required");
  }

  private void assertMistake(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(CaseException.class)
        .hasMessageContaining(message);
  }

  private ParityCase parse(String text) throws IOException, CaseException {
    return CaseParser.parse(Files.writeString(directory.resolve("case.sql"), text));
  }
}
