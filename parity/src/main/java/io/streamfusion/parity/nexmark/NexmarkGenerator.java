package io.streamfusion.parity.nexmark;

import io.streamfusion.parity.nexmark.NexmarkEvent.Auction;
import io.streamfusion.parity.nexmark.NexmarkEvent.Bid;
import io.streamfusion.parity.nexmark.NexmarkEvent.Person;

/**
 * The Nexmark event stream with the distributions of the public suite, as a pure function of (seed,
 * base time, rate, event number). Its oddities are kept because they decide what queries return:
 * the first person and auction ids are never created, and bidders are shifted by 1000 against
 * persons.
 */
public final class NexmarkGenerator {
  private static final int PERSONS = 1;
  private static final int AUCTIONS = 3;
  private static final int TOTAL = 50;

  private static final long FIRST_EVENT_ID = 1;
  private static final long FIRST_EVENT_NUMBER = 1;
  private static final long FIRST_PERSON_ID = 1000;
  private static final long FIRST_AUCTION_ID = 1000;
  private static final long FIRST_CATEGORY = 10;
  private static final int CATEGORIES = 5;
  private static final int IN_FLIGHT_AUCTIONS = 100;
  private static final int ACTIVE_PERSONS = 1000;
  private static final int ID_LEAD = 10;
  private static final int HOT_BATCH = 100;
  private static final int HOT_AUCTION_RATIO = 2;
  private static final int HOT_BIDDER_RATIO = 4;
  private static final int HOT_SELLER_RATIO = 4;
  private static final int HOT_CHANNEL_RATIO = 2;

  private static final int PERSON_BYTES = 200;
  private static final int AUCTION_BYTES = 500;
  private static final int BID_BYTES = 100;

  private static final String[] FIRST_NAMES = {
    "Peter", "Paul", "Luke", "John", "Saul", "Vicky", "Kate", "Julie", "Sarah", "Deiter", "Walter"
  };
  private static final String[] LAST_NAMES = {
    "Shultz", "Abrams", "Spencer", "White", "Bartels", "Walton", "Smith", "Jones", "Noris"
  };
  private static final String[] CITIES = {
    "Phoenix",
    "Los Angeles",
    "San Francisco",
    "Boise",
    "Portland",
    "Bend",
    "Redmond",
    "Seattle",
    "Kent",
    "Cheyenne"
  };
  private static final String[] STATES = {"AZ", "CA", "ID", "OR", "WA", "WY"};

  private final NexmarkOptions options;
  private final double microsPerEvent;
  private final NexmarkTexts texts;

  public NexmarkGenerator(NexmarkOptions options) {
    this.options = options;
    this.microsPerEvent = 1_000_000.0 / options.rate();
    this.texts = new NexmarkTexts(options.seed());
  }

  /** The event number {@code k} (from 0) of the stream. */
  public NexmarkEvent event(long k) {
    long number = FIRST_EVENT_NUMBER + k;
    long id = FIRST_EVENT_ID + number;
    long offset = id % TOTAL;
    EventRandom random = new EventRandom(options.seed(), id);
    if (offset < PERSONS) {
      return person(id, number, random);
    }
    return offset < PERSONS + AUCTIONS ? auction(id, number, random) : bid(id, number, random);
  }

  private Person person(long id, long number, EventRandom random) {
    String name = pick(random, FIRST_NAMES) + ' ' + pick(random, LAST_NAMES);
    String email =
        NexmarkTexts.text(random, 7, ' ') + '@' + NexmarkTexts.text(random, 5, ' ') + ".com";
    String creditCard =
        digits(random) + ' ' + digits(random) + ' ' + digits(random) + ' ' + digits(random);
    String city = pick(random, CITIES);
    String state = pick(random, STATES);
    int current =
        8 + name.length() + email.length() + creditCard.length() + city.length() + state.length();
    String extra = texts.extra(random, current, PERSON_BYTES);
    return new Person(
        FIRST_PERSON_ID + lastPerson(id),
        name,
        email,
        creditCard,
        city,
        state,
        timestamp(number),
        extra);
  }

  private Auction auction(long id, long number, EventRandom random) {
    long lastPerson = lastPerson(id);
    long seller =
        FIRST_PERSON_ID
            + (random.hot(HOT_SELLER_RATIO)
                ? lastPerson / HOT_BATCH * HOT_BATCH
                : activePerson(random, lastPerson));
    long category = FIRST_CATEGORY + random.uniform(CATEGORIES);
    long initialBid = price(random);
    long dateTime = timestamp(number);
    long expires = dateTime + auctionLength(random, number, dateTime);
    String itemName = NexmarkTexts.text(random, 20, ' ');
    String description = NexmarkTexts.text(random, 100, ' ');
    long reserve = initialBid + price(random);
    int current = 48 + itemName.length() + description.length();
    String extra = texts.extra(random, current, AUCTION_BYTES);
    return new Auction(
        FIRST_AUCTION_ID + lastAuction(id),
        itemName,
        description,
        initialBid,
        reserve,
        dateTime,
        expires,
        seller,
        category,
        extra);
  }

  private Bid bid(long id, long number, EventRandom random) {
    long lastAuction = lastAuction(id);
    long auction;
    if (random.hot(HOT_AUCTION_RATIO)) {
      auction = lastAuction / HOT_BATCH * HOT_BATCH;
    } else {
      long oldest = Math.max(lastAuction - IN_FLIGHT_AUCTIONS, 0);
      auction = oldest + random.uniform(lastAuction + ID_LEAD - oldest + 1);
    }
    long lastPerson = lastPerson(id);
    long bidder =
        random.hot(HOT_BIDDER_RATIO)
            ? lastPerson / HOT_BATCH * HOT_BATCH + 1
            : activePerson(random, lastPerson);
    long price = price(random);
    String channel;
    String url;
    if (random.hot(HOT_CHANNEL_RATIO)) {
      int i = random.uniform(texts.hotChannels());
      channel = texts.hotChannel(i);
      url = texts.hotUrl(i);
    } else {
      int i = random.uniform(NexmarkTexts.CHANNELS);
      channel = texts.channel(i);
      url = texts.channelUrl(i);
    }
    String extra = texts.extra(random, 32, BID_BYTES);
    return new Bid(
        FIRST_AUCTION_ID + auction,
        // The suite adds the first person id twice.
        2 * FIRST_PERSON_ID + bidder,
        price,
        channel,
        url,
        timestamp(number),
        extra);
  }

  private long timestamp(long number) {
    return options.baseTimeMillis() + (long) (number * microsPerEvent) / 1000;
  }

  /** At most twice the time in which the in-flight auctions appear. */
  private long auctionLength(EventRandom random, long number, long dateTime) {
    long horizon = timestamp(number + (long) IN_FLIGHT_AUCTIONS * TOTAL / AUCTIONS) - dateTime;
    return 1 + random.uniform(Math.max(2 * horizon, 1));
  }

  /** Zero-based number of the newest person at this event. */
  private static long lastPerson(long id) {
    return id / TOTAL;
  }

  /** Zero-based number of the newest auction at this event. */
  private static long lastAuction(long id) {
    long epoch = id / TOTAL;
    long offset = id % TOTAL;
    if (offset < PERSONS) {
      return AUCTIONS * (epoch - 1) + AUCTIONS - 1;
    }
    return AUCTIONS * epoch + Math.min(offset - PERSONS, AUCTIONS - 1);
  }

  private static long activePerson(EventRandom random, long lastPerson) {
    long persons = lastPerson + 1;
    long active = Math.min(persons, ACTIVE_PERSONS);
    return persons - active + random.uniform(active + ID_LEAD);
  }

  /** Log-uniform from 100 to 100,000,000. StrictMath, so that no JDK changes a row. */
  private static long price(EventRandom random) {
    return Math.round(100 * StrictMath.pow(10, 6 * random.unit()));
  }

  private static String digits(EventRandom random) {
    String digits = Integer.toString(random.uniform(10_000));
    return "0".repeat(4 - digits.length()) + digits;
  }

  private static String pick(EventRandom random, String[] values) {
    return values[random.uniform(values.length)];
  }
}
