package io.streamfusion.translator.rel;

import io.streamfusion.translator.support.FallbackReason;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.type.FlinkTypes;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;

/** Which columns can be a key: those whose BinaryRow bytes the engine writes exactly as Flink. */
final class Keys {
  private Keys() {}

  /** Why columns of the input cannot be a node's key; empty if they can. */
  static Optional<FallbackReason> unsupported(String node, RelNode input, List<Integer> columns) {
    for (int column : columns) {
      RelDataTypeField field = input.getRowType().getFieldList().get(column);
      Optional<String> reason = FlinkTypes.unsupported(field.getType());
      if (reason.isPresent()) {
        String text = "its key " + field.getName() + ": " + reason.get();
        return Optional.of(FallbackReason.ofVariant(node, text));
      }
      Optional<String> unsure = BinaryForms.unsure(input, column);
      if (unsure.isPresent()) {
        String text = "its key " + field.getName() + " has " + unsure.get();
        return Optional.of(new FallbackReason(ReasonCode.REPRESENTATION_DEPENDENT, node, text));
      }
    }
    return Optional.empty();
  }
}
