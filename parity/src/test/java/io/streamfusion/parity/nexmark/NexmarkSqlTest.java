package io.streamfusion.parity.nexmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.parity.casefile.SqlScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every query file plans on Flink, on both event tables. */
class NexmarkSqlTest {
  private static final Path DIRECTORY = Path.of("nexmark");

  static IntStream queries() {
    return IntStream.rangeClosed(0, 23).filter(q -> q != 6);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void queryPlansOverReplayAndFiles(int query) throws IOException {
    for (String tables : List.of("tables-replay.sql", "tables-files.sql")) {
      TableEnvironment environment = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
      run(environment, tables);
      run(environment, "views.sql");
      String plan = run(environment, "q" + query + ".sql");
      assertThat(plan).contains("Sink(table=[default_catalog.default_database.nexmark_q" + query);
    }
  }

  private static String run(TableEnvironment environment, String file) throws IOException {
    String plan = "";
    for (String statement : SqlScript.statements(Files.readString(DIRECTORY.resolve(file)))) {
      if (statement.startsWith("INSERT")) {
        plan = environment.explainSql(statement);
      } else {
        environment.executeSql(statement);
      }
    }
    return plan;
  }
}
