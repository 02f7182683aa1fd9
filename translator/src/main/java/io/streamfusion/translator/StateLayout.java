package io.streamfusion.translator;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;

/**
 * What a native query keeps in savepoints, and so what a savepoint of another version of it must
 * hold.
 *
 * @param tables by fragment, node and table
 */
public record StateLayout(SortedMap<String, Kept> tables) {

  /**
   * A table.
   *
   * @param schema what the engine compares before it restores
   * @param computation what the entries are the result of: the node and everything that feeds it,
   *     down to the declarations of the tables that are read
   */
  public record Kept(String schema, String computation) {}

  public StateLayout {
    tables = Collections.unmodifiableSortedMap(new TreeMap<>(tables));
  }

  /** No state. */
  public static StateLayout none() {
    return new StateLayout(new TreeMap<>());
  }

  /** The state of what feeds one root; empty for a query that Flink runs. */
  public static StateLayout of(TranslationResult translation, SinkRouting sink) {
    SortedMap<String, Kept> tables = new TreeMap<>();
    if (sink.runsNatively()) {
      Set<RelNode> query = Collections.newSetFromMap(new IdentityHashMap<>());
      collect(sink.root(), query);
      for (Fragment fragment : translation.fragments()) {
        for (FragmentNode node : fragment.nodes()) {
          if (query.contains(node.rel())) {
            tables.putAll(tables(fragment, node));
          }
        }
      }
    }
    return new StateLayout(tables);
  }

  private static void collect(RelNode rel, Set<RelNode> query) {
    if (query.add(rel)) {
      rel.getInputs().forEach(input -> collect(input, query));
    }
  }

  private static Map<String, Kept> tables(Fragment fragment, FragmentNode node) {
    Map<String, Kept> tables = new TreeMap<>();
    String place = fragment.id() + " " + node.id() + " ";
    String inputs =
        node.rel().getInputs().stream().map(Computation::of).collect(Collectors.joining());
    if (node.keepsState() && node.state().isEmpty()) {
      // A node that does not tell: only the same node is known to read its state.
      tables.put(place, new Kept(Computation.text(node.rel()), inputs));
    }
    node.state()
        .forEach(
            table ->
                tables.put(
                    place + table.name(),
                    new Kept(table.schema(), table.computed() + "\n" + inputs)));
    return tables;
  }

  public boolean isEmpty() {
    return tables.isEmpty();
  }

  /**
   * Why a savepoint with this state is refused in {@code newer}; empty if it restores. Flink asks
   * for an operator that takes the state of each fragment, and the engine for the node and the
   * table of each entry, with the same schema. Nobody asks for what a savepoint does not have.
   */
  public Optional<String> refusal(StateLayout newer) {
    List<String> misfits = new ArrayList<>();
    tables.forEach(
        (table, kept) -> {
          Kept other = newer.tables.get(table);
          if (other == null) {
            misfits.add("nothing takes the state of " + table);
          } else if (!other.schema().equals(kept.schema())) {
            misfits.add(
                "the state of " + table + " was " + kept.schema() + ", is " + other.schema());
          }
        });
    return misfits.stream().findFirst();
  }

  /**
   * Why {@code newer} writes other results behind a savepoint with this state than it had written
   * from the start, although the savepoint restores: a table is not in it, or holds what was
   * computed otherwise. Empty if results are right.
   */
  public Optional<String> otherMeaning(StateLayout newer) {
    List<String> differences = new ArrayList<>();
    newer.tables.forEach(
        (table, kept) -> {
          Kept old = tables.get(table);
          if (old == null) {
            differences.add(table + " starts empty");
          } else if (!old.computation().equals(kept.computation())) {
            differences.add(table + " holds what the old query computed");
          }
        });
    return differences.stream().findFirst();
  }
}
