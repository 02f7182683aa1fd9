package io.streamfusion.parity.function;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.utils.LogicalTypeParser;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;

/**
 * Asks stock Flink for the results of test cases. Cases whose columns have the same types share a
 * table and a query that evaluates every expression on every row, and many queries share a job. A
 * case on which Flink is known to fail runs alone; what fails unexpectedly is halved until the case
 * is found.
 */
public final class FunctionOracle {
  /** Enough to share the cost of a job, few enough for the network buffers of a test cluster. */
  private static final int QUERIES_PER_JOB = 50;

  private static final int EXPRESSIONS_PER_QUERY = 40;

  /** Functions that fail on arguments of other functions' cases. */
  private static final Set<String> FAIL = Set.of("divide", "mod");

  private final StreamExecutionEnvironment environment;
  private final StreamTableEnvironment tables;

  /** An oracle whose jobs run where the environment's jobs do. */
  public FunctionOracle(StreamExecutionEnvironment environment) {
    this.environment = environment;
    environment.setParallelism(1);
    tables = StreamTableEnvironment.create(environment);
    tables.getConfig().set("table.local-time-zone", "UTC");
    tables.getConfig().set("streamfusion.native.enabled", "false");
  }

  /** The lines with Flink's results in place of those they have. */
  public List<TestLine> answer(List<TestLine> lines) {
    List<TestLine> answered = new ArrayList<>(lines);
    Map<String, Query> open = new LinkedHashMap<>();
    List<Query> together = new ArrayList<>();
    List<Query> alone = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      TestLine line = lines.get(i);
      if (!line.isCase()) {
        continue;
      }
      if (line.failure() != null) {
        alone.add(new Query().add(i, line));
        continue;
      }
      String key = tableKey(line);
      Query query = open.get(key);
      if (query == null || query.expressions.size() >= EXPRESSIONS_PER_QUERY) {
        query = new Query();
        open.put(key, query);
        together.add(query);
      }
      query.add(i, line);
    }
    for (int start = 0; start < together.size(); start += QUERIES_PER_JOB) {
      int end = Math.min(together.size(), start + QUERIES_PER_JOB);
      run(together.subList(start, end), answered);
    }
    alone.forEach(query -> run(List.of(query), answered));
    return answered;
  }

  private static String tableKey(TestLine line) {
    String types =
        FunctionSql.columns(line).stream()
            .map(column -> column.type().toString())
            .collect(Collectors.joining(";"));
    return FAIL.contains(line.function()) ? line.function() + ";" + types : types;
  }

  /** Runs queries as one job and puts their results in place. */
  private void run(List<Query> queries, List<TestLine> answered) {
    try {
      List<List<String[]>> results = execute(queries);
      for (int i = 0; i < queries.size(); i++) {
        queries.get(i).answer(results.get(i), answered);
      }
    } catch (JobFailure failure) {
      if (queries.size() > 1) {
        run(queries.subList(0, queries.size() / 2), answered);
        run(queries.subList(queries.size() / 2, queries.size()), answered);
      } else if (queries.get(0).cases.size() > 1) {
        queries.get(0).split().forEach(query -> run(List.of(query), answered));
      } else {
        System.err.println(queries.get(0).cases.get(0).line.print() + " " + failure.getMessage());
        queries.get(0).fail(failure.getMessage(), answered);
      }
    }
  }

  private List<List<String[]>> execute(List<Query> queries) throws JobFailure {
    List<List<String[]>> results = new ArrayList<>();
    queries.forEach(query -> results.add(new ArrayList<>()));
    try {
      DataStream<Tuple2<Integer, String[]>> all = null;
      for (int i = 0; i < queries.size(); i++) {
        DataStream<Tuple2<Integer, String[]>> next = queries.get(i).results(i);
        all = all == null ? next : all.union(next);
      }
      try (CloseableIterator<Tuple2<Integer, String[]>> rows = all.executeAndCollect()) {
        rows.forEachRemaining(row -> results.get(row.f0).add(row.f1));
      }
    } catch (Exception e) {
      throw new JobFailure(e);
    }
    return results;
  }

  /**
   * A case in a query.
   *
   * @param place where its line is
   * @param row its row in the query's table
   * @param expression its expression in the query's SELECT
   */
  private record Case(int place, TestLine line, int row, int expression) {}

  /** A table of arguments and the expressions over it. */
  private final class Query {
    private final List<Case> cases = new ArrayList<>();
    private final Map<List<TestValue>, Integer> rows = new LinkedHashMap<>();
    private final Map<String, Integer> expressions = new LinkedHashMap<>();
    private final List<TestLine> samples = new ArrayList<>();
    private List<TestType> types;

    Query add(int place, TestLine line) {
      int row = rows.computeIfAbsent(FunctionSql.columns(line), k -> rows.size());
      // A cast of the same SQL text has the same result type.
      String sql = FunctionSql.expression(line);
      int expression = expressions.computeIfAbsent(sql, k -> expressions.size());
      if (expression == samples.size()) {
        samples.add(line);
      }
      cases.add(new Case(place, line, row, expression));
      return this;
    }

    /** The two halves of the cases. */
    List<Query> split() {
      List<Query> halves = List.of(new Query(), new Query());
      for (int i = 0; i < cases.size(); i++) {
        Case one = cases.get(i);
        halves.get(2 * i / cases.size()).add(one.place, one.line);
      }
      return halves;
    }

    /** The results of each row as the text of test values, tagged with the query's number. */
    DataStream<Tuple2<Integer, String[]>> results(int number) {
      Table input = input();
      String plain = String.join(", ", expressions.keySet());
      types =
          tables
              .sqlQuery("SELECT " + plain + " FROM " + input)
              .getResolvedSchema()
              .getColumnDataTypes()
              .stream()
              .map(type -> TestType.of(type.getLogicalType()))
              .toList();
      List<String> selected = new ArrayList<>();
      for (String expression : expressions.keySet()) {
        TestType type = types.get(selected.size());
        TestLine sample = samples.get(selected.size());
        if (sample.declared() != null && !sample.declared().equals(type)) {
          throw new IllegalStateException(
              "Flink's type of " + sample.print() + " is " + type + ", not " + sample.declared());
        }
        // Text leaves as bytes, so that ill-formed text is seen as it is.
        selected.add(type.isText() ? "CAST(" + expression + " AS BYTES)" : expression);
      }
      TestType[] resultTypes = types.toArray(TestType[]::new);
      Table results = tables.sqlQuery("SELECT " + String.join(", ", selected) + " FROM " + input);
      return tables
          .toDataStream(results)
          .map(row -> Tuple2.of(number, texts(row, resultTypes)))
          .returns(Types.TUPLE(Types.INT, Types.OBJECT_ARRAY(Types.STRING)));
    }

    private Table input() {
      List<TestValue> first = rows.keySet().iterator().next();
      List<RowType.RowField> fields = new ArrayList<>();
      Schema.Builder schema = Schema.newBuilder();
      for (TestValue column : first) {
        String name = "a" + fields.size();
        String sql = column.type().toSql();
        ClassLoader loader = getClass().getClassLoader();
        fields.add(new RowType.RowField(name, LogicalTypeParser.parse(sql, loader)));
        schema.column(name, sql);
      }
      RowData[] data =
          rows.keySet().stream()
              .map(row -> GenericRowData.of(row.stream().map(TestValue::toInternal).toArray()))
              .toArray(RowData[]::new);
      DataStream<RowData> stream =
          environment.fromData(InternalTypeInfo.of(new RowType(fields)), data);
      return tables.fromDataStream(stream, schema.build());
    }

    void answer(List<String[]> values, List<TestLine> answered) {
      if (values.size() != rows.size()) {
        throw new IllegalStateException(values.size() + " rows instead of " + rows.size());
      }
      for (Case one : cases) {
        TestType type = types.get(one.expression);
        TestValue value = new TestValue(values.get(one.row)[one.expression], type);
        answered.set(one.place, one.line.withResult(type, value, null));
      }
    }

    void fail(String failure, List<TestLine> answered) {
      Case one = cases.get(0);
      // A query that Flink does not plan has no type.
      TestType type = types == null ? one.line.declared() : types.get(0);
      answered.set(one.place, one.line.withResult(type, null, failure));
    }
  }

  private static String[] texts(Row row, TestType[] types) {
    String[] texts = new String[types.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = TestValue.ofExternal(row.getField(i), types[i]).text();
    }
    return texts;
  }

  /** A job that failed; the message is class and message of the root cause. */
  private static final class JobFailure extends Exception {
    private static final long serialVersionUID = 1L;

    JobFailure(Exception failure) {
      super(describe(failure), failure);
    }

    private static String describe(Exception failure) {
      Throwable root = failure;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      return root.getClass().getName() + ": " + Objects.toString(root.getMessage(), "");
    }
  }
}
