package io.streamfusion.parity.recovery;

import java.util.Map;

/**
 * One form of an aggregate that recovery is tested with.
 *
 * @param name what it is called in reports
 * @param input the changes that its source delivers
 * @param columns the sink's columns
 * @param keyColumns how many of them, from the first on, are a key whose rows all come from one
 *     split, so that the sequence of its changes is defined; 0 where only the final table is
 * @param query over the table {@code src}, whose columns {@link RecoveryRows} has
 * @param order whether its results depend on the order of a key's rows
 * @param settings of the session
 */
public record RecoveryForm(
    String name,
    Input input,
    String columns,
    int keyColumns,
    String query,
    Order order,
    Map<String, String> settings) {

  /** Whether results depend on the order in which the rows of a key come. */
  public enum Order {
    /** Only while rows come; in the end they are the same. */
    FREE,
    /** They do, so that a form is restored only where Flink keeps the order. */
    KEPT
  }

  /** The changes of a form's input. */
  public enum Input {
    INSERT,
    RETRACT
  }

  RecoveryForm(String name, Input input, String columns, int keyColumns, String query) {
    this(name, input, columns, keyColumns, query, Order.FREE, Map.of());
  }

  /** This form with a setting of the session. */
  RecoveryForm with(String key, String value) {
    return new RecoveryForm(name, input, columns, keyColumns, query, order, Map.of(key, value));
  }

  /** This form as one whose results depend on the order of a key's rows. */
  RecoveryForm keepingOrder() {
    return new RecoveryForm(name, input, columns, keyColumns, query, Order.KEPT, settings);
  }

  @Override
  public String toString() {
    return name;
  }
}
