package io.streamfusion.parity.nexmark;

import io.streamfusion.parity.nexmark.NexmarkEvent.Auction;
import io.streamfusion.parity.nexmark.NexmarkEvent.Bid;
import io.streamfusion.parity.nexmark.NexmarkEvent.Person;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Writes events as JSON lines in the form that Flink's json format reads back (SQL timestamps). */
public final class NexmarkJson {
  private static final DateTimeFormatter SQL_TIMESTAMP =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS");

  private NexmarkJson() {}

  /**
   * Writes events 0..events-1 into {@code splits} files of {@code directory}; event k goes into
   * file k mod splits.
   */
  public static List<Path> writeFiles(
      NexmarkOptions options, long events, int splits, Path directory) throws IOException {
    Files.createDirectories(directory);
    NexmarkGenerator generator = new NexmarkGenerator(options);
    List<Path> files = new ArrayList<>();
    for (int split = 0; split < splits; split++) {
      Path file = directory.resolve("events-" + split + ".json");
      try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
        for (long k = split; k < events; k += splits) {
          out.write(toJson(generator.event(k)));
          out.write('\n');
        }
      }
      files.add(file);
    }
    return files;
  }

  public static String toJson(NexmarkEvent event) {
    JsonLine line = new JsonLine();
    if (event instanceof Person person) {
      return line.open("person", NexmarkRows.PERSON)
          .number("id", person.id())
          .text("name", person.name())
          .text("emailAddress", person.emailAddress())
          .text("creditCard", person.creditCard())
          .text("city", person.city())
          .text("state", person.state())
          .text("dateTime", timestamp(person.dateTime()))
          .text("extra", person.extra())
          .close();
    }
    if (event instanceof Auction auction) {
      return line.open("auction", NexmarkRows.AUCTION)
          .number("id", auction.id())
          .text("itemName", auction.itemName())
          .text("description", auction.description())
          .number("initialBid", auction.initialBid())
          .number("reserve", auction.reserve())
          .text("dateTime", timestamp(auction.dateTime()))
          .text("expires", timestamp(auction.expires()))
          .number("seller", auction.seller())
          .number("category", auction.category())
          .text("extra", auction.extra())
          .close();
    }
    Bid bid = (Bid) event;
    return line.open("bid", NexmarkRows.BID)
        .number("auction", bid.auction())
        .number("bidder", bid.bidder())
        .number("price", bid.price())
        .text("channel", bid.channel())
        .text("url", bid.url())
        .text("dateTime", timestamp(bid.dateTime()))
        .text("extra", bid.extra())
        .close();
  }

  private static String timestamp(long millis) {
    return SQL_TIMESTAMP.format(
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(millis, 1000L),
            (int) Math.floorMod(millis, 1000L) * 1_000_000,
            ZoneOffset.UTC));
  }

  /** One event as a JSON object whose nested object is written field by field. */
  private static final class JsonLine {
    private final StringBuilder json = new StringBuilder(512);
    private boolean first = true;

    JsonLine open(String name, int eventType) {
      json.append("{\"event_type\":").append(eventType).append(",\"").append(name).append("\":{");
      return this;
    }

    JsonLine number(String name, long value) {
      name(name);
      json.append(value);
      return this;
    }

    JsonLine text(String name, String value) {
      name(name);
      json.append('"');
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        // Generated text is printable ASCII; the padding's alphabet contains the backslash.
        if (c == '"' || c == '\\') {
          json.append('\\');
        }
        json.append(c);
      }
      json.append('"');
      return this;
    }

    String close() {
      return json.append("}}").toString();
    }

    private void name(String name) {
      if (!first) {
        json.append(',');
      }
      first = false;
      json.append('"').append(name).append("\":");
    }
  }
}
