package io.streamfusion.parity.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The input of the jobs, and the SQL job over it. */
final class Orders {

  static final int ROWS = 500;

  private Orders() {}

  /** Writes orders with NULLs, non-ASCII text and negative numbers as JSON lines. */
  static Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String customer = i % 7 == 0 ? "null" : "\"Zoë %d ×\"".formatted(i % 13);
      String amount = i % 11 == 0 ? "null" : "%d.%02d".formatted(i - 200, i % 100);
      lines.add(
          "{\"id\":%d,\"customer\":%s,\"amount\":%s,\"at\":\"2024-02-29 23:%02d:%02d.%03d\"}"
              .formatted(i, customer, amount, i / 60 % 60, i % 60, i));
    }
    Files.write(folder.resolve("orders.json"), lines);
    return folder;
  }

  private static final String COLUMNS =
      "id BIGINT, customer STRING, amount DECIMAL(10, 2), `at` TIMESTAMP(3)";

  static String createSource(Path folder) {
    return ("CREATE TEMPORARY TABLE orders (%s, WATERMARK FOR `at` AS `at` - INTERVAL '5' SECOND)"
            + " WITH ('connector' = 'filesystem', 'path' = '%s', 'format' = 'json')")
        .formatted(COLUMNS, folder);
  }

  static String createSink(Path folder) {
    return ("CREATE TEMPORARY TABLE discounted (%s) WITH ('connector' = 'filesystem', 'path' = '%s', 'format' ="
            + " 'json')")
        .formatted(COLUMNS, folder);
  }

  static final String INSERT =
      "INSERT INTO discounted SELECT id + 1, customer, CAST(CASE WHEN amount < 0 THEN amount ELSE amount"
          + " * 2 END AS DECIMAL(10, 2)), `at` FROM orders WHERE MOD(id, 3) <> 0";

  /** The job as a file for the SQL client; it waits until the job is done. */
  static String script(Path input, Path output, String... statements) {
    List<String> script = new ArrayList<>();
    script.add("SET 'execution.runtime-mode' = 'streaming'");
    script.add("SET 'sql-client.execution.result-mode' = 'tableau'");
    script.add("SET 'table.dml-sync' = 'true'");
    script.add(createSource(input));
    script.add(createSink(output));
    script.addAll(List.of(statements));
    return String.join(";\n", script) + ";\n";
  }

  /** The lines a job wrote, in the order of its part files. */
  static List<String> read(Path output) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(output)) {
      for (Path part : files.filter(Orders::isCommittedPart).sorted().toList()) {
        lines.addAll(Files.readAllLines(part));
      }
    }
    return lines;
  }

  private static boolean isCommittedPart(Path file) {
    String name = file.getFileName().toString();
    return Files.isRegularFile(file) && !name.startsWith(".") && !name.startsWith("_");
  }
}
