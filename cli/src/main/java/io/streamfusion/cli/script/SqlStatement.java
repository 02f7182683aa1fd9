package io.streamfusion.cli.script;

/**
 * One statement of a SQL file.
 *
 * @param ordinal 1-based position in the file
 * @param text the statement without its closing semicolon
 * @param line 1-based line of the statement's first character
 * @param column 1-based column of the statement's first character
 */
public record SqlStatement(int ordinal, String text, int line, int column) {

  /** The statement's first words, for a list that names statements. */
  public String title() {
    String flat = text.replaceAll("\\s+", " ").strip();
    return flat.length() <= 60 ? flat : flat.substring(0, 57) + "...";
  }
}
