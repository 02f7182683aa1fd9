package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a review of a golden plan says that a change means, in the words of {@code diff}. */
class GoldenDiffTest {

  private static final String SQL =
      """
      SET 'table.exec.state.ttl' = '1 h';
      CREATE TABLE src (a INT, b STRING, c BIGINT, d STRING) WITH ('connector'='datagen');
      CREATE TABLE cnt (b STRING, n BIGINT, s BIGINT, PRIMARY KEY (b) NOT ENFORCED)
        WITH ('connector'='blackhole');
      CREATE TABLE snk (a INT, b STRING) WITH ('connector'='blackhole');
      INSERT INTO cnt SELECT b, COUNT(*) AS n, SUM(c) FROM src WHERE a > 3 GROUP BY b;
      INSERT INTO snk SELECT a + 1 AS x, UPPER(b) FROM src;
      """;

  @TempDir private Path root;

  private Path golden;

  private CommandLineRun verify(String before, String after) throws IOException {
    golden = Files.createDirectories(root.resolve("topic/case"));
    Files.writeString(golden.resolve("query.sql"), before);
    assertThat(CommandLineRun.of("golden", "update", root.toString()).exit()).isZero();
    Files.writeString(golden.resolve("query.sql"), after);
    return CommandLineRun.of("golden", "verify", "--pending", root.toString());
  }

  @ParameterizedTest(name = "{0} -> {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'1 h'| '2 h'| cnt: state-compatible, result-affecting",
        "'1 h'| '0 s'| cnt: state-incompatible, result-affecting",
        "b STRING, c BIGINT, d| b VARCHAR(9), c BIGINT, d| cnt: state-incompatible, result-affecting",
        "COUNT(*) AS n, SUM(c)| SUM(c) AS n, COUNT(*)| cnt: state-incompatible, result-affecting",
        "SUM(c)| MAX(c)| cnt: state-incompatible, result-affecting",
        "a > 3| a > 4| cnt: result-affecting",
        "GROUP BY b;| GROUP BY b HAVING COUNT(*) > 1;| cnt: state-compatible, result-affecting",
        "GROUP BY b;| GROUP BY b LIMIT 3;| cnt: coverage-lost, state-incompatible, result-affecting",
        "a INT, b STRING, c| a BIGINT, b STRING, c| cnt: result-affecting",
        "'1 h'| '1 h'; SET 'table.local-time-zone' = 'Asia/Tokyo'| cnt: result-affecting",
        "a + 1 AS x| a + 2 AS x| snk: result-affecting",
        "a + 1 AS x| a + 1 AS y| snk: cosmetic",
        "UPPER(b) FROM src| UPPER(b) FROM src LIMIT 3| snk: coverage-lost, result-affecting",
        "UPPER(b)| b| snk: result-affecting",
      })
  void aChangeOfSqlGetsItsClass(String from, String to, String line) throws IOException {
    assertThat(SQL).contains(from);

    CommandLineRun run = verify(SQL, SQL.replace(from, to));

    assertThat(classes(run)).contains("  " + line);
    assertThat(run.exit()).isEqualTo(1);
    assertThat(classes(diff(SQL, SQL.replace(from, to)))).contains("after.sql " + line);
  }

  /** Review and diff agree on every query of the changes above, in both directions. */
  private CommandLineRun diff(String before, String after) throws IOException {
    Files.writeString(root.resolve("before.sql"), before);
    Files.writeString(root.resolve("after.sql"), after);
    return CommandLineRun.of("diff", "-C", root.toString(), "before.sql", "after.sql");
  }

  @Test
  void aChangeOfANeighbourIsNoneOfAQuery() throws IOException {
    String set =
        SQL.replace("INSERT INTO cnt", "EXECUTE STATEMENT SET BEGIN INSERT INTO cnt") + "END;";

    String changed = set.replace("UPPER(b)", "REVERSE(b)");

    assertThat(classes(verify(set, changed)))
        .containsExactly("  snk: coverage-lost, result-affecting");
    assertThat(classes(diff(set, changed)))
        .containsExactly("after.sql snk: coverage-lost, result-affecting");
  }

  private static List<String> classes(CommandLineRun run) {
    return run.out()
        .lines()
        .filter(line -> line.matches("(  |after.sql )\\w+: [a-z, -]+"))
        .toList();
  }

  @Test
  void whereTheSqlIsTheSameTheToolIsJudged() throws IOException {
    verify(SQL, SQL);
    String plan = Files.readString(golden.resolve("plan.txt"));
    Files.writeString(
        golden.resolve("plan.txt"),
        plan.replace("(STRING) -> written count()", "(STRING) -> count()"));
    assertThat(CommandLineRun.of("golden", "verify", "--no-pending", root.toString()).out())
        .contains(
            "  cnt: state-incompatible\n    state: the state of s0/host_sink-0 s0/group_aggregate-0"
                + " groups was (STRING) -> count() sum(BIGINT), is (STRING) -> written count()");

    Files.writeString(golden.resolve("plan.txt"), plan.replace("upper($", "lower($"));
    assertThat(CommandLineRun.of("golden", "verify", "--no-pending", root.toString()).out())
        .contains("  snk: result-affecting\n    the engine's plan changed");
  }

  @Test
  void aTitleAloneIsSaidToBeOne() throws IOException {
    CommandLineRun run = verify(SQL, SQL.replace("INSERT INTO snk", "insert into snk"));

    assertThat(run.out()).contains("  no query changed, titles or notes did\n  - -- INSERT");
    assertThat(run.exit()).isEqualTo(1);
  }

  @Test
  void everyReviewedPlanIsIdenticalToItself() throws IOException {
    Path copy = root.resolve("plans");
    for (Path file : goldens()) {
      Path target = copy.resolve(Path.of("../golden-plans").relativize(file));
      Files.createDirectories(target.getParent());
      Files.copy(file, target);
    }
    CommandLineRun before = CommandLineRun.of("golden", "verify", "--no-pending", copy.toString());
    assertThat(before.out()).as(before.err()).contains(", 0 failed");
    // One line more at the end is no query's.
    for (Path file : goldens()) {
      if (file.endsWith("plan.txt")) {
        Path target = copy.resolve(Path.of("../golden-plans").relativize(file));
        Files.writeString(target, Files.readString(file) + "\n");
      }
    }
    CommandLineRun after = CommandLineRun.of("golden", "verify", "--no-pending", copy.toString());
    List<String> said =
        after
            .out()
            .lines()
            .filter(line -> line.matches("  \\S.*") && !line.startsWith("  - "))
            .toList();
    assertThat(said.stream().distinct().collect(Collectors.joining("\n")))
        .isEqualTo("  no query changed, titles or notes did");
  }

  private static List<Path> goldens() throws IOException {
    try (java.util.stream.Stream<Path> files = Files.walk(Path.of("../golden-plans"))) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
