package io.streamfusion.parity.run;

import io.streamfusion.parity.casefile.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What EXPLAIN says about where a job runs, read from its section {@code == StreamFusion ==}. */
public final class RoutingReport {
  private static final String SECTION = "== StreamFusion ==";
  private static final Pattern ROOT = Pattern.compile("s\\d+ .*: (?<where>native|on Flink)");
  private static final Pattern REASON = Pattern.compile("\\s*- (?<code>[A-Z0-9_]+)\\b.*");

  private final boolean present;
  private int nativeRoots;
  private int stockRoots;
  private int hostNodes;
  private final List<String> reasons = new ArrayList<>();
  private final List<String> reasonTexts = new ArrayList<>();

  private RoutingReport(boolean present) {
    this.present = present;
  }

  public static RoutingReport parse(String explain) {
    int start = explain.indexOf(SECTION);
    RoutingReport report = new RoutingReport(start >= 0);
    if (start < 0) {
      return report;
    }
    explain.substring(start).lines().forEach(report::read);
    return report;
  }

  private void read(String line) {
    Matcher root = ROOT.matcher(line.strip());
    Matcher reason = REASON.matcher(line);
    if (root.matches()) {
      if (root.group("where").equals("native")) {
        nativeRoots++;
      } else {
        stockRoots++;
      }
    } else if (line.strip().endsWith(": host")) {
      hostNodes++;
    } else if (reason.matches()) {
      reasons.add(reason.group("code"));
      reasonTexts.add(line.strip().substring(2));
    }
  }

  /** The section exists only where our planner is in charge. */
  public boolean present() {
    return present;
  }

  public boolean allNative() {
    return nativeRoots > 0 && stockRoots == 0;
  }

  public List<String> reasons() {
    return List.copyOf(reasons);
  }

  /** One line for people: where the job runs, and why if not natively. */
  public String summary() {
    if (!present) {
      return "stock Flink (the plugin is not in charge)";
    }
    if (!allNative()) {
      return "fallback: " + String.join("; ", reasonTexts);
    }
    return hostNodes == 0 ? "native" : "native, host evaluator in " + hostNodes + " node(s)";
  }

  /** What contradicts the expected routing, if anything. */
  public Optional<String> contradiction(Routing expected) {
    if (!present) {
      return Optional.of("EXPLAIN has no StreamFusion section: the plugin was not in charge");
    }
    if (expected instanceof Routing.Fallback fallback) {
      if (stockRoots == 0) {
        return Optional.of("expected a fallback, but every sink is native");
      }
      return reasons.contains(fallback.code())
          ? Optional.empty()
          : Optional.of("expected the reason " + fallback.code() + ", EXPLAIN says " + reasons);
    }
    if (!allNative()) {
      return Optional.of("fell back: " + reasons);
    }
    boolean wantsHost = expected instanceof Routing.NativeWithHost;
    if (wantsHost != (hostNodes > 0)) {
      return Optional.of(
          wantsHost
              ? "expected host-evaluated expressions, EXPLAIN shows kernels only"
              : "expected kernels only, EXPLAIN shows " + hostNodes + " host-evaluated nodes");
    }
    return Optional.empty();
  }
}
