package io.streamfusion.substrait.text;

import com.google.protobuf.TextFormat;
import io.substrait.proto.Plan;

/**
 * A plan as text that says all of it and reads back to the same bytes: a line for each relation,
 * its inputs below it. What Substrait or we add to a message later on is in it without a change
 * here.
 *
 * <pre>
 * extensions {extension_function={extension_urn_reference=1, function_anchor=1, name="gt:any_any"}}
 * # fragment 0
 * root names=["id"]
 *   project common=emit[1] expressions=[$0] advanced_extension=StreamRelEnhancement{...}
 *     read common=direct base_schema={names=["id"], struct={types=[i64?], ...}} ...
 * </pre>
 *
 * <p>A field is {@code name=value}: a number, a name of an enum, {@code "text"}, {@code x"bytes"},
 * {@code [list]}, {@code {fields of a message}}, {@code Name{fields}} for a message of ours in an
 * {@code Any}. An expression or type is written as in {@link ExpressionText} and {@link TypeText}
 * where that says all of it. Empty lines, and lines that start with {@code #}, say nothing.
 */
public final class FullText {

  private FullText() {}

  /** Writes a plan. Fields that this version does not know are left out. */
  public static String of(Plan plan) {
    return FullTextWriter.write(plan);
  }

  /**
   * Reads a plan back.
   *
   * @throws TextFormat.ParseException with line and column, if the text is none of a plan
   */
  public static Plan parse(String text) throws TextFormat.ParseException {
    return FullTextReader.read(text);
  }
}
