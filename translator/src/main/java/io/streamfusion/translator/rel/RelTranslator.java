package io.streamfusion.translator.rel;

import org.apache.calcite.rel.RelNode;

/** Translates one class of physical nodes. */
public interface RelTranslator<R extends RelNode> {
  /** The class of node that it translates. */
  Class<R> nodeClass();
}
