package io.streamfusion.flink.runtime.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.BigIntType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which row objects an operator receives behind a source, without object reuse. */
class HostInputITCase {

  private static final int ROWS = 500;
  private static final InternalTypeInfo<RowData> TYPE = InternalTypeInfo.ofFields(new BigIntType());

  private static final Set<RowData> PRODUCED =
      Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  private static final AtomicInteger RECEIVED = new AtomicInteger();
  private static final AtomicInteger RECEIVED_AS_PRODUCED = new AtomicInteger();

  @BeforeEach
  void reset() {
    PRODUCED.clear();
    RECEIVED.set(0);
    RECEIVED_AS_PRODUCED.set(0);
  }

  @Test
  void connectedOperatorReceivesTheSourcesOwnRows() throws Exception {
    StreamExecutionEnvironment environment = environment();
    Transformation<RowData> source = source(environment);

    run(environment, HostInput.connect(source), source.getParallelism());

    assertThat(RECEIVED).hasValue(ROWS);
    assertThat(RECEIVED_AS_PRODUCED).hasValue(ROWS);
  }

  /** The assertion above is worth something only if Flink copies otherwise. */
  @Test
  void plainOperatorReceivesCopies() throws Exception {
    StreamExecutionEnvironment environment = environment();
    Transformation<RowData> source = source(environment);

    run(environment, source, source.getParallelism());

    assertThat(RECEIVED).hasValue(ROWS);
    assertThat(RECEIVED_AS_PRODUCED).hasValue(0);
  }

  @Test
  void connectedOperatorChainsToTheSource() {
    StreamExecutionEnvironment environment = environment();
    Transformation<RowData> source = source(environment);

    sink(environment, HostInput.connect(source), source.getParallelism());

    assertThat(environment.getStreamGraph().getJobGraph().getNumberOfVertices()).isEqualTo(1);
  }

  @Test
  void otherParallelismRebalances() throws Exception {
    StreamExecutionEnvironment environment = environment();
    Transformation<RowData> source = source(environment);

    run(environment, HostInput.connect(source), source.getParallelism() + 1);

    assertThat(RECEIVED).hasValue(ROWS);
    assertThat(RECEIVED_AS_PRODUCED).hasValue(0);
  }

  private static StreamExecutionEnvironment environment() {
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(new Configuration());
    environment.setParallelism(1);
    environment.getConfig().disableObjectReuse();
    return environment;
  }

  private static Transformation<RowData> source(StreamExecutionEnvironment environment) {
    GeneratorFunction<Long, RowData> generator =
        index -> {
          RowData row = GenericRowData.of(index);
          PRODUCED.add(row);
          return row;
        };
    return environment
        .fromSource(
            new DataGeneratorSource<>(generator, ROWS, TYPE),
            WatermarkStrategy.noWatermarks(),
            "rows")
        .getTransformation();
  }

  private static void run(
      StreamExecutionEnvironment environment, Transformation<RowData> input, int parallelism)
      throws Exception {
    sink(environment, input, parallelism);
    environment.execute();
  }

  private static void sink(
      StreamExecutionEnvironment environment, Transformation<RowData> input, int parallelism) {
    OneInputTransformation<RowData, RowData> operator =
        new OneInputTransformation<>(
            input, "receive", SimpleOperatorFactory.of(new Receiver()), TYPE, parallelism);
    new DataStream<>(environment, operator)
        .sinkTo(new DiscardingSink<>())
        .setParallelism(parallelism);
  }

  private static final class Receiver extends AbstractStreamOperator<RowData>
      implements OneInputStreamOperator<RowData, RowData> {

    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(StreamRecord<RowData> element) {
      RECEIVED.incrementAndGet();
      if (PRODUCED.contains(element.getValue())) {
        RECEIVED_AS_PRODUCED.incrementAndGet();
      }
    }
  }
}
