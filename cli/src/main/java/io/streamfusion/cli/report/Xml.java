package io.streamfusion.cli.report;

/** Text inside of XML and HTML. */
public final class Xml {

  private Xml() {}

  /** The text as the content of an element or the value of an attribute. */
  public static String escaped(String value) {
    return value
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        // XML has no form for most control characters.
        .replaceAll("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F]", "?");
  }
}
