package io.streamfusion.parity.distribution;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.opentest4j.AssertionFailedError;

/** One session of a SQL gateway, over REST as an application uses it. */
final class SqlGateway implements AutoCloseable {

  private final FlinkDistribution distribution;
  private final RestClient rest;
  private String session;

  private SqlGateway(FlinkDistribution distribution, RestClient rest) {
    this.distribution = distribution;
    this.rest = rest;
  }

  static SqlGateway start(FlinkDistribution distribution, int port)
      throws IOException, InterruptedException {
    distribution
        .flink(
            "sql-gateway.sh",
            "start",
            "-Dsql-gateway.endpoint.rest.address=localhost",
            "-Dsql-gateway.endpoint.rest.port=" + port)
        .outputOfSuccess();
    SqlGateway gateway = new SqlGateway(distribution, new RestClient(port));
    gateway.rest.await("SQL gateway", () -> gateway.rest.get("/info").has("version"));
    gateway.session =
        gateway
            .rest
            .post("/sessions", JsonNodeFactory.instance.objectNode())
            .path("sessionHandle")
            .asText();
    return gateway;
  }

  /** Runs one statement to its end and returns the first column of its rows as text. */
  List<String> execute(String statement) throws IOException, InterruptedException {
    String statements = "/sessions/" + session + "/statements";
    String operation =
        rest.post(statements, JsonNodeFactory.instance.objectNode().put("statement", statement))
            .path("operationHandle")
            .asText();
    String operationPath = "/sessions/" + session + "/operations/" + operation;
    rest.await(
        "end of " + statement,
        () -> !isRunning(rest.get(operationPath + "/status").path("status").asText()));

    List<String> rows = new ArrayList<>();
    JsonNode page = rest.get(operationPath + "/result/0");
    while (!page.path("resultType").asText().equals("EOS")) {
      page.path("results")
          .path("data")
          .forEach(row -> rows.add(row.path("fields").path(0).asText()));
      String next = page.path("nextResultUri").asText();
      if (next.isEmpty()) {
        throw new AssertionFailedError(statement + " ended without EOS: " + page);
      }
      Thread.sleep(50);
      page = rest.get(next);
    }
    return rows;
  }

  private static boolean isRunning(String status) {
    return List.of("INITIALIZED", "PENDING", "RUNNING").contains(status);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    distribution.flink("sql-gateway.sh", "stop").outputOfSuccess();
  }
}
