package io.streamfusion.cli.report;

/** The beginning of a page that needs nothing but itself, in the reader's light or dark theme. */
public final class Page {

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">
      <title>%s</title>
      <style>
      body { font: 15px/1.45 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
      @media (prefers-color-scheme: dark) { body { color: #f0f0f0; background: #16181a; } }
      %s</style>
      </head>
      <body>
      """;

  private Page() {}

  /**
   * Everything up to the body.
   *
   * @param style rules of the page's own, after those of every page
   */
  public static String head(String title, String style) {
    return String.format(HEAD, Xml.escaped(title), style);
  }
}
