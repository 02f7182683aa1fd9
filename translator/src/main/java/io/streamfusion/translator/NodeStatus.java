package io.streamfusion.translator;

import io.streamfusion.translator.support.FallbackReason;
import java.util.List;

/** What the translator found out about one node of the physical plan, whatever its query does. */
public sealed interface NodeStatus {

  /** Selects by kind; Java 17 has no exhaustive switch over a sealed interface. */
  <R> R accept(Visitor<R> visitor);

  /** The engine can run the node. */
  record Native(Evaluation evaluation) implements NodeStatus {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** A source or sink that stays a Flink operator; rows cross an edge next to it. */
  record HostEdge() implements NodeStatus {
    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** The engine cannot run the node; there is at least one reason. */
  record Fallback(List<FallbackReason> reasons) implements NodeStatus {
    public Fallback {
      reasons = List.copyOf(reasons);
      if (reasons.isEmpty()) {
        throw new IllegalArgumentException("A fallback needs a reason");
      }
    }

    /** A fallback for one reason. */
    public static Fallback of(FallbackReason reason) {
      return new Fallback(List.of(reason));
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
      return visitor.visit(this);
    }
  }

  /** One method per kind of status. */
  interface Visitor<R> {
    R visit(Native status);

    R visit(HostEdge status);

    R visit(Fallback status);
  }
}
