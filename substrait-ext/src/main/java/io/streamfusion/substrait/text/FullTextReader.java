package io.streamfusion.substrait.text;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
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
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@link FullText}. */
final class FullTextReader {

  private static final Pattern INDENT = Pattern.compile(" *");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+): ");
  private static final Pattern HEX = Pattern.compile("x\"((?:[0-9a-f]{2})*)\"");
  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9][0-9.]*(?:E-?\\d+)?|-?Infinity|NaN");

  private FunctionNames functions;
  private List<String> lines = List.of();
  private int next;

  FullTextReader(FunctionNames functions) {
    this.functions = functions;
  }

  static Plan read(String text) throws TextFormat.ParseException {
    FullTextReader reader = new FullTextReader(FunctionNames.of(Plan.getDefaultInstance()));
    reader.lines = text.lines().toList();
    return reader.plan();
  }

  private Plan plan() throws TextFormat.ParseException {
    Plan.Builder plan = Plan.newBuilder();
    while (skipsToLine()) {
      TextCursor cursor = cursor();
      if (depth(cursor) != 0) {
        throw cursor.error("deeper than what it could belong to");
      }
      if (cursor.sees("root") || (cursor.sees("rel") && !cursor.sees("relations"))) {
        functions = FunctionNames.of(plan.build());
        plan.addRelations((PlanRel) relation(cursor, 0, PlanRel.newBuilder()));
      } else {
        FieldDescriptor field = field(cursor, Plan.getDescriptor());
        cursor.expect(" ");
        set(cursor, plan, field, value(cursor, plan, field));
        end(cursor);
        next++;
      }
    }
    return plan.build();
  }

  /** Goes to the next line that says something; false behind the last one. */
  private boolean skipsToLine() {
    while (next < lines.size()
        && (lines.get(next).isBlank() || lines.get(next).strip().startsWith("#"))) {
      next++;
    }
    return next < lines.size();
  }

  private TextCursor cursor() {
    return new TextCursor(lines.get(next), next + 1);
  }

  private static int depth(TextCursor cursor) throws TextFormat.ParseException {
    int spaces = cursor.match(INDENT).group().length();
    if (spaces % 2 != 0) {
      throw cursor.error("lines are indented by two spaces a step");
    }
    return spaces / 2;
  }

  private static void end(TextCursor cursor) throws TextFormat.ParseException {
    if (!cursor.atEnd()) {
      throw cursor.error("expected the end of the line");
    }
  }

  /** A relation on this line, and its inputs on those below it. */
  private Message relation(TextCursor cursor, int depth, Message.Builder relation)
      throws TextFormat.ParseException {
    if (cursor.takes("none")) {
      end(cursor);
      next++;
      return relation.build();
    }
    FieldDescriptor kind = field(cursor, relation.getDescriptorForType());
    if (FullTextWriter.isRelation(kind)) {
      end(cursor);
      next++;
      if (!skipsToLine()) {
        throw cursor.error("expected a relation below");
      }
      TextCursor below = cursor();
      if (depth(below) != depth + 1) {
        throw below.error("expected a relation a step deeper");
      }
      return relation.setField(kind, relation(below, depth + 1, Rel.newBuilder())).build();
    }
    if (kind.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
      throw cursor.error("'" + kind.getName() + "' is no relation");
    }
    Message.Builder body = relation.newBuilderForField(kind);
    while (cursor.takes(" ")) {
      pair(cursor, body);
    }
    end(cursor);
    next++;
    inputs(body, depth + 1);
    return relation.setField(kind, body.build()).build();
  }

  private void inputs(Message.Builder body, int depth) throws TextFormat.ParseException {
    while (skipsToLine()) {
      TextCursor cursor = cursor();
      int found = depth(cursor);
      if (found > depth) {
        throw cursor.error("deeper than what it could belong to");
      }
      if (found < depth) {
        return;
      }
      FieldDescriptor field = input(cursor, body.getDescriptorForType());
      Message input = relation(cursor, depth, Rel.newBuilder());
      set(cursor, body, field, input);
    }
  }

  private static FieldDescriptor input(TextCursor cursor, Descriptor type)
      throws TextFormat.ParseException {
    Matcher label = cursor.match(LABEL);
    FieldDescriptor field =
        label != null
            ? type.findFieldByName(label.group(1))
            : FullTextWriter.INPUTS.stream()
                .map(type::findFieldByName)
                .filter(found -> found != null)
                .findFirst()
                .orElse(null);
    if (field == null || !FullTextWriter.isRelation(field)) {
      throw cursor.error("a " + type.getName() + " has no such input");
    }
    return field;
  }

  private static FieldDescriptor field(TextCursor cursor, Descriptor type)
      throws TextFormat.ParseException {
    int start = cursor.save();
    String name = cursor.word();
    FieldDescriptor field = type.findFieldByName(name);
    if (field == null) {
      cursor.restore(start);
      throw cursor.error("a " + type.getName() + " has no '" + name + "'");
    }
    return field;
  }

  /** {@code name=value}. */
  private void pair(TextCursor cursor, Message.Builder builder) throws TextFormat.ParseException {
    FieldDescriptor field = field(cursor, builder.getDescriptorForType());
    cursor.expect("=");
    if (!field.isRepeated()) {
      set(cursor, builder, field, value(cursor, builder, field));
      return;
    }
    cursor.expect("[");
    for (boolean first = true; !cursor.takes("]"); first = false) {
      if (!first) {
        cursor.expect(", ");
      }
      set(cursor, builder, field, value(cursor, builder, field));
    }
  }

  private static void set(
      TextCursor cursor, Message.Builder builder, FieldDescriptor field, Object value)
      throws TextFormat.ParseException {
    if (field.isRepeated()) {
      builder.addRepeatedField(field, value);
      return;
    }
    boolean taken =
        field.getRealContainingOneof() != null
            ? builder.hasOneof(field.getRealContainingOneof())
            : field.hasPresence() && builder.hasField(field);
    if (taken) {
      throw cursor.error("'" + field.getName() + "', or what excludes it, is there twice");
    }
    builder.setField(field, value);
  }

  private Object value(TextCursor cursor, Message.Builder builder, FieldDescriptor field)
      throws TextFormat.ParseException {
    switch (field.getJavaType()) {
      case MESSAGE:
        return message(cursor, builder.newBuilderForField(field));
      case STRING:
        cursor.expect("\"");
        return cursor.quoted('"');
      case BYTE_STRING:
        Matcher hex = cursor.match(HEX);
        if (hex == null) {
          throw cursor.error("expected bytes, such as x\"00ff\"");
        }
        return ByteString.copyFrom(HexFormat.of().parseHex(hex.group(1)));
      case BOOLEAN:
        if (cursor.takes("true")) {
          return true;
        }
        cursor.expect("false");
        return false;
      case ENUM:
        return constant(cursor, field);
      default:
        return number(cursor, field);
    }
  }

  private static EnumValueDescriptor constant(TextCursor cursor, FieldDescriptor field)
      throws TextFormat.ParseException {
    int start = cursor.save();
    Matcher number = cursor.match(NUMBER);
    if (number != null) {
      cursor.restore(start);
      return field.getEnumType().findValueByNumberCreatingIfUnknown(cursor.integer());
    }
    String name = cursor.word();
    EnumValueDescriptor value = field.getEnumType().findValueByName(name);
    if (value == null) {
      cursor.restore(start);
      throw cursor.error("no " + field.getEnumType().getName() + " is called '" + name + "'");
    }
    return value;
  }

  private static Object number(TextCursor cursor, FieldDescriptor field)
      throws TextFormat.ParseException {
    int start = cursor.save();
    Matcher number = cursor.match(NUMBER);
    try {
      if (number != null) {
        return switch (field.getJavaType()) {
          case INT -> Integer.valueOf(number.group());
          case LONG -> Long.valueOf(number.group());
          case FLOAT -> Float.valueOf(number.group());
          default -> Double.valueOf(number.group());
        };
      }
    } catch (NumberFormatException e) {
      cursor.restore(start);
    }
    throw cursor.error("'" + field.getName() + "' takes a number that fits");
  }

  /** A message in its short form, or field by field. */
  Message message(TextCursor cursor, Message.Builder builder) throws TextFormat.ParseException {
    Descriptor type = builder.getDescriptorForType();
    boolean inBraces = cursor.sees("{");
    if (type.equals(ChangelogMode.getDescriptor()) && (cursor.sees("{+") || cursor.sees("{-"))) {
      return changelog(cursor);
    }
    if (inBraces) {
      return fields(cursor, builder);
    }
    if (type.equals(Expression.getDescriptor())) {
      return expressions(cursor).read();
    }
    if (type.equals(Expression.FieldReference.getDescriptor())) {
      return expressions(cursor).selection();
    }
    if (type.equals(AggregateFunction.getDescriptor())) {
      return expressions(cursor).aggregate();
    }
    if (type.equals(Type.getDescriptor())) {
      return new TypeReader(cursor).read();
    }
    if (type.equals(RelCommon.getDescriptor())) {
      return common(cursor);
    }
    if (type.equals(AdvancedExtension.getDescriptor())) {
      return AdvancedExtension.newBuilder().setEnhancement(any(cursor)).build();
    }
    if (type.equals(Any.getDescriptor())) {
      return any(cursor);
    }
    throw cursor.error("expected a " + type.getName() + " in braces");
  }

  private ExpressionReader expressions(TextCursor cursor) {
    return new ExpressionReader(
        functions, cursor, at -> (Expression) fields(at, Expression.newBuilder()));
  }

  private Message fields(TextCursor cursor, Message.Builder builder)
      throws TextFormat.ParseException {
    cursor.expect("{");
    for (boolean first = true; !cursor.takes("}"); first = false) {
      if (!first) {
        cursor.expect(", ");
      }
      pair(cursor, builder);
    }
    return builder.build();
  }

  private static ChangelogMode changelog(TextCursor cursor) throws TextFormat.ParseException {
    ChangelogMode.Builder mode = ChangelogMode.newBuilder();
    cursor.expect("{");
    while (!cursor.takes("}")) {
      if (mode.getKindsCount() > 0) {
        cursor.expect(",");
      }
      mode.addKinds(kind(cursor));
    }
    return mode.build();
  }

  private static RowKind kind(TextCursor cursor) throws TextFormat.ParseException {
    if (cursor.takes("+I")) {
      return RowKind.ROW_KIND_INSERT;
    }
    if (cursor.takes("-U")) {
      return RowKind.ROW_KIND_UPDATE_BEFORE;
    }
    if (cursor.takes("+U")) {
      return RowKind.ROW_KIND_UPDATE_AFTER;
    }
    cursor.expect("-D");
    return RowKind.ROW_KIND_DELETE;
  }

  private static RelCommon common(TextCursor cursor) throws TextFormat.ParseException {
    if (cursor.takes("direct")) {
      return RelCommon.newBuilder().setDirect(RelCommon.Direct.getDefaultInstance()).build();
    }
    cursor.expect("emit[");
    RelCommon.Emit.Builder emit = RelCommon.Emit.newBuilder();
    while (!cursor.takes("]")) {
      if (emit.getOutputMappingCount() > 0) {
        cursor.expect(", ");
      }
      emit.addOutputMapping(cursor.integer());
    }
    return RelCommon.newBuilder().setEmit(emit).build();
  }

  private Any any(TextCursor cursor) throws TextFormat.ParseException {
    int start = cursor.save();
    String name = cursor.word();
    Descriptor type = PlanJson.MESSAGES.find("streamfusion.substrait.v1." + name);
    if (type == null) {
      cursor.restore(start);
      throw cursor.error("no message of ours is called '" + name + "'");
    }
    Message message = fields(cursor, DynamicMessage.newBuilder(type));
    return Any.newBuilder()
        .setTypeUrl(FullTextWriter.OURS + name)
        .setValue(message.toByteString())
        .build();
  }
}
