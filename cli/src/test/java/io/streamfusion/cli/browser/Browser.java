package io.streamfusion.cli.browser;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A headless Chromium with one page, spoken to by its DevTools protocol. */
public final class Browser implements AutoCloseable, WebSocket.Listener {

  private static final long PATIENCE_SECONDS = 120;

  private final Process process;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
  private final List<JsonObject> events = new CopyOnWriteArrayList<>();
  private final StringBuilder received = new StringBuilder();
  private final WebSocket socket;

  private Browser(Process process, URI page) {
    this.process = process;
    this.socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, this).join();
  }

  /**
   * Starts the browser that {@code bin/setup-browser.sh} finds or installs.
   *
   * @param folder for its files
   */
  public static Browser start(Path folder) throws Exception {
    Process process =
        new ProcessBuilder(
                executable(folder),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder.resolve("profile"),
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();
    Path port = folder.resolve("profile/DevToolsActivePort");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!Files.exists(port) || Files.readAllLines(port).size() < 2) {
      if (!process.isAlive() || System.nanoTime() > deadline) {
        process.destroyForcibly();
        throw new IOException(
            "chromium does not start: " + Files.readString(folder.resolve("chromium.log")));
      }
      Thread.sleep(50);
    }
    URI pages =
        URI.create("http://127.0.0.1:" + Files.readAllLines(port).get(0).strip() + "/json/list");
    String list =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(pages).build(), HttpResponse.BodyHandlers.ofString())
            .body();
    for (JsonElement target : JsonParser.parseString(list).getAsJsonArray()) {
      if (target.getAsJsonObject().get("type").getAsString().equals("page")) {
        String url = target.getAsJsonObject().get("webSocketDebuggerUrl").getAsString();
        return new Browser(process, URI.create(url));
      }
    }
    process.destroyForcibly();
    throw new IOException("chromium has no page: " + list);
  }

  private static String executable(Path folder) throws IOException, InterruptedException {
    Path found = folder.resolve("browser");
    Process setup =
        new ProcessBuilder("../bin/setup-browser.sh")
            .redirectOutput(found.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (setup.waitFor() != 0) {
      throw new IOException("bin/setup-browser.sh found no browser");
    }
    return Files.readString(found, StandardCharsets.UTF_8).strip();
  }

  /** Opens a file and waits until it is loaded. */
  public void open(Path file) throws Exception {
    for (String domain : List.of("Runtime", "Log", "Network", "Page")) {
      call(domain + ".enable", new JsonObject());
    }
    JsonObject target = new JsonObject();
    target.addProperty("url", file.toUri().toString());
    call("Page.navigate", target);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (events("Page.loadEventFired").isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new IOException("the page does not load");
      }
      Thread.sleep(20);
    }
  }

  /** Chooses the light or the dark theme. */
  public void theme(String name) throws Exception {
    call(
        "Emulation.setEmulatedMedia",
        JsonParser.parseString(
                "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"" + name + "\"}]}")
            .getAsJsonObject());
  }

  /** Evaluates an expression in the page; its value as text. */
  public String evaluate(String expression) throws Exception {
    JsonObject parameters = new JsonObject();
    parameters.addProperty("expression", expression);
    parameters.addProperty("returnByValue", true);
    JsonObject result = call("Runtime.evaluate", parameters);
    if (result.has("exceptionDetails")) {
      throw new IOException(expression + ": " + result.get("exceptionDetails"));
    }
    JsonElement value = result.getAsJsonObject("result").get("value");
    return value == null ? "undefined" : value.getAsString();
  }

  /** What the browser reported, such as {@code Network.requestWillBeSent}. */
  public List<JsonObject> events(String method) {
    return events.stream()
        .filter(event -> event.get("method").getAsString().equals(method))
        .map(event -> event.getAsJsonObject("params"))
        .toList();
  }

  private JsonObject call(String method, JsonObject parameters) throws Exception {
    int id = ids.incrementAndGet();
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    answers.put(id, answer);
    JsonObject message = new JsonObject();
    message.addProperty("id", id);
    message.addProperty("method", method);
    message.add("params", parameters);
    socket.sendText(message.toString(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonObject answered = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (answered.has("error")) {
      throw new IOException(method + ": " + answered.get("error"));
    }
    return answered.getAsJsonObject("result");
  }

  @Override
  public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
    received.append(data);
    if (last) {
      JsonObject message = JsonParser.parseString(received.toString()).getAsJsonObject();
      received.setLength(0);
      if (message.has("id")) {
        answers.remove(message.get("id").getAsInt()).complete(message);
      } else {
        events.add(message);
      }
    }
    webSocket.request(1);
    return null;
  }

  @Override
  public void close() throws InterruptedException {
    socket.abort();
    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
