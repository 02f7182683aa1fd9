package io.streamfusion.parity.nexmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.streamfusion.parity.nexmark.NexmarkEvent.Auction;
import io.streamfusion.parity.nexmark.NexmarkEvent.Bid;
import io.streamfusion.parity.nexmark.NexmarkEvent.Person;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The distributions of 300,000 events at the default rate. */
class NexmarkGeneratorTest {
  private static final int EVENTS = 300_000;
  private static final Set<String> HOT_CHANNELS = Set.of("Google", "Facebook", "Baidu", "Apple");

  private static final List<Person> PERSONS = new ArrayList<>();
  private static final List<Auction> AUCTIONS = new ArrayList<>();
  private static final List<Bid> BIDS = new ArrayList<>();

  /** The newest person and auction (zero-based) at each auction and bid. */
  private static final List<Long> PERSON_AT_AUCTION = new ArrayList<>();

  private static final List<Long> PERSON_AT_BID = new ArrayList<>();
  private static final List<Long> AUCTION_AT_BID = new ArrayList<>();

  @BeforeAll
  static void generate() {
    NexmarkGenerator generator = new NexmarkGenerator(NexmarkOptions.defaults());
    long person = 0;
    long auction = 0;
    for (int k = 0; k < EVENTS; k++) {
      NexmarkEvent event = generator.event(k);
      if (event instanceof Person created) {
        PERSONS.add(created);
        person = created.id() - 1000;
      } else if (event instanceof Auction created) {
        AUCTIONS.add(created);
        PERSON_AT_AUCTION.add(person);
        auction = created.id() - 1000;
      } else {
        BIDS.add((Bid) event);
        PERSON_AT_BID.add(person);
        AUCTION_AT_BID.add(auction);
      }
    }
  }

  @Test
  void proportionsAndFirstEventsAreThoseOfTheSuite() {
    assertThat(PERSONS).hasSize(6_000);
    assertThat(AUCTIONS).hasSize(18_000);
    assertThat(BIDS).hasSize(276_000);
    assertThat(PERSONS.get(0).id()).isEqualTo(1001);
    assertThat(AUCTIONS.get(0).id()).isEqualTo(1001);
    assertThat(AUCTIONS.get(1).id()).isEqualTo(1002);
    NexmarkGenerator generator = new NexmarkGenerator(NexmarkOptions.defaults());
    assertThat(generator.event(0)).isEqualTo(AUCTIONS.get(0));
    assertThat(generator.event(1)).isEqualTo(AUCTIONS.get(1));
    assertThat(generator.event(2)).isEqualTo(BIDS.get(0));
  }

  @Test
  void eventTimeAdvancesByTheRateAndCrossesMidnight() {
    long base = NexmarkOptions.DEFAULT_BASE_TIME.toEpochMilli();
    assertThat(BIDS.get(0).dateTime()).isEqualTo(base);
    Bid last = BIDS.get(BIDS.size() - 1);
    assertThat(last.dateTime()).isBetween(base + 29_990, base + 30_000);
    assertThat(BIDS)
        .extracting(bid -> bid.dateTime() / 86_400_000)
        .contains(base / 86_400_000, base / 86_400_000 + 1);
  }

  @Test
  void hotSharesMatch() {
    double hotAuctions = 0;
    double hotBidders = 0;
    double hotChannels = 0;
    for (int i = 0; i < BIDS.size(); i++) {
      Bid bid = BIDS.get(i);
      hotAuctions += bid.auction() == 1000 + AUCTION_AT_BID.get(i) / 100 * 100 ? 1 : 0;
      hotBidders += bid.bidder() == 2001 + PERSON_AT_BID.get(i) / 100 * 100 ? 1 : 0;
      hotChannels += HOT_CHANNELS.contains(bid.channel()) ? 1 : 0;
    }
    double hotSellers = 0;
    for (int i = 0; i < AUCTIONS.size(); i++) {
      hotSellers += AUCTIONS.get(i).seller() == 1000 + PERSON_AT_AUCTION.get(i) / 100 * 100 ? 1 : 0;
    }
    assertThat(hotAuctions / BIDS.size()).isCloseTo(0.503, within(0.005));
    assertThat(hotBidders / BIDS.size()).isCloseTo(0.750, within(0.005));
    assertThat(hotSellers / AUCTIONS.size()).isCloseTo(0.754, within(0.01));
    assertThat(hotChannels / BIDS.size()).isCloseTo(0.501, within(0.005));
  }

  @Test
  void otherAuctionsAndBiddersAreNearTheNewest() {
    LongSummaryStatistics auctions = new LongSummaryStatistics();
    LongSummaryStatistics bidders = new LongSummaryStatistics();
    for (int i = 0; i < BIDS.size(); i++) {
      Bid bid = BIDS.get(i);
      long newestAuction = AUCTION_AT_BID.get(i);
      if (bid.auction() != 1000 + newestAuction / 100 * 100) {
        auctions.accept(bid.auction() - 1000 - newestAuction);
      }
      long newestPerson = PERSON_AT_BID.get(i);
      if (bid.bidder() != 2001 + newestPerson / 100 * 100) {
        bidders.accept(bid.bidder() - 2000 - newestPerson);
      }
    }
    assertThat(auctions.getMin()).isEqualTo(-100);
    assertThat(auctions.getMax()).isEqualTo(10);
    assertThat(bidders.getMin()).isEqualTo(-999);
    assertThat(bidders.getMax()).isEqualTo(10);
  }

  @Test
  void tableChannelsMostlyHaveAChannelId() {
    List<Bid> table = BIDS.stream().filter(bid -> !HOT_CHANNELS.contains(bid.channel())).toList();
    double withId = table.stream().filter(bid -> bid.url().contains("&channel_id=")).count();
    assertThat(withId / table.size()).isCloseTo(0.9, within(0.02));
    assertThat(table)
        .filteredOn(bid -> bid.channel().equals("channel-2"))
        .isNotEmpty()
        .allMatch(bid -> !bid.url().contains("&") || bid.url().endsWith("&channel_id=1073741824"));
    assertThat(BIDS)
        .filteredOn(bid -> HOT_CHANNELS.contains(bid.channel()))
        .noneMatch(bid -> bid.url().contains("channel_id"));
    assertThat(BIDS)
        .allMatch(
            bid ->
                bid.url()
                    .matches(
                        "https://www\\.nexmark\\.com/([a-z_]{3,4}/){3}item\\.htm\\?query=1"
                            + "(&channel_id=-?[0-9]+)?"));
  }

  @Test
  void auctionLengthsFollowTheRate() {
    LongSummaryStatistics lengths =
        AUCTIONS.stream().mapToLong(a -> a.expires() - a.dateTime()).summaryStatistics();
    assertThat(lengths.getMin()).isEqualTo(1);
    assertThat(lengths.getMax()).isBetween(330L, 334L);
    NexmarkGenerator slow = new NexmarkGenerator(NexmarkOptions.defaults().withRate(1_000));
    long longest = 0;
    for (int k = 0; k < 50_000; k++) {
      if (slow.event(k) instanceof Auction auction) {
        longest = Math.max(longest, auction.expires() - auction.dateTime());
      }
    }
    assertThat(longest).isBetween(3_200L, 3_333L);
  }

  @Test
  void pricesAreLogUniform() {
    double below = BIDS.stream().filter(bid -> bid.price() < 10_000).count();
    double above = BIDS.stream().filter(bid -> bid.price() >= 1_000_000).count();
    assertThat(below / BIDS.size()).isCloseTo(1 / 3.0, within(0.005));
    assertThat(above / BIDS.size()).isCloseTo(1 / 3.0, within(0.005));
    assertThat(BIDS).allMatch(bid -> bid.price() >= 100 && bid.price() <= 100_000_000);
  }

  @Test
  void paddingHasTheSuitesLengthsAndAlphabet() {
    IntSummaryStatistics person =
        PERSONS.stream().mapToInt(p -> p.extra().length()).summaryStatistics();
    IntSummaryStatistics auction =
        AUCTIONS.stream().mapToInt(a -> a.extra().length()).summaryStatistics();
    IntSummaryStatistics bid = BIDS.stream().mapToInt(b -> b.extra().length()).summaryStatistics();
    assertThat(person.getMin()).isBetween(103, 108);
    assertThat(person.getMax()).isBetween(170, 178);
    assertThat(auction.getMin()).isBetween(265, 273);
    assertThat(auction.getMax()).isBetween(528, 540);
    assertThat(bid.getMin()).isEqualTo(54);
    assertThat(bid.getMax()).isEqualTo(81);
    double[] counts = new double[128];
    double total = 0;
    for (Bid each : BIDS) {
      for (int i = 0; i < each.extra().length(); i++) {
        counts[each.extra().charAt(i)]++;
        total++;
      }
    }
    assertThat(counts['c'] / total).isCloseTo(1 / 52.0, within(0.001));
    assertThat(counts['a'] / total).isCloseTo(1 / 26.0, within(0.001));
    assertThat(counts['H']).isPositive();
    assertThat(counts['G']).isZero();
    assertThat(counts['{']).isZero();
  }

  @Test
  void anEventDependsOnNothingButItsNumberAndTheOptions() {
    NexmarkGenerator fresh = new NexmarkGenerator(NexmarkOptions.defaults());
    Auction last = AUCTIONS.get(AUCTIONS.size() - 1);
    assertThat(fresh.event(EVENTS - 1)).isEqualTo(last);
    NexmarkOptions otherSeed =
        new NexmarkOptions(7, NexmarkOptions.defaults().baseTimeMillis(), 10_000);
    assertThat(new NexmarkGenerator(otherSeed).event(EVENTS - 1)).isNotEqualTo(last);
  }
}
