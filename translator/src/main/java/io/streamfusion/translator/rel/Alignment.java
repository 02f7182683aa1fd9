package io.streamfusion.translator.rel;

import io.streamfusion.translator.rex.ColumnLayout;
import io.streamfusion.translator.rex.FieldPath;
import io.substrait.proto.Expression;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;

/** Brings the columns of a relation to the ones that its consumer must have. */
final class Alignment {
  private Alignment() {}

  /** The relation itself, or a projection of references on top of it, under the node's own id. */
  static TranslatedRel align(
      RelNode rel, TranslatedRel translated, List<FieldPath> paths, RelContext context) {
    if (translated.layout().paths().equals(paths)) {
      return translated;
    }
    ColumnLayout layout =
        ColumnLayout.of(RelContext.rexBuilder(rel), translated.layout().rowType(), paths);
    List<Expression> references = new ArrayList<>();
    for (FieldPath path : paths) {
      references.add(
          context
              .streamNodes()
              .reference(path, translated.layout())
              .orElseThrow(
                  () -> new IllegalStateException(path + " is missing in " + translated.layout())));
    }
    return new TranslatedRel(
        Relations.project(
            translated.rel(),
            translated.layout().columns().size(),
            references,
            context.streamNodes().ofSink(context.nodeId(rel), rel, translated)),
        layout);
  }
}
