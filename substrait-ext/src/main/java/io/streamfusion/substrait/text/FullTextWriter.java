package io.streamfusion.substrait.text;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.streamfusion.substrait.proto.v1.ChangelogMode;
import io.streamfusion.substrait.proto.v1.RowKind;
import io.substrait.proto.AdvancedExtension;
import io.substrait.proto.AggregateFunction;
import io.substrait.proto.Expression;
import io.substrait.proto.Plan;
import io.substrait.proto.PlanRel;
import io.substrait.proto.Rel;
import io.substrait.proto.RelCommon;
import io.substrait.proto.Type;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes {@link FullText}. A short form is used where the reader makes the same of it. */
final class FullTextWriter {

  /** Inputs that need no name. */
  static final List<String> INPUTS = List.of("input", "inputs");

  /** Of the URLs of the messages that we put into an {@code Any}. */
  static final String OURS = "type.googleapis.com/streamfusion.substrait.v1.";

  static final String FRAGMENT = "# fragment ";

  private final StringBuilder out = new StringBuilder();
  private final FunctionNames functions;
  private final ExpressionText shortest;
  private final ExpressionText exact;

  private FullTextWriter(FunctionNames functions) {
    this.functions = functions;
    this.shortest = new Shortest(functions.names());
    this.exact = new Exact(functions.names());
  }

  static String write(Plan plan) {
    FullTextWriter writer = new FullTextWriter(FunctionNames.of(plan));
    plan.getAllFields()
        .forEach(
            (field, value) -> {
              if (field.getNumber() != Plan.RELATIONS_FIELD_NUMBER) {
                writer.line(field, value);
              }
            });
    int ordinal = 0;
    for (PlanRel relation : plan.getRelationsList()) {
      writer.out.append(FRAGMENT).append(ordinal++).append('\n');
      writer.relation(0, "", relation);
    }
    return writer.out.toString();
  }

  /** A field of the plan, a line for each of its values. */
  private void line(FieldDescriptor field, Object value) {
    List<?> values = field.isRepeated() ? (List<?>) value : List.of(value);
    values.forEach(
        each -> out.append(field.getName()).append(' ').append(value(field, each)).append('\n'));
  }

  /**
   * A message that is one of several kinds of relation, such as {@link Rel}: the kind, its fields,
   * and its inputs a step deeper.
   */
  private void relation(int depth, String name, Message message) {
    out.append("  ".repeat(depth)).append(name);
    if (message.getAllFields().isEmpty()) {
      out.append("none\n");
      return;
    }
    FieldDescriptor kind = message.getAllFields().keySet().iterator().next();
    out.append(kind.getName());
    Message body = (Message) message.getField(kind);
    // A fragment without a root is a relation by itself.
    Map<FieldDescriptor, Object> fields =
        isRelation(kind) ? Map.of(kind, body) : body.getAllFields();
    fields.forEach(
        (field, value) -> {
          if (!isRelation(field)) {
            out.append(' ').append(field.getName()).append('=').append(values(field, value));
          }
        });
    out.append('\n');
    fields.forEach(
        (field, value) -> {
          if (isRelation(field)) {
            String label =
                INPUTS.contains(field.getName()) || isRelation(kind) ? "" : field.getName() + ": ";
            List<?> inputs = field.isRepeated() ? (List<?>) value : List.of(value);
            inputs.forEach(input -> relation(depth + 1, label, (Message) input));
          }
        });
  }

  static boolean isRelation(FieldDescriptor field) {
    return field.getJavaType() == FieldDescriptor.JavaType.MESSAGE
        && field.getMessageType().equals(Rel.getDescriptor());
  }

  private String values(FieldDescriptor field, Object value) {
    return field.isRepeated()
        ? ((List<?>) value)
            .stream().map(each -> value(field, each)).collect(Collectors.joining(", ", "[", "]"))
        : value(field, value);
  }

  private String value(FieldDescriptor field, Object value) {
    return switch (field.getJavaType()) {
      case STRING -> quoted((String) value);
      case BYTE_STRING ->
          "x\"" + HexFormat.of().formatHex(((ByteString) value).toByteArray()) + "\"";
      case ENUM -> constant((EnumValueDescriptor) value);
      case MESSAGE -> message((Message) value);
      default -> String.valueOf(value);
    };
  }

  /** One that this version does not know is a number. */
  private static String constant(EnumValueDescriptor value) {
    return value.getType().findValueByNumber(value.getNumber()) == null
        ? String.valueOf(value.getNumber())
        : value.getName();
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }

  /**
   * Reading takes as long as an expression is, so that a message is read once as a whole. Only
   * where that is not the same, each part of it is read to find those that need another form.
   */
  private String message(Message message) {
    try {
      String whole = shortForm(message, shortest);
      if (reads(whole, message)) {
        return whole;
      }
      String text = shortForm(message, exact);
      return reads(text, message) ? text : fields(message);
    } catch (InvalidProtocolBufferException e) {
      return fields(message);
    }
  }

  private String shortForm(Message message, ExpressionText expressions)
      throws InvalidProtocolBufferException {
    Descriptor type = message.getDescriptorForType();
    if (type.equals(Expression.getDescriptor())) {
      return expressions.of(Expression.parseFrom(message.toByteString()));
    }
    if (type.equals(Expression.FieldReference.getDescriptor())) {
      Expression.FieldReference reference =
          Expression.FieldReference.parseFrom(message.toByteString());
      return expressions.of(Expression.newBuilder().setSelection(reference).build());
    }
    if (type.equals(AggregateFunction.getDescriptor())) {
      return expressions.of(AggregateFunction.parseFrom(message.toByteString()));
    }
    if (type.equals(Type.getDescriptor())) {
      return TypeText.of(Type.parseFrom(message.toByteString()));
    }
    if (type.equals(ChangelogMode.getDescriptor())) {
      return changelog(ChangelogMode.parseFrom(message.toByteString()));
    }
    if (type.equals(RelCommon.getDescriptor())) {
      RelCommon common = RelCommon.parseFrom(message.toByteString());
      return common.hasEmit() ? "emit" + common.getEmit().getOutputMappingList() : "direct";
    }
    if (type.equals(AdvancedExtension.getDescriptor())) {
      String text = any(AdvancedExtension.parseFrom(message.toByteString()).getEnhancement());
      return text.startsWith("{") ? fields(message) : text;
    }
    if (type.equals(Any.getDescriptor())) {
      return any(Any.parseFrom(message.toByteString()));
    }
    return fields(message);
  }

  private static String changelog(ChangelogMode mode) {
    return mode.getKindsList().stream()
        .map(FullTextWriter::kind)
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String kind(RowKind kind) {
    return switch (kind) {
      case ROW_KIND_INSERT -> "+I";
      case ROW_KIND_UPDATE_BEFORE -> "-U";
      case ROW_KIND_UPDATE_AFTER -> "+U";
      case ROW_KIND_DELETE -> "-D";
      default -> "?";
    };
  }

  /** A message of ours by its name; one that is not known keeps its bytes. */
  private String any(Any any) throws InvalidProtocolBufferException {
    Descriptor type =
        any.getTypeUrl().startsWith(OURS)
            ? PlanJson.MESSAGES.getDescriptorForTypeUrl(any.getTypeUrl())
            : null;
    return type == null
        ? fields(any)
        : type.getName() + fields(DynamicMessage.parseFrom(type, any.getValue()));
  }

  private String fields(Message message) {
    List<String> fields = new ArrayList<>();
    message
        .getAllFields()
        .forEach((field, value) -> fields.add(field.getName() + "=" + values(field, value)));
    return fields.stream().collect(Collectors.joining(", ", "{", "}"));
  }

  private boolean reads(String text, Message message) {
    if (text.startsWith("{") && !text.startsWith("{+") && !text.startsWith("{-")) {
      return true;
    }
    TextCursor cursor = new TextCursor(text, 1);
    try {
      Message read = new FullTextReader(functions).message(cursor, message.newBuilderForType());
      return cursor.atEnd() && read.toByteString().equals(message.toByteString());
    } catch (TextFormat.ParseException e) {
      return false;
    }
  }

  /** Expressions whose parts are short where they have such a form. */
  private class Shortest extends ExpressionText {
    Shortest(Map<Integer, String> names) {
      super(names);
    }

    @Override
    final String other(Expression expression) {
      return fields(expression);
    }
  }

  /** Expressions whose parts are short wherever the reader makes the same of them. */
  private final class Exact extends Shortest {
    Exact(Map<Integer, String> names) {
      super(names);
    }

    @Override
    String of(Expression expression) {
      String text = super.of(expression);
      return reads(text, expression) ? text : fields(expression);
    }
  }
}
