package io.streamfusion.flink.runtime.operator;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.streamfusion.substrait.Contract;
import io.streamfusion.substrait.proto.v1.StreamHostSourceEdge;
import io.streamfusion.substrait.proto.v1.StreamNode;
import io.substrait.proto.NamedStruct;
import io.substrait.proto.Plan;
import io.substrait.proto.PlanRel;
import io.substrait.proto.ReadRel;
import io.substrait.proto.ReferenceRel;
import io.substrait.proto.Rel;
import io.substrait.proto.Type;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Plans of one fragment: where a job's plan cannot travel once, each fragment's factory carries the
 * part that the engine reads for it.
 *
 * <p>That is its own relation and those that it refers to, whose columns the engine derives from
 * them. Ordinals stay: an empty read stands in for any other relation in front of it.
 */
final class FragmentPlans {

  /** Deeper than any plan that the translator lets through. */
  private static final int RECURSION_LIMIT = 1_000;

  private static final PlanRel UNUSED =
      PlanRel.newBuilder()
          .setRel(
              Rel.newBuilder()
                  .setRead(
                      ReadRel.newBuilder()
                          .setBaseSchema(
                              NamedStruct.newBuilder()
                                  .setStruct(
                                      Type.Struct.newBuilder()
                                          .setNullability(Type.Nullability.NULLABILITY_REQUIRED)))
                          .setNamedTable(ReadRel.NamedTable.newBuilder().addNames("unused"))
                          .setAdvancedExtension(
                              Contract.enhancement(
                                  StreamHostSourceEdge.newBuilder()
                                      .setNode(StreamNode.newBuilder().setId("unused"))
                                      .build()))))
          .build();

  private FragmentPlans() {}

  /**
   * @param plan bytes of a plan of several fragments
   * @param ordinal the fragment's ordinal
   */
  static byte[] only(byte[] plan, int ordinal) {
    Plan whole = parse(plan);
    SortedSet<Integer> needed = new TreeSet<>();
    addWithReferences(whole, ordinal, needed);
    Plan.Builder part = whole.toBuilder().clearRelations();
    for (int i = 0; i <= ordinal; i++) {
      part.addRelations(needed.contains(i) ? whole.getRelations(i) : UNUSED);
    }
    return part.build().toByteArray();
  }

  private static Plan parse(byte[] plan) {
    CodedInputStream input = CodedInputStream.newInstance(plan);
    input.setRecursionLimit(RECURSION_LIMIT);
    try {
      return Plan.parseFrom(input);
    } catch (IOException e) {
      throw new IllegalArgumentException("Not the bytes of a plan.", e);
    }
  }

  private static void addWithReferences(Plan plan, int ordinal, SortedSet<Integer> needed) {
    if (needed.add(ordinal)) {
      SortedSet<Integer> references = new TreeSet<>();
      collectReferences(plan.getRelations(ordinal), references);
      references.forEach(reference -> addWithReferences(plan, reference, needed));
    }
  }

  private static void collectReferences(Message message, SortedSet<Integer> references) {
    if (message instanceof ReferenceRel reference) {
      references.add(reference.getSubtreeOrdinal());
      return;
    }
    message
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                Collection<?> values = value instanceof Collection<?> many ? many : List.of(value);
                values.forEach(child -> collectReferences((Message) child, references));
              }
            });
  }
}
