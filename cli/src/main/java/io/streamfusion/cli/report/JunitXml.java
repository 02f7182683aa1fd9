package io.streamfusion.cli.report;

/** JUnit's XML, which most CI systems display, in the order in which it is written. */
final class JunitXml {

  private final StringBuilder text =
      new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");

  /** Opens a suite, whose cases follow. */
  void open(String name, long tests, long failures, long errors) {
    text.append(
        String.format(
            "  <testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n",
            Xml.escaped(name), tests, failures, errors));
  }

  /** Closes the suite that is open. */
  void close() {
    text.append("  </testsuite>\n");
  }

  /** A case that passed. */
  void passed(String suite, String name) {
    openCase(suite, name);
    text.append("    </testcase>\n");
  }

  /** A case that failed, with {@code failure} or {@code error} as the element. */
  void failed(String suite, String name, String element, String type, String message) {
    openCase(suite, name);
    text.append(
        String.format(
            "      <%s type=\"%s\">%s</%s>\n    </testcase>\n",
            element, Xml.escaped(type), Xml.escaped(message), element));
  }

  /** Everything that was written. */
  String end() {
    return text.append("</testsuites>\n").toString();
  }

  private void openCase(String suite, String name) {
    text.append(
        String.format(
            "    <testcase classname=\"%s\" name=\"%s\">\n",
            Xml.escaped(suite), Xml.escaped(name)));
  }
}
