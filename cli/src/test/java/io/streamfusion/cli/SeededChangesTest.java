package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Changes that people make to a query with state, and what each means for a savepoint of the query
 * before. {@code KeyedRecoveryITCase} asks the engine the same.
 */
class SeededChangesTest {

  private static final String SQL =
      """
      SET 'table.exec.state.ttl' = '1 h';
      CREATE TABLE src (a INT, b STRING, c BIGINT, d STRING) WITH ('connector'='datagen');
      CREATE TABLE cnt (b STRING, n BIGINT, s BIGINT, PRIMARY KEY (b) NOT ENFORCED)
        WITH ('connector'='blackhole');
      CREATE TABLE snk (a INT, b STRING) WITH ('connector'='blackhole');
      INSERT INTO cnt SELECT b, COUNT(*) AS n, SUM(c) FROM src WHERE a > 3 GROUP BY b;
      """;

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      nullValues = "-",
      value = {
        "another TTL| '1 h'| '2 h'| state-compatible, result-affecting",
        "no TTL| '1 h'| '0 s'| state-incompatible, result-affecting",
        "upsert key of the sink| PRIMARY KEY (b)| PRIMARY KEY (n)| state-compatible, result-affecting",
        "no upsert key| , PRIMARY KEY (b) NOT ENFORCED)| )| state-compatible, result-affecting",
        "kernel off| SET 'table.exec.state.ttl' = '1 h'| SET 'table.exec.mini-batch.enabled'='true'; SET 'table.exec.mini-batch.size'='9'; SET 'table.exec.mini-batch.allow-latency'='1 s'; SET 'table.exec.state.ttl' = '1 h'| coverage-lost, state-incompatible, result-affecting",
        "type of the key| b STRING, c BIGINT, d| b VARCHAR(9), c BIGINT, d| state-incompatible, result-affecting",
        "type of a value| c BIGINT| c INT| state-incompatible, result-affecting",
        "type of a column that is filtered| a INT, b STRING, c| a BIGINT, b STRING, c| result-affecting",
        "type of a column that is not read| d STRING)| d INT)| result-affecting",
        "options of the source| d STRING) WITH ('connector'='datagen'| d STRING) WITH ('rows-per-second'='5', 'connector'='datagen'| result-affecting",
        "a computed column of the source| d STRING)| d STRING, p AS PROCTIME())| result-affecting",
        "time zone| SET 'table.exec.state.ttl' = '1 h'| SET 'table.local-time-zone'='Asia/Tokyo'; SET 'table.exec.state.ttl' = '1 h'| result-affecting",
        "an option of sources| SET 'table.exec.state.ttl' = '1 h'| SET 'table.exec.source.idle-timeout'='1 min'; SET 'table.exec.state.ttl' = '1 h'| result-affecting",
        "type of the sink| n BIGINT, s| n DECIMAL(20, 0), s| state-compatible, result-affecting",
        "column order of the result| n BIGINT, s BIGINT| s BIGINT, n BIGINT| state-compatible, result-affecting",
        "order of the aggregates| COUNT(*) AS n, SUM(c)| SUM(c) AS n, COUNT(*)| state-incompatible, result-affecting",
        "another aggregate| SUM(c)| MAX(c)| state-incompatible, result-affecting",
        "a distinct aggregate| SUM(c)| SUM(DISTINCT c)| state-incompatible, result-affecting",
        "a filtered aggregate| COUNT(*) AS n| COUNT(*) FILTER (WHERE c > 1) AS n| result-affecting",
        "another filter below| a > 3| a > 4| result-affecting",
        "another filter above| GROUP BY b;| GROUP BY b HAVING COUNT(*) > 1;| state-compatible, result-affecting",
        "another key| SELECT b, COUNT(*) AS n, SUM(c) FROM src WHERE a > 3 GROUP BY b| SELECT d, COUNT(*) AS n, SUM(c) FROM src WHERE a > 3 GROUP BY d| result-affecting",
        "one key more| GROUP BY b;| GROUP BY b, d;| state-incompatible, result-affecting",
        "updates as input| FROM src WHERE| FROM (SELECT a, b, SUM(c) AS c FROM src GROUP BY a, b) WHERE| state-incompatible, result-affecting",
        "options of the sink| PRIMARY KEY (b) NOT ENFORCED) WITH ('connector'='blackhole')| PRIMARY KEY (b) NOT ENFORCED) WITH ('connector'='print')| state-compatible, result-affecting",
        "two inputs| FROM src WHERE| FROM (SELECT * FROM src UNION ALL SELECT * FROM src) WHERE| result-affecting",
        "an expression above| , SUM(c) FROM| , SUM(c) + 1 FROM| state-compatible, result-affecting",
      })
  void eachChangeGetsItsClass(String change, String from, String to, String classes)
      throws IOException {
    String flat = SQL.replace("\n  WITH", " WITH");
    assertThat(flat).as(change).contains(from);

    CommandLineRun run = diff(flat, flat.replace(from, to));

    assertThat(run.err()).isEmpty();
    assertThat(run.out().lines().findFirst()).hasValue("after.sql cnt: " + classes);
    assertThat(run.exit()).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a sink more behind it| INSERT INTO cnt| 0",
        "a sink more in front of it| END| 1",
      })
  void aSinkMoreMovesTheStateOfThoseBehindIt(String change, String place, int exit)
      throws IOException {
    String set =
        SQL.replace("INSERT INTO cnt", "EXECUTE STATEMENT SET BEGIN INSERT INTO cnt") + "END;";
    String more = "INSERT INTO snk SELECT a, b FROM src;\n";
    String changed =
        place.equals("END")
            ? set.replace("BEGIN INSERT", "BEGIN " + more + "INSERT")
            : set.replace("END;", more + "END;");

    CommandLineRun run = diff(set, changed, "-v");

    assertThat(run.out())
        .contains("after.sql snk: result-affecting\n  the query is new")
        .contains(
            exit == 0
                ? "after.sql cnt: identical\n"
                : "after.sql cnt: state-incompatible, result-affecting\n");
  }

  /** Where a savepoint restores into other results, it is said which state is why. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "a > 3| a > 4| holds what the old query computed",
        "FROM src WHERE a > 3 GROUP BY b;| FROM src WHERE a > 3 GROUP BY b UNION ALL SELECT b, a, c"
            + " FROM (SELECT a, b, MAX(c) AS c FROM src GROUP BY a, b);| starts empty",
      })
  void saysThatASavepointRestoresIntoOtherResults(String from, String to, String why)
      throws IOException {
    String flat = SQL.replace("\n  WITH", " WITH");
    assertThat(flat).contains(from);

    CommandLineRun run = diff(flat, flat.replace(from, to));

    assertThat(run.out())
        .startsWith("after.sql cnt: result-affecting\n")
        .containsPattern(
            "\n  state: a savepoint restores, but s0/\\S+ s0/\\S+ groups " + why + "\n");
  }

  private CommandLineRun diff(String before, String after, String... options) throws IOException {
    Files.writeString(folder.resolve("before.sql"), before);
    Files.writeString(folder.resolve("after.sql"), after);
    List<String> arguments = new ArrayList<>(List.of("diff", "-C", folder.toString()));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("before.sql", "after.sql"));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }
}
