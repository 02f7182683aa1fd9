package io.streamfusion.parity.fuzz;

/**
 * A column of the input.
 *
 * @param name its name
 * @param sort its type
 * @param nullable whether it can hold NULL
 */
record Column(String name, ValueSort sort, boolean nullable) {
  static final String NULL = "null";

  String ddl() {
    return name + " " + sort.sql() + (nullable ? "" : " NOT NULL");
  }
}
