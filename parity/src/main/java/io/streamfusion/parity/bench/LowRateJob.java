package io.streamfusion.parity.bench;

import io.streamfusion.runner.CountingReporter;
import io.streamfusion.runner.FlinkCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Sends rows through a native filter at a low rate and looks when they come out. */
final class LowRateJob {
  private static final int ROWS_PER_SECOND = 100;
  private static final int WARM_UP_ROWS = 500;
  private static final int ROWS = 2_000;

  /** The default of {@code streamfusion.batch.max-delay}, set here so that the report is true. */
  private static final long DELAY_MILLIS = 20;

  private LowRateJob() {}

  static LowRate run(FlinkCluster cluster) throws Exception {
    Configuration configuration = new Configuration();
    configuration.setString("streamfusion.native.enabled", "true");
    configuration.setString("streamfusion.batch.max-delay", DELAY_MILLIS + " ms");
    StreamExecutionEnvironment environment = cluster.environment(configuration);
    environment.setParallelism(1);
    StreamTableEnvironment tables =
        StreamTableEnvironment.create(
            environment,
            EnvironmentSettings.newInstance()
                .inStreamingMode()
                .withConfiguration(configuration)
                .build());
    RowType rowType = RowType.of(new LogicalType[] {new BigIntType(false)}, new String[] {"sent"});
    DataStream<RowData> paced =
        environment.fromSource(
            new PacedSource(WARM_UP_ROWS + ROWS, ROWS_PER_SECOND),
            WatermarkStrategy.noWatermarks(),
            "paced",
            InternalTypeInfo.of(rowType));
    tables.createTemporaryView("paced", paced);
    DataStream<RowData> filtered =
        tables.toDataStream(
            tables.sqlQuery("SELECT sent FROM paced WHERE sent <> 0"),
            DataTypes.ROW(DataTypes.FIELD("sent", DataTypes.BIGINT().notNull()))
                .notNull()
                .bridgedTo(RowData.class));
    filtered.map(new Arrival()).returns(Types.LONG).sinkTo(new DiscardingSink<>());
    Arrival.WAITS.clear();
    CountingReporter.reset();
    cluster.result(environment.executeAsync("low rate").getJobID()).get();
    if (CountingReporter.sum("rowsIn") != WARM_UP_ROWS + ROWS) {
      throw new IllegalStateException("the rows did not go through a native operator");
    }
    List<Long> waits = new ArrayList<>(Arrival.WAITS.subList(WARM_UP_ROWS, Arrival.WAITS.size()));
    Collections.sort(waits);
    double p99 = waits.get((waits.size() * 99 + 99) / 100 - 1) / 1e6;
    return new LowRate(ROWS_PER_SECOND, p99, DELAY_MILLIS);
  }

  /** Notes how long a row took, in the JVM that also reads it. */
  private static final class Arrival implements MapFunction<RowData, Long> {
    private static final long serialVersionUID = 1L;
    private static final List<Long> WAITS = Collections.synchronizedList(new ArrayList<>());

    @Override
    public Long map(RowData row) {
      long wait = System.nanoTime() - row.getLong(0);
      WAITS.add(wait);
      return wait;
    }
  }
}
