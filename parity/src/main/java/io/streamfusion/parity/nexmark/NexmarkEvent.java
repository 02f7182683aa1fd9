package io.streamfusion.parity.nexmark;

/** One event of the Nexmark stream. Times are epoch milliseconds, read as UTC. */
public sealed interface NexmarkEvent {
  long dateTime();

  record Person(
      long id,
      String name,
      String emailAddress,
      String creditCard,
      String city,
      String state,
      long dateTime,
      String extra)
      implements NexmarkEvent {}

  record Auction(
      long id,
      String itemName,
      String description,
      long initialBid,
      long reserve,
      long dateTime,
      long expires,
      long seller,
      long category,
      String extra)
      implements NexmarkEvent {}

  record Bid(
      long auction,
      long bidder,
      long price,
      String channel,
      String url,
      long dateTime,
      String extra)
      implements NexmarkEvent {}
}
