package io.streamfusion.parity.distribution.job;

import static org.apache.flink.table.api.Expressions.$;
import static org.apache.flink.table.api.Expressions.call;

import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.FormatDescriptor;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.TableDescriptor;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.table.api.TablePipeline;

/**
 * A user's Table API program with a function of its own: {@code UdfJob INPUT OUTPUT}. Prints its
 * plan and runs it.
 */
public final class UdfJob {

  private UdfJob() {}

  public static void main(String[] arguments) throws Exception {
    TableEnvironment tables = TableEnvironment.create(EnvironmentSettings.inStreamingMode());
    Schema schema =
        Schema.newBuilder()
            .column("id", DataTypes.BIGINT())
            .column("customer", DataTypes.STRING())
            .build();
    tables.createTemporaryTable("orders", json(schema, arguments[0]));
    tables.createTemporaryTable("reversed", json(schema, arguments[1]));

    TablePipeline pipeline =
        tables
            .from("orders")
            .filter($("id").mod(2).isEqual(0))
            .select($("id").times(10).as("id"), call(Reverse.class, $("customer")).as("customer"))
            .insertInto("reversed");
    System.out.println(pipeline.explain());
    pipeline.execute().await();
  }

  private static TableDescriptor json(Schema schema, String path) {
    return TableDescriptor.forConnector("filesystem")
        .schema(schema)
        .option("path", path)
        .format(FormatDescriptor.forFormat("json").build())
        .build();
  }
}
