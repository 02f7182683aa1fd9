package io.streamfusion.parity.nexmark;

import static org.apache.flink.table.api.DataTypes.BIGINT;
import static org.apache.flink.table.api.DataTypes.FIELD;
import static org.apache.flink.table.api.DataTypes.INT;
import static org.apache.flink.table.api.DataTypes.ROW;
import static org.apache.flink.table.api.DataTypes.STRING;
import static org.apache.flink.table.api.DataTypes.TIMESTAMP;

import io.streamfusion.parity.nexmark.NexmarkEvent.Auction;
import io.streamfusion.parity.nexmark.NexmarkEvent.Bid;
import io.streamfusion.parity.nexmark.NexmarkEvent.Person;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.types.DataType;

/** The physical event table: an event type and one nested row per type, of which one is set. */
public final class NexmarkRows {
  public static final int PERSON = 0;
  public static final int AUCTION = 1;
  public static final int BID = 2;

  private NexmarkRows() {}

  public static DataType eventType() {
    return ROW(
        FIELD("event_type", INT()),
        FIELD("person", personType()),
        FIELD("auction", auctionType()),
        FIELD("bid", bidType()));
  }

  public static GenericRowData toRow(NexmarkEvent event) {
    GenericRowData row = new GenericRowData(4);
    if (event instanceof Person person) {
      row.setField(0, PERSON);
      row.setField(1, personRow(person));
    } else if (event instanceof Auction auction) {
      row.setField(0, AUCTION);
      row.setField(2, auctionRow(auction));
    } else {
      row.setField(0, BID);
      row.setField(3, bidRow((Bid) event));
    }
    return row;
  }

  private static DataType personType() {
    return ROW(
        FIELD("id", BIGINT()),
        FIELD("name", STRING()),
        FIELD("emailAddress", STRING()),
        FIELD("creditCard", STRING()),
        FIELD("city", STRING()),
        FIELD("state", STRING()),
        FIELD("dateTime", TIMESTAMP(3)),
        FIELD("extra", STRING()));
  }

  private static DataType auctionType() {
    return ROW(
        FIELD("id", BIGINT()),
        FIELD("itemName", STRING()),
        FIELD("description", STRING()),
        FIELD("initialBid", BIGINT()),
        FIELD("reserve", BIGINT()),
        FIELD("dateTime", TIMESTAMP(3)),
        FIELD("expires", TIMESTAMP(3)),
        FIELD("seller", BIGINT()),
        FIELD("category", BIGINT()),
        FIELD("extra", STRING()));
  }

  private static DataType bidType() {
    return ROW(
        FIELD("auction", BIGINT()),
        FIELD("bidder", BIGINT()),
        FIELD("price", BIGINT()),
        FIELD("channel", STRING()),
        FIELD("url", STRING()),
        FIELD("dateTime", TIMESTAMP(3)),
        FIELD("extra", STRING()));
  }

  private static GenericRowData personRow(Person person) {
    return GenericRowData.of(
        person.id(),
        text(person.name()),
        text(person.emailAddress()),
        text(person.creditCard()),
        text(person.city()),
        text(person.state()),
        time(person.dateTime()),
        text(person.extra()));
  }

  private static GenericRowData auctionRow(Auction auction) {
    return GenericRowData.of(
        auction.id(),
        text(auction.itemName()),
        text(auction.description()),
        auction.initialBid(),
        auction.reserve(),
        time(auction.dateTime()),
        time(auction.expires()),
        auction.seller(),
        auction.category(),
        text(auction.extra()));
  }

  private static GenericRowData bidRow(Bid bid) {
    return GenericRowData.of(
        bid.auction(),
        bid.bidder(),
        bid.price(),
        text(bid.channel()),
        text(bid.url()),
        time(bid.dateTime()),
        text(bid.extra()));
  }

  private static StringData text(String value) {
    return StringData.fromString(value);
  }

  private static TimestampData time(long millis) {
    return TimestampData.fromEpochMillis(millis);
  }
}
