package io.streamfusion.parity.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An engine with one deliberate fault.
 *
 * <p>One with neither cases nor random queries is for {@code TimerFaults}.
 *
 * @param fault the fault's name in the engine
 * @param cases the case files, each of which must turn red
 * @param fuzz whether the random tests of stateful queries must turn red
 */
public record Mutant(String fault, List<Path> cases, boolean fuzz) {
  /** In the place of a case: the random tests of stateful queries. */
  private static final String FUZZ = "fuzz:state";

  /** In the place of a case: the random tests of timers, which no query has. */
  private static final String TIMERS = "test:timers";

  /**
   * Reads a list of lines {@code fault = case, case}; cases are relative to {@code cases}. A test
   * of the engine compares the list with the faults that it has.
   */
  public static List<Mutant> read(Path list, Path cases) throws IOException, MutantException {
    List<Mutant> mutants = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (String line : Files.readAllLines(list)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split("=", 2);
      if (parts.length != 2 || parts[1].isBlank()) {
        throw new MutantException(list + ": expected 'fault = case, case', not '" + line + "'");
      }
      String name = parts[0].strip();
      if (!names.add(name)) {
        throw new MutantException(list + ": '" + name + "' is listed twice");
      }
      List<String> listed = Arrays.stream(parts[1].split(",")).map(String::strip).toList();
      mutants.add(
          new Mutant(
              name,
              listed.stream()
                  .filter(one -> !one.equals(FUZZ) && !one.equals(TIMERS))
                  .map(cases::resolve)
                  .toList(),
              listed.contains(FUZZ)));
    }
    return mutants;
  }

  /** Whether a case or a random query must turn red. */
  boolean isOfQueries() {
    return fuzz || !cases.isEmpty();
  }
}
