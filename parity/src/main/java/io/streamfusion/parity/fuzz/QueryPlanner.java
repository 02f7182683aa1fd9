package io.streamfusion.parity.fuzz;

import io.streamfusion.parity.run.Engine;
import io.streamfusion.parity.run.RoutingReport;
import io.streamfusion.parity.run.RunContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.transformations.PartitionTransformation;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.apache.flink.streaming.api.transformations.SourceTransformationWrapper;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;

/** Lets Flink's planner plan a query and takes the operators out of what it made. */
final class QueryPlanner {
  /** Other than 1, so that operators which Flink does not spread can be told. */
  private static final int PLANNED_PARALLELISM = 2;

  private QueryPlanner() {}

  /** A planned query, or why it stays on Flink. */
  record Planned(Plan plan, String fallback) {}

  static Planned plan(Query query, Engine engine) throws IOException {
    String runId = UUID.randomUUID().toString();
    try (RunContext ignored = new RunContext(runId, Map.of("rows", List.of()))) {
      StreamExecutionEnvironment environment =
          StreamExecutionEnvironment.getExecutionEnvironment(configuration(query, engine, runId));
      environment.setParallelism(PLANNED_PARALLELISM);
      StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
      tables.executeSql(query.ddl(""));
      Table table = tables.sqlQuery(query.sql());
      ResolvedSchema schema = table.getResolvedSchema();
      Transformation<?> last =
          query.upsert()
              ? tables
                  .toChangelogStream(table, keyed(query, schema), ChangelogMode.upsert())
                  .getTransformation()
              : tables.toChangelogStream(table).getTransformation();
      List<DataType> input = tables.from(Query.SOURCE).getResolvedSchema().getColumnDataTypes();
      Plan plan =
          new Plan(
              // The last one makes objects of the DataStream API out of rows.
              stages(last.getInputs().get(0)),
              new Configuration((Configuration) environment.getConfiguration()),
              logical(input),
              logical(schema.getColumnDataTypes()),
              columns(schema));
      return new Planned(plan, engine == Engine.NATIVE ? fallback(plan, table) : "");
    }
  }

  /** Operators of the sink are Flink's own in both plans; EXPLAIN knows which those are. */
  private static String fallback(Plan plan, Table table) {
    if (plan.isNative()) {
      return "";
    }
    RoutingReport routing = RoutingReport.parse(table.explain());
    return routing.allNative() && plan.hasNative() ? "" : routing.summary();
  }

  private static Configuration configuration(Query query, Engine engine, String runId) {
    Configuration configuration = new Configuration();
    configuration.set(RunContext.RUN_ID, runId);
    configuration.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
    configuration.setString("table.local-time-zone", "UTC");
    configuration.setString("table.exec.state.ttl", query.stateTtlMillis() + " ms");
    configuration.setString("pipeline.object-reuse", Boolean.toString(query.objectReuse()));
    configuration.setString("streamfusion.batch.size", Integer.toString(query.batchRows()));
    configuration.setString("streamfusion.policy", "always");
    configuration.setString(
        "streamfusion.native.enabled", Boolean.toString(engine == Engine.NATIVE));
    return configuration;
  }

  private static Schema keyed(Query query, ResolvedSchema schema) {
    return Schema.newBuilder().fromResolvedSchema(schema).primaryKey(query.keys()).build();
  }

  private static List<Stage> stages(Transformation<?> last) throws IOException {
    List<Stage> stages = new ArrayList<>();
    Transformation<?> current = last;
    while (!(current instanceof SourceTransformation<?, ?, ?>)) {
      if (current instanceof SourceTransformationWrapper<?>) {
        current = current.getInputs().get(0);
      } else if (current instanceof OneInputTransformation<?, ?> oneInput) {
        Transformation<?> input = oneInput.getInputs().get(0);
        while (input instanceof SourceTransformationWrapper<?>) {
          input = input.getInputs().get(0);
        }
        stages.add(Stage.of(Stage.oneInput(oneInput), partitioner(input)));
        current = input instanceof PartitionTransformation<?> ? input.getInputs().get(0) : input;
      } else {
        throw new IllegalStateException("no chain of operators: " + current);
      }
    }
    Collections.reverse(stages);
    return stages;
  }

  @SuppressWarnings("unchecked")
  private static Optional<StreamPartitioner<RowData>> partitioner(Transformation<?> input) {
    return input instanceof PartitionTransformation<?> partition
        ? Optional.of((StreamPartitioner<RowData>) partition.getPartitioner())
        : Optional.empty();
  }

  private static List<LogicalType> logical(List<DataType> types) {
    return types.stream().map(DataType::getLogicalType).toList();
  }

  private static List<String> columns(ResolvedSchema schema) {
    return schema.getColumns().stream()
        .map(
            column ->
                column.getName()
                    + " "
                    + column.getDataType().getLogicalType().asSerializableString())
        .toList();
  }
}
