package io.streamfusion.translator.calcite;

import com.google.protobuf.Any;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Message;
import io.streamfusion.substrait.proto.v1.StreamDropUpdateBeforeRel;
import io.streamfusion.substrait.proto.v1.StreamHostSinkRel;
import io.streamfusion.substrait.proto.v1.StreamWatermarkAssignerRel;
import io.substrait.extension.SimpleExtension.FunctionAnchor;
import io.substrait.proto.AggregateFunction;
import io.substrait.proto.AggregateRel;
import io.substrait.proto.Expression;
import io.substrait.proto.ExtensionSingleRel;
import io.substrait.proto.FilterRel;
import io.substrait.proto.NamedStruct;
import io.substrait.proto.PlanRel;
import io.substrait.proto.ProjectRel;
import io.substrait.proto.ReadRel;
import io.substrait.proto.ReferenceRel;
import io.substrait.proto.Rel;
import io.substrait.proto.RelCommon;
import io.substrait.proto.SetRel;
import io.substrait.proto.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A fragment as Substrait alone has it: without enhancements, without the relations that hand on
 * their input's columns, and with a table of its own for each fragment that it reads.
 *
 * <p>Whether a value can be NULL is said of it and of every row around it in Flink, and of it alone
 * in Substrait; a row that can be NULL gets fields that can.
 */
final class StandardForm {

  /** Rows pass them with the columns that they have. */
  private static final List<Class<? extends Message>> PASSED =
      List.of(
          StreamHostSinkRel.class,
          StreamWatermarkAssignerRel.class,
          StreamDropUpdateBeforeRel.class);

  private final Map<Integer, FunctionAnchor> functions;
  private final Predicate<FunctionAnchor> isOperator;
  private final Map<Integer, Type.Struct> rowTypes;
  private final Set<String> outside = new TreeSet<>();
  private boolean whole = true;

  private StandardForm(
      Map<Integer, FunctionAnchor> functions,
      Predicate<FunctionAnchor> isOperator,
      Map<Integer, Type.Struct> rowTypes) {
    this.functions = functions;
    this.isOperator = isOperator;
    this.rowTypes = rowTypes;
  }

  /**
   * The form of a fragment.
   *
   * @param rel without what was taken off, empty if a relation has no standard form
   * @param outside what is not of the standard, in the order of the words
   */
  record Fragment(Optional<Rel> rel, List<String> outside) {}

  /**
   * Takes off what we added.
   *
   * @param functions the plan's functions by anchor
   * @param isOperator whether Calcite has an operator for a function
   * @param rowTypes of the fragments before this one, as far as they are known
   */
  static Fragment of(
      PlanRel relation,
      Map<Integer, FunctionAnchor> functions,
      Predicate<FunctionAnchor> isOperator,
      Map<Integer, Type.Struct> rowTypes) {
    StandardForm form = new StandardForm(functions, isOperator, rowTypes);
    Rel rel = form.relation(relation.hasRoot() ? relation.getRoot().getInput() : relation.getRel());
    form.look(rel);
    return new Fragment(
        form.whole ? Optional.of((Rel) withNullableFields(rel)) : Optional.empty(),
        List.copyOf(form.outside));
  }

  private Rel relation(Rel rel) {
    return switch (rel.getRelTypeCase()) {
      case READ -> rel.toBuilder().setRead(read(rel.getRead())).build();
      case FILTER -> rel.toBuilder().setFilter(filter(rel.getFilter())).build();
      case PROJECT -> rel.toBuilder().setProject(project(rel.getProject())).build();
      case SET -> rel.toBuilder().setSet(set(rel.getSet())).build();
      case AGGREGATE -> rel.toBuilder().setAggregate(aggregate(rel.getAggregate())).build();
      case EXCHANGE -> relation(rel.getExchange().getInput());
      case REFERENCE -> reference(rel.getReference());
      case EXTENSION_SINGLE -> extension(rel.getExtensionSingle());
      default -> outside("relation " + rel.getRelTypeCase().name().toLowerCase(Locale.ROOT));
    };
  }

  private Rel outside(String what) {
    whole = false;
    outside.add(what);
    return Rel.getDefaultInstance();
  }

  private ReadRel read(ReadRel read) {
    return read.toBuilder().setCommon(common(read.getCommon())).clearAdvancedExtension().build();
  }

  private FilterRel filter(FilterRel filter) {
    return filter.toBuilder()
        .setCommon(common(filter.getCommon()))
        .setInput(relation(filter.getInput()))
        .clearAdvancedExtension()
        .build();
  }

  private ProjectRel project(ProjectRel project) {
    return project.toBuilder()
        .setCommon(common(project.getCommon()))
        .setInput(relation(project.getInput()))
        .clearAdvancedExtension()
        .build();
  }

  private SetRel set(SetRel set) {
    return set.toBuilder()
        .setCommon(common(set.getCommon()))
        .clearInputs()
        .addAllInputs(set.getInputsList().stream().map(this::relation).toList())
        .clearAdvancedExtension()
        .build();
  }

  private AggregateRel aggregate(AggregateRel aggregate) {
    AggregateRel.Builder builder =
        aggregate.toBuilder()
            .setCommon(common(aggregate.getCommon()))
            .setInput(relation(aggregate.getInput()))
            .clearAdvancedExtension();
    if (builder.getGroupingsCount() == 0) {
      // All rows are one group. Substrait lets that be said in two ways, Calcite in this one.
      builder.addGroupings(AggregateRel.Grouping.getDefaultInstance());
    }
    return builder.build();
  }

  private static RelCommon common(RelCommon common) {
    return common.toBuilder().clearAdvancedExtension().build();
  }

  private Rel reference(ReferenceRel reference) {
    Type.Struct row = rowTypes.get(reference.getSubtreeOrdinal());
    if (row == null) {
      return outside("fragment " + reference.getSubtreeOrdinal() + ", whose columns are not known");
    }
    return Rel.newBuilder()
        .setRead(
            ReadRel.newBuilder()
                .setCommon(RelCommon.newBuilder().setDirect(RelCommon.Direct.getDefaultInstance()))
                .setNamedTable(
                    ReadRel.NamedTable.newBuilder()
                        .addNames("fragment " + reference.getSubtreeOrdinal()))
                .setBaseSchema(
                    NamedStruct.newBuilder()
                        .setStruct(row)
                        .addAllNames(
                            IntStream.range(0, row.getTypesCount())
                                .mapToObj(column -> "f" + column)
                                .toList())))
        .build();
  }

  private Rel extension(ExtensionSingleRel extension) {
    Any detail = extension.getDetail();
    return PASSED.stream().anyMatch(detail::is)
        ? relation(extension.getInput())
        : outside("relation " + detail.getTypeUrl().replaceFirst(".*[./]", ""));
  }

  /** Finds functions, types and expressions that the standard does not have. */
  private void look(Message message) {
    if (message instanceof Expression.ScalarFunction call) {
      function(call.getFunctionReference());
    } else if (message instanceof AggregateFunction call) {
      function(call.getFunctionReference());
    } else if (message instanceof Type type && type.hasUserDefined()) {
      outside.add("a type of ours");
    } else if (message instanceof Expression.Literal literal && literal.hasPrecisionTime()) {
      outside.add("literal precision_time");
    } else if (message instanceof Expression expression) {
      expression(expression);
    }
    for (Message child : children(message)) {
      look(child);
    }
  }

  private void function(int anchor) {
    FunctionAnchor function = functions.get(anchor);
    if (function == null) {
      outside.add("function " + anchor + ", which is not declared");
    } else if (!isOperator.test(function)) {
      outside.add("function " + Operators.name(function.key()));
    }
  }

  private void expression(Expression expression) {
    switch (expression.getRexTypeCase()) {
      case LITERAL, SELECTION, SCALAR_FUNCTION, IF_THEN, CAST, SINGULAR_OR_LIST -> {}
      default ->
          outside.add("expression " + expression.getRexTypeCase().name().toLowerCase(Locale.ROOT));
    }
  }

  private static List<Message> children(Message message) {
    List<Message> children = new ArrayList<>();
    for (Object value : message.getAllFields().values()) {
      if (value instanceof Message child) {
        children.add(child);
      } else if (value instanceof List<?> values) {
        for (Object each : values) {
          if (each instanceof Message child) {
            children.add(child);
          }
        }
      }
    }
    return children;
  }

  /** The same message, in which a row that can be NULL has fields that can. */
  private static Message withNullableFields(Message message) {
    Message.Builder builder = message.toBuilder();
    for (Map.Entry<FieldDescriptor, Object> entry : message.getAllFields().entrySet()) {
      FieldDescriptor field = entry.getKey();
      if (field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
        continue;
      }
      if (field.isRepeated()) {
        List<Message> values = new ArrayList<>();
        for (Object value : (List<?>) entry.getValue()) {
          values.add(inside(message, (Message) value));
        }
        builder.setField(field, values);
      } else {
        builder.setField(field, inside(message, (Message) entry.getValue()));
      }
    }
    return builder.build();
  }

  private static Message inside(Message parent, Message child) {
    boolean canBeNull =
        parent instanceof Type.Struct row
            && row.getNullability() == Type.Nullability.NULLABILITY_NULLABLE
            && child instanceof Type;
    return withNullableFields(canBeNull ? nullable((Type) child) : child);
  }

  /** Every kind of type has a field of that name. */
  private static Type nullable(Type type) {
    OneofDescriptor kinds = Type.getDescriptor().getOneofs().get(0);
    FieldDescriptor kind = type.getOneofFieldDescriptor(kinds);
    Message body = (Message) type.getField(kind);
    FieldDescriptor nullability = body.getDescriptorForType().findFieldByName("nullability");
    return type.toBuilder()
        .setField(
            kind,
            body.toBuilder()
                .setField(nullability, Type.Nullability.NULLABILITY_NULLABLE.getValueDescriptor())
                .build())
        .build();
  }
}
