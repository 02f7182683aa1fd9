package io.streamfusion.translator.type;

import io.streamfusion.substrait.Contract;
import io.substrait.type.Type;
import java.util.Objects;

/**
 * Flink's MULTISET, the user-defined type {@code u!multiset<element>}. Substrait-java's own
 * user-defined type has no parameters, so this one carries the element.
 */
public final class MultisetType extends Type.UserDefined {
  private final boolean nullable;
  private final Type element;

  public MultisetType(boolean nullable, Type element) {
    this.nullable = nullable;
    this.element = Objects.requireNonNull(element, "element");
  }

  public Type element() {
    return element;
  }

  @Override
  public boolean nullable() {
    return nullable;
  }

  @Override
  public String urn() {
    return Contract.TYPE_URN;
  }

  @Override
  public String name() {
    return Contract.MULTISET_TYPE;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MultisetType that
        && nullable == that.nullable
        && element.equals(that.element);
  }

  @Override
  public int hashCode() {
    return Objects.hash(nullable, element);
  }

  @Override
  public String toString() {
    return "multiset<" + element + ">" + (nullable ? "?" : "");
  }
}
