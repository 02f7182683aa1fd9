package io.streamfusion.parity.nexmark;

/**
 * Texts shared by all events of a run: the channel table, the hot channels' urls and the padding.
 * Built from the seed alone, under stream ids that no event has (event ids are positive).
 */
final class NexmarkTexts {
  static final int CHANNELS = 10_000;
  private static final String[] HOT_CHANNELS = {"Google", "Facebook", "Baidu", "Apple"};
  private static final int PADDING_CHARS = 1 << 20;
  private static final long CHANNEL_STREAM = -1;
  private static final long HOT_URL_STREAM = -2;
  private static final long PADDING_STREAM = -3;

  private final String[] channels = new String[CHANNELS];
  private final String[] channelUrls = new String[CHANNELS];
  private final String[] hotUrls = new String[HOT_CHANNELS.length];
  private final String padding;

  NexmarkTexts(long seed) {
    EventRandom hot = new EventRandom(seed, HOT_URL_STREAM);
    for (int i = 0; i < hotUrls.length; i++) {
      hotUrls[i] = url(hot);
    }
    EventRandom table = new EventRandom(seed, CHANNEL_STREAM);
    for (int i = 0; i < CHANNELS; i++) {
      channels[i] = "channel-" + i;
      String url = url(table);
      // Math.abs overflows for i = 1, as in the public suite.
      channelUrls[i] = table.hot(10) ? url + "&channel_id=" + Math.abs(Integer.reverse(i)) : url;
    }
    padding = padding(new EventRandom(seed, PADDING_STREAM));
  }

  int hotChannels() {
    return HOT_CHANNELS.length;
  }

  String hotChannel(int i) {
    return HOT_CHANNELS[i];
  }

  String hotUrl(int i) {
    return hotUrls[i];
  }

  String channel(int i) {
    return channels[i];
  }

  String channelUrl(int i) {
    return channelUrls[i];
  }

  /** Padding that brings a record of {@code current} bytes to about {@code average} bytes. */
  String extra(EventRandom random, int current, int average) {
    if (current > average) {
      return "";
    }
    int target = average - current;
    int spread = (int) Math.round(target * 0.2);
    int length = spread == 0 ? target : target - spread + random.uniform(2 * spread);
    int start = random.uniform(padding.length() - length + 1);
    return padding.substring(start, start + length);
  }

  /** 3 to max-1 characters before blanks are removed; each is {@code special} once in 13 draws. */
  static String text(EventRandom random, int max, char special) {
    int length = 3 + random.uniform(max - 3);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append(random.uniform(13) == 0 ? special : (char) ('a' + random.uniform(26)));
    }
    return text.toString().strip();
  }

  private static String url(EventRandom random) {
    return "https://www.nexmark.com/"
        + text(random, 5, '_')
        + '/'
        + text(random, 5, '_')
        + '/'
        + text(random, 5, '_')
        + "/item.htm?query=1";
  }

  /** Six characters per random integer; a negative integer gives characters below 'a'. */
  private static String padding(EventRandom random) {
    StringBuilder text = new StringBuilder(PADDING_CHARS + 6);
    while (text.length() < PADDING_CHARS) {
      int rest = (int) random.nextLong();
      for (int i = 0; i < 6; i++) {
        text.append((char) ('a' + rest % 26));
        rest /= 26;
      }
    }
    text.setLength(PADDING_CHARS);
    return text.toString();
  }
}
