package io.streamfusion.translator.rel;

import io.streamfusion.translator.NodeStatus;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.calcite.rel.RelNode;

/** One entry for every concrete {@code StreamPhysical*} class of Flink's planner. */
public final class RelTranslators {
  private static final String LATER = "No native form yet.";
  private static final String FOREIGN = "Runs user code or a service outside the engine.";

  private static final Map<String, RelSupport> ENTRIES = entries();

  private RelTranslators() {}

  /** The entry for a node, empty for a class that no supported Flink version has. */
  public static Optional<RelSupport> find(RelNode rel) {
    return Optional.ofNullable(ENTRIES.get(rel.getClass().getSimpleName()));
  }

  /** The name of a node as EXPLAIN prints it. */
  public static String displayName(RelNode rel) {
    return find(rel).map(RelSupport::displayName).orElse(rel.getRelTypeName());
  }

  /** The node whose rows a root takes: the sink's input, or a bare root itself. */
  public static RelNode top(RelNode root) {
    return find(root).filter(s -> s.role() == RelRole.HOST_SINK).isPresent()
        ? root.getInput(0)
        : root;
  }

  /** What a native node's translator says about it. */
  public static NodeStatus check(RelNode rel, RelContext context) {
    return translator(rel).check(rel, context);
  }

  /** Whether rows pass the node as they came, with the timestamps that Flink attached to them. */
  public static boolean passesRecords(RelNode rel) {
    return find(rel)
        .flatMap(RelSupport::translator)
        .filter(RelTranslator::passesRecords)
        .isPresent();
  }

  /** The translator of a native node. */
  @SuppressWarnings("unchecked") // The entry is found by the node's class.
  static RelTranslator<RelNode> translator(RelNode rel) {
    return (RelTranslator<RelNode>)
        find(rel)
            .flatMap(RelSupport::translator)
            .orElseThrow(() -> new IllegalStateException("Not a native node: " + rel));
  }

  /** All entries, by class name. */
  public static Collection<RelSupport> all() {
    return ENTRIES.values();
  }

  private static Map<String, RelSupport> entries() {
    Map<String, RelSupport> entries = new TreeMap<>();
    source(entries, "TableSourceScan", "table_source_scan");
    source(entries, "DataStreamScan", "data_stream_scan");
    source(entries, "LegacyTableSourceScan", "legacy_table_source_scan");
    source(entries, "Values", "values");
    sink(entries, "Sink", "sink");
    sink(entries, "LegacySink", "legacy_sink");

    none(entries, "MiniBatchAssigner", "mini_batch_assigner", LATER);
    none(entries, "ChangelogNormalize", "changelog_normalize", LATER);
    none(entries, "LocalGroupAggregate", "local_group_aggregate", LATER);
    none(entries, "GlobalGroupAggregate", "global_group_aggregate", LATER);
    none(entries, "IncrementalGroupAggregate", "incremental_group_aggregate", LATER);
    none(entries, "GroupTableAggregate", "group_table_aggregate", LATER);
    none(entries, "GroupWindowAggregate", "group_window_aggregate", LATER);
    none(entries, "GroupWindowTableAggregate", "group_window_table_aggregate", LATER);
    none(entries, "WindowAggregate", "window_aggregate", LATER);
    none(entries, "LocalWindowAggregate", "local_window_aggregate", LATER);
    none(entries, "GlobalWindowAggregate", "global_window_aggregate", LATER);
    none(entries, "WindowTableFunction", "window_table_function", LATER);
    none(entries, "WindowRank", "window_rank", LATER);
    none(entries, "WindowDeduplicate", "window_deduplicate", LATER);
    none(entries, "WindowJoin", "window_join", LATER);
    none(entries, "OverAggregate", "over_aggregate", LATER);
    none(entries, "Join", "join", LATER);
    none(entries, "IntervalJoin", "interval_join", LATER);
    none(entries, "TemporalJoin", "temporal_join", LATER);
    none(entries, "LookupJoin", "lookup_join", LATER);
    none(entries, "MultiJoin", "multi_join", LATER);
    none(entries, "DeltaJoin", "delta_join", LATER);
    none(entries, "Rank", "rank", LATER);
    none(entries, "Limit", "limit", LATER);
    none(entries, "Sort", "sort", LATER);
    none(entries, "SortLimit", "sort_limit", LATER);
    none(entries, "TemporalSort", "temporal_sort", LATER);
    none(entries, "Match", "match", LATER);
    none(
        entries,
        "IntermediateTableScan",
        "intermediate_table_scan",
        "Exists only while Flink optimizes; a finished plan has none.");
    none(entries, "AsyncCalc", "async_calc", FOREIGN);
    none(entries, "AsyncCorrelate", "async_correlate", FOREIGN);
    none(entries, "PythonCalc", "python_calc", FOREIGN);
    none(entries, "PythonCorrelate", "python_correlate", FOREIGN);
    none(entries, "PythonGroupAggregate", "python_group_aggregate", FOREIGN);
    none(entries, "PythonGroupTableAggregate", "python_group_table_aggregate", FOREIGN);
    none(entries, "PythonGroupWindowAggregate", "python_group_window_aggregate", FOREIGN);
    none(entries, "PythonOverAggregate", "python_over_aggregate", FOREIGN);
    none(entries, "ProcessTableFunction", "process_table_function", FOREIGN);
    none(entries, "MLPredictTableFunction", "ml_predict_table_function", FOREIGN);
    none(entries, "VectorSearchTableFunction", "vector_search_table_function", FOREIGN);

    add(entries, "calc", new CalcTranslator(), "Expressions by kernels or the host evaluator.");
    add(entries, "union", new UnionTranslator(), "UNION ALL.");
    add(
        entries,
        "watermark_assigner",
        new WatermarkAssignerTranslator(),
        "Watermarks that are the rowtime column, or a constant interval behind it.");
    add(entries, "expand", new ExpandTranslator(), "All of it.");
    add(entries, "exchange", new ExchangeTranslator(), "Hash by columns, and singleton.");
    add(
        entries,
        "group_aggregate",
        new GroupAggregateTranslator(),
        "COUNT, SUM, AVG, MIN, MAX, FIRST_VALUE, LAST_VALUE, SINGLE_VALUE, LISTAGG, ARRAY_AGG, JSON_ARRAYAGG and JSON_OBJECTAGG of flat values, with FILTER and DISTINCT, without mini-batch.");
    add(entries, "drop_update_before", new DropUpdateBeforeTranslator(), "All of it.");
    add(
        entries,
        "correlate",
        new CorrelateTranslator(),
        "UNNEST of ARRAY, MAP and MULTISET, inner and left, with and without ordinality.");
    return Collections.unmodifiableMap(entries);
  }

  private static void add(
      Map<String, RelSupport> entries, String slug, RelTranslator<?> translator, String note) {
    String nodeClass = translator.nodeClass().getSimpleName();
    entries.put(
        nodeClass, new RelSupport(nodeClass, slug, RelRole.NATIVE, Optional.of(translator), note));
  }

  private static void source(Map<String, RelSupport> entries, String name, String slug) {
    add(entries, name, slug, RelRole.HOST_SOURCE, "A Flink operator; its rows enter the engine.");
  }

  private static void sink(Map<String, RelSupport> entries, String name, String slug) {
    add(entries, name, slug, RelRole.HOST_SINK, "A Flink operator; it takes rows from the engine.");
  }

  private static void none(Map<String, RelSupport> entries, String name, String slug, String note) {
    add(entries, name, slug, RelRole.UNSUPPORTED, note);
  }

  private static void add(
      Map<String, RelSupport> entries, String name, String slug, RelRole role, String note) {
    String nodeClass = "StreamPhysical" + name;
    entries.put(nodeClass, new RelSupport(nodeClass, slug, role, Optional.empty(), note));
  }
}
