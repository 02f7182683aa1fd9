package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.streamfusion.cli.run.PluginProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} in a process of its own, on the plugin's jar as users get it. */
class RunCommandTest {

  private static final String SQL =
      """
      CREATE TABLE bids (auction BIGINT, price BIGINT, url STRING) WITH ('connector' = 'kafka',
        'topic' = 'bids', 'format' = 'json', 'properties.bootstrap.servers' = 'nowhere:9092');
      CREATE TABLE dear (auction BIGINT, euro BIGINT) WITH ('connector' = 'kafka',
        'topic' = 'dear', 'format' = 'json', 'properties.bootstrap.servers' = 'nowhere:9092');
      INSERT INTO dear SELECT auction, price * 2 FROM bids WHERE price > 10;
      SELECT auction, COUNT(*) AS n FROM bids GROUP BY auction;
      """;

  private static final String BIDS =
      """
      {"auction": 1, "price": 5, "url": "a"}
      {"auction": 1, "price": 50, "url": "b"}
      {"auction": 2, "price": 20, "url": null}
      {"auction": 1, "price": 7, "url": "d"}
      """;

  @TempDir private Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    System.setProperty(PluginProcess.PLUGIN, "../flink-plugin/dist/target");
    Files.writeString(folder.resolve("q.sql"), SQL);
    Files.writeString(folder.resolve("bids.json"), BIDS);
  }

  private CommandLineRun run(String... options) {
    List<String> args = new ArrayList<>(List.of("run", "-C", folder.toString()));
    args.addAll(List.of(options));
    return CommandLineRun.of(args.toArray(new String[0]));
  }

  @Test
  void runsNativelyAndPrintsWhatNoConnectorTakes() {
    CommandLineRun run = run("q.sql", "--table", "bids=bids.json", "--analyze");

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("table bids is in ")
        .contains("q.sql:5: INSERT INTO dear")
        .containsPattern("native  4 rows read, 2 written, \\d+\\.\\d\\d s, all native")
        .contains("dear +I[1, 100]\ndear +I[2, 40]\n")
        .contains("rows +I[1, 1]\nrows -U[1, 1]\nrows +U[1, 2]\n")
        .containsPattern("4 rows in, 2 rows out, \\d batches, 0 bytes of state")
        .containsPattern("[1-9][0-9]* bytes of state")
        .contains("task busy for ");
    assertThat(run.exit()).isZero();
  }

  @Test
  void programsGetWhatEachEngineDid() {
    CommandLineRun run = run("q.sql", "--table", "bids=bids.json", "--compare", "--format", "json");

    assertThat(run.err()).isEmpty();
    JsonArray statements =
        JsonParser.parseString(run.out())
            .getAsJsonObject()
            .getAsJsonArray("files")
            .get(0)
            .getAsJsonObject()
            .getAsJsonArray("statements");
    assertThat(statements).hasSize(2);
    JsonObject first = statements.get(0).getAsJsonObject();
    assertThat(first.get("line").getAsInt()).isEqualTo(5);
    assertThat(first.get("verdict").getAsString()).isEqualTo("identical");
    JsonObject nativeRun = first.getAsJsonArray("engines").get(1).getAsJsonObject();
    assertThat(nativeRun.get("engine").getAsString()).isEqualTo("native");
    assertThat(nativeRun.get("native").getAsBoolean()).isTrue();
    assertThat(nativeRun.get("rowsWritten").getAsLong()).isEqualTo(2);
  }

  @Test
  void programsGetTheRowsAndTheFailure() throws IOException {
    Files.writeString(
        folder.resolve("q.sql"), SQL + "SELECT CAST(url AS INT) FROM bids WHERE url = 'a';\n");
    CommandLineRun json =
        run("q.sql", "--table", "bids=bids.json", "--stock", "--rows", "2", "--format", "json");

    assertThat(json.out())
        .contains("\"kind\": \"-U\"", "\"failure\": \"")
        .doesNotContain("\"verdict\"", "\"kind\": \"+U\"");
    assertThat(json.exit()).isEqualTo(1);

    CommandLineRun github =
        run("q.sql", "--table", "bids=bids.json", "--stock", "--format", "github");
    assertThat(github.out())
        .contains("stock   4 rows read, 2 written")
        .contains("::error file=" + folder + "/q.sql,line=7,col=1,title=failed::line 7");
    assertThat(github.exit()).isEqualTo(1);
  }

  @Test
  void comparesBothEnginesAndWritesNothing() {
    CommandLineRun run =
        run("q.sql", "--table", "bids=bids.json", "--table", "dear=dear.csv", "--compare");

    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("q.sql:5: identical  INSERT INTO dear")
        .contains("q.sql:6: identical  SELECT auction")
        .containsPattern("stock   4 rows read, 2 written, \\d+\\.\\d\\d s\n")
        .containsPattern("native  4 rows read, 2 written, \\d+\\.\\d\\d s, all native\n")
        .endsWith("2 statements compared: 2 identical\n");
    assertThat(folder.resolve("dear.csv")).doesNotExist();
    assertThat(run.exit()).isZero();
  }

  @Test
  void writesTheFilesThatSinksAreBoundTo() {
    CommandLineRun run =
        run("q.sql", "--stock", "--table", "bids=bids.json", "--table", "dear=dear.csv", "-q");

    assertThat(run.out())
        .containsPattern("stock   4 rows read, 2 written")
        .doesNotContain("dear +");
    assertThat(folder.resolve("dear.csv")).hasContent("1,100\n2,40\n");
    assertThat(run.exit()).isZero();
  }

  @Test
  void saysWhatDiffersAndWhatFails() throws IOException {
    Files.writeString(
        folder.resolve("random.sql"),
        """
        CREATE TABLE t (a DOUBLE) WITH ('connector' = 'datagen', 'number-of-rows' = '3');
        SELECT a FROM t;
        SELECT a FROM nowhere;
        """);
    Files.writeString(folder.resolve("broken.json"), "{");

    CommandLineRun different = run("random.sql", "--compare");
    assertThat(different.out())
        .contains("random.sql:2: different (rows: final table, ")
        .contains("random.sql:3: failed")
        .endsWith("2 statements compared: 1 different, 1 failed\n");
    assertThat(different.err()).contains("random.sql:3:15: ", "Object 'nowhere' not found");
    assertThat(different.exit()).isEqualTo(1);

    CommandLineRun failed = run("q.sql", "--table", "bids=broken.json");
    assertThat(failed.out()).contains("failed: ");
    assertThat(failed.exit()).isEqualTo(1);
  }

  @Test
  void saysWhatIsMissing() {
    CommandLineRun unbound = run("q.sql");
    assertThat(unbound.err())
        .contains(
            "q.sql:5:1: table bids cannot be read here: connector 'kafka' is not on the class path",
            "hint: bind it to a file with --table NAME=FILE");
    assertThat(unbound.exit()).isEqualTo(1);

    assertThat(run("q.sql", "--table", "bids=absent.json").err())
        .contains("absent.json does not exist");
    CommandLineRun format = run("q.sql", "--table", "bids=bids.xml");
    assertThat(format.err()).contains("bids.xml: the file's name tells no format", "hint: ");
    assertThat(format.exit()).isEqualTo(2);

    System.setProperty(PluginProcess.PLUGIN, folder.toString());
    CommandLineRun without = run("q.sql", "--table", "bids=bids.json");
    assertThat(without.err())
        .contains(
            "nothing can run natively: " + folder + " has no flink-streamfusion-*.jar",
            "or run on stock Flink with --stock");
    assertThat(without.exit()).isEqualTo(2);
    assertThat(run("q.sql", "--stock", "--compare").err()).contains("exclude each other");
  }

  @Test
  void stopsAJobThatDoesNotEnd() throws IOException {
    Files.writeString(
        folder.resolve("endless.sql"),
        """
        CREATE TABLE t (a INT) WITH ('connector' = 'datagen', 'rows-per-second' = '1');
        SELECT a FROM t;
        """);

    CommandLineRun run = run("endless.sql", "--stock", "--timeout", "2");

    assertThat(run.out()).contains("failed: timeout: it had not ended after 2 s");
    assertThat(run.exit()).isEqualTo(1);
  }
}
