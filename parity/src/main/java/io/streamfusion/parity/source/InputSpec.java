package io.streamfusion.parity.source;

import io.streamfusion.parity.data.Element;
import io.streamfusion.parity.data.ValueParser;
import io.streamfusion.parity.run.RunContext;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;

/** Where a parity source finds its elements and in which form it hands rows over. */
record InputSpec(
    String runId,
    String data,
    RowType rowType,
    ValueParser.TextForm textForm,
    RowForm rowForm,
    int repeat)
    implements Serializable {
  /** The class of the rows that the source emits. */
  enum RowForm {
    GENERIC,
    BINARY,
    /** Generic and binary rows in turn. */
    MIXED
  }

  List<Element> elements() {
    List<LogicalType> types = rowType.getChildren();
    List<Element> once =
        Element.parse(RunContext.of(runId).input(data), types, new ValueParser(textForm));
    List<Element> elements = new ArrayList<>(once.size() * repeat);
    for (int i = 0; i < repeat; i++) {
      elements.addAll(once);
    }
    return elements;
  }

  Function<RowData, RowData> rowConverter() {
    RowDataSerializer serializer = new RowDataSerializer(rowType);
    Function<RowData, RowData> toBinary = row -> serializer.toBinaryRow(row);
    return switch (rowForm) {
      case GENERIC -> Function.identity();
      case BINARY -> toBinary;
      case MIXED ->
          new Function<>() {
            private boolean binary;

            @Override
            public RowData apply(RowData row) {
              binary = !binary;
              return binary ? toBinary.apply(row) : row;
            }
          };
    };
  }
}
