package io.streamfusion.flink.runtime.exchange;

import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.table.data.RowData;

/**
 * Writes and reads rows as {@code delegate} does, but hands out the row itself instead of a copy.
 *
 * <p>Without object reuse Flink copies every record between chained operators with the serializer
 * of the operator that receives it. A fragment's operator moves what it needs out of a row before
 * it returns and keeps no reference, so that copy protects nothing.
 */
public final class IdentityCopySerializer extends TypeSerializer<RowData> {

  private static final long serialVersionUID = 1L;

  private final TypeSerializer<RowData> delegate;

  IdentityCopySerializer(TypeSerializer<RowData> delegate) {
    this.delegate = Objects.requireNonNull(delegate);
  }

  @Override
  public RowData copy(RowData from) {
    return from;
  }

  @Override
  public RowData copy(RowData from, RowData reuse) {
    return from;
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    delegate.copy(source, target);
  }

  @Override
  public boolean isImmutableType() {
    return delegate.isImmutableType();
  }

  @Override
  public TypeSerializer<RowData> duplicate() {
    return new IdentityCopySerializer(delegate.duplicate());
  }

  @Override
  public RowData createInstance() {
    return delegate.createInstance();
  }

  @Override
  public int getLength() {
    return delegate.getLength();
  }

  @Override
  public void serialize(RowData row, DataOutputView target) throws IOException {
    delegate.serialize(row, target);
  }

  @Override
  public RowData deserialize(DataInputView source) throws IOException {
    return delegate.deserialize(source);
  }

  @Override
  public RowData deserialize(RowData reuse, DataInputView source) throws IOException {
    return delegate.deserialize(reuse, source);
  }

  /** The bytes are the delegate's, so its snapshot describes them. */
  @Override
  public TypeSerializerSnapshot<RowData> snapshotConfiguration() {
    return delegate.snapshotConfiguration();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdentityCopySerializer that && delegate.equals(that.delegate);
  }

  @Override
  public int hashCode() {
    return delegate.hashCode();
  }
}
