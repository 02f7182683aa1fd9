package io.streamfusion.parity.distribution;

import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.opentest4j.AssertionFailedError;

/** Talks JSON to a REST endpoint of Flink on this machine. */
final class RestClient {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** A condition that may ask the endpoint. */
  interface Condition {
    boolean holds() throws IOException, InterruptedException;
  }

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI base;

  RestClient(int port) {
    this.base = URI.create("http://localhost:" + port);
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(base.resolve(path)).GET());
  }

  JsonNode post(String path, JsonNode body) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(base.resolve(path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.toString())));
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() == HttpURLConnection.HTTP_UNAVAILABLE) {
      throw new ConnectException(response.body());
    }
    if (response.statusCode() / 100 != 2) {
      throw new AssertionFailedError(
          response.uri() + " answered " + response.statusCode() + ": " + response.body());
    }
    return JSON.readTree(response.body());
  }

  /** Asks until the condition holds; an endpoint that is not up yet counts as not holding. */
  void await(String what, Condition condition) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds(condition)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionFailedError(base + ": no " + what + " within " + PATIENCE);
      }
      Thread.sleep(200);
    }
  }

  private static boolean holds(Condition condition) throws IOException, InterruptedException {
    try {
      return condition.holds();
    } catch (ConnectException e) {
      return false;
    }
  }
}
