package io.streamfusion.parity.source;

import io.streamfusion.parity.data.Element;
import io.streamfusion.parity.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.table.data.RowData;

/**
 * Emits the elements of a case's data section; each split emits its own, in the section's order.
 */
final class ParitySource extends SequenceSource {
  private static final long serialVersionUID = 1L;

  private final InputSpec input;
  private final boolean outputPerSplit;

  /**
   * @param outputPerSplit whether each split has an output, and so watermarks, of its own
   */
  ParitySource(InputSpec input, int splits, boolean outputPerSplit) {
    super(splits);
    this.input = input;
    this.outputPerSplit = outputPerSplit;
  }

  @Override
  public SourceReader<RowData, SequenceSplit> createReader(SourceReaderContext context) {
    return new Reader(
        input.elements(),
        splits(),
        input.rowConverter(),
        RunContext.of(input.runId()),
        outputPerSplit);
  }

  private static final class Reader extends SequenceReader {
    private final List<Element> elements;
    private final List<List<Integer>> indexesBySplit = new ArrayList<>();
    private final Function<RowData, RowData> converter;
    private final RunContext run;
    private final boolean outputPerSplit;

    Reader(
        List<Element> elements,
        int splits,
        Function<RowData, RowData> converter,
        RunContext run,
        boolean outputPerSplit) {
      this.elements = elements;
      this.converter = converter;
      this.run = run;
      this.outputPerSplit = outputPerSplit;
      for (int i = 0; i < splits; i++) {
        indexesBySplit.add(new ArrayList<>());
      }
      for (int i = 0; i < elements.size(); i++) {
        indexesBySplit.get(elements.get(i).split()).add(i);
      }
    }

    @Override
    protected long sequence(int split, long position) {
      List<Integer> indexes = indexesBySplit.get(split);
      return position < indexes.size() ? indexes.get((int) position) : END;
    }

    @Override
    protected void emit(int split, long position, ReaderOutput<RowData> readerOutput) {
      Element element = elements.get(indexesBySplit.get(split).get((int) position));
      SourceOutput<RowData> output =
          outputPerSplit
              ? readerOutput.createOutputForSplit(Integer.toString(split))
              : readerOutput;
      switch (element.kind()) {
        case ROW -> output.collect(converter.apply(element.row()));
        case WATERMARK -> output.emitWatermark(new Watermark(element.millis()));
        case IDLE -> output.markIdle();
        case SIGNAL -> run.signal(element.signal());
        case PAUSE, AWAIT -> {}
      }
    }

    @Override
    protected CompletableFuture<Void> obstacle(int split, long position) {
      Element element = elements.get(indexesBySplit.get(split).get((int) position));
      return switch (element.kind()) {
        case PAUSE -> CompletableFuture.runAsync(() -> {}, after(element.millis()));
        case AWAIT -> run.awaited(element.signal());
        default -> READY;
      };
    }

    private static Executor after(long millis) {
      return CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS);
    }
  }
}
