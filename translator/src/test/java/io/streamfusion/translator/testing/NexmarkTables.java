package io.streamfusion.translator.testing;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.table.functions.ScalarFunction;

/** The Nexmark event table, its views, and the stateless queries. */
public final class NexmarkTables {
  private static final String EVENTS =
      """
      CREATE TABLE events (
        event_type INT,
        person ROW<id BIGINT, name STRING, emailAddress STRING, creditCard STRING, city STRING,
          state STRING, `dateTime` TIMESTAMP(3), extra STRING>,
        auction ROW<id BIGINT, itemName STRING, description STRING, initialBid BIGINT,
          reserve BIGINT, `dateTime` TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT,
          category BIGINT, extra STRING>,
        bid ROW<auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING,
          `dateTime` TIMESTAMP(3), extra STRING>,
        `dateTime` AS CASE event_type WHEN 0 THEN person.`dateTime`
          WHEN 1 THEN auction.`dateTime` ELSE bid.`dateTime` END,
        WATERMARK FOR `dateTime` AS `dateTime` - INTERVAL '4' SECOND
      ) WITH ('connector' = 'datagen')
      """;

  private static final String BID =
      """
      CREATE VIEW bid AS
      SELECT bid.auction, bid.bidder, bid.price, bid.channel, bid.url, `dateTime`, bid.extra
      FROM events WHERE event_type = 2
      """;

  /** By name, in the suite's order. */
  public static final Map<String, String> QUERIES = queries();

  private NexmarkTables() {}

  private static Map<String, String> queries() {
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("q0", "INSERT INTO q0 SELECT auction, bidder, price, `dateTime`, extra FROM bid");
    queries.put(
        "q1", "INSERT INTO q1 SELECT auction, bidder, 0.908 * price, `dateTime`, extra FROM bid");
    queries.put("q2", "INSERT INTO q2 SELECT auction, price FROM bid WHERE MOD(auction, 123) = 0");
    queries.put(
        "q10",
        "INSERT INTO q10 SELECT auction, bidder, price, `dateTime`, extra,"
            + " DATE_FORMAT(`dateTime`, 'yyyy-MM-dd'), DATE_FORMAT(`dateTime`, 'HH:mm') FROM bid");
    queries.put(
        "q14",
        "INSERT INTO q14 SELECT auction, bidder, 0.908 * price, CASE"
            + " WHEN HOUR(`dateTime`) >= 8 AND HOUR(`dateTime`) <= 18 THEN 'dayTime'"
            + " WHEN HOUR(`dateTime`) <= 6 OR HOUR(`dateTime`) >= 20 THEN 'nightTime'"
            + " ELSE 'otherTime' END, `dateTime`, extra, count_char(extra, 'c') FROM bid"
            + " WHERE 0.908 * price > 1000000 AND 0.908 * price < 50000000");
    queries.put(
        "q21",
        "INSERT INTO q21 SELECT auction, bidder, price, channel, CASE"
            + " WHEN LOWER(channel) = 'apple' THEN '0' WHEN LOWER(channel) = 'google' THEN '1'"
            + " WHEN LOWER(channel) = 'facebook' THEN '2' WHEN LOWER(channel) = 'baidu' THEN '3'"
            + " ELSE REGEXP_EXTRACT(url, '(&|^)channel_id=([^&]*)', 2) END FROM bid"
            + " WHERE REGEXP_EXTRACT(url, '(&|^)channel_id=([^&]*)', 2) IS NOT NULL"
            + " OR LOWER(channel) IN ('apple', 'google', 'facebook', 'baidu')");
    queries.put(
        "q22",
        "INSERT INTO q22 SELECT auction, bidder, price, channel, SPLIT_INDEX(url, '/', 3),"
            + " SPLIT_INDEX(url, '/', 4), SPLIT_INDEX(url, '/', 5) FROM bid");
    return queries;
  }

  /** An environment with the tables, the function of q14, and one sink per query. */
  public static PlannedSql sql() {
    return new PlannedSql()
        .function("count_char", CountChar.class)
        .ddl(
            EVENTS,
            BID,
            sink("q0", "auction BIGINT, bidder BIGINT, price BIGINT, t TIMESTAMP(3), extra STRING"),
            sink(
                "q1",
                "auction BIGINT, bidder BIGINT, price DECIMAL(23, 3), t TIMESTAMP(3), extra STRING"),
            sink("q2", "auction BIGINT, price BIGINT"),
            sink(
                "q10",
                "auction BIGINT, bidder BIGINT, price BIGINT, t TIMESTAMP(3), extra STRING,"
                    + " dt STRING, hm STRING"),
            sink(
                "q14",
                "auction BIGINT, bidder BIGINT, price DECIMAL(23, 3), timeType STRING,"
                    + " t TIMESTAMP(3), extra STRING, c BIGINT"),
            sink(
                "q21",
                "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, channel_id STRING"),
            sink(
                "q22",
                "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, dir1 STRING,"
                    + " dir2 STRING, dir3 STRING"));
  }

  private static String sink(String name, String columns) {
    return "CREATE TABLE " + name + " (" + columns + ") WITH ('connector' = 'blackhole')";
  }

  /** The function of q14. */
  public static final class CountChar extends ScalarFunction {
    private static final long serialVersionUID = 1L;

    public long eval(String text, String character) {
      return text == null ? 0 : text.chars().filter(c -> c == character.charAt(0)).count();
    }
  }
}
