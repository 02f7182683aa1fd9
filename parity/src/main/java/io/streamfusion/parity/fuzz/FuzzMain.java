package io.streamfusion.parity.fuzz;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * {@code make fuzz SUITE=state}: arguments {@code --minutes=N}, {@code --cases=N}, {@code
 * --seed=S}, and {@code --query=N --case=N} for one case that failed. Without a seed it takes a
 * fresh one and prints it.
 */
public final class FuzzMain {
  private static final long MILLIS_PER_MINUTE = 60_000;
  private static final String DEFAULT_MINUTES = "1";

  private FuzzMain() {}

  public static void main(String[] arguments) throws Exception {
    Map<String, String> values = new HashMap<>();
    for (String argument : arguments) {
      String[] parts = argument.split("=", 2);
      if (parts.length != 2 || !parts[0].startsWith("--")) {
        System.out.println("not an option: " + argument);
        System.exit(2);
      }
      values.put(parts[0].substring(2), parts[1]);
    }
    double minutes = Double.parseDouble(values.getOrDefault("minutes", DEFAULT_MINUTES));
    StateFuzz.Options options =
        new StateFuzz.Options(
            values.containsKey("seed")
                ? Long.parseLong(values.get("seed"))
                : new Random().nextInt(Integer.MAX_VALUE),
            (long) (minutes * MILLIS_PER_MINUTE),
            Long.parseLong(values.getOrDefault("cases", Long.toString(Long.MAX_VALUE))),
            Integer.parseInt(values.getOrDefault("query", "-1")),
            Integer.parseInt(values.getOrDefault("case", "-1")),
            true);
    System.out.println("seed " + options.seed());
    StateFuzz.Result result = StateFuzz.run(options, System.out);
    System.exit(result.failures() == 0 ? 0 : 1);
  }
}
