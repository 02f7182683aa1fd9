package io.streamfusion.cli.diff;

import io.streamfusion.cli.report.Page;
import io.streamfusion.cli.report.Xml;
import java.util.List;
import java.util.Optional;

/** Differences as one page that needs nothing else: both plans of a query next to each other. */
public final class DiffPage {

  private static final String STYLE =
      """
      body { margin: 1rem 1.5rem; }
      h2 { font-size: 1rem; font-family: ui-monospace, monospace; }
      table { border-collapse: collapse; width: 100%; table-layout: fixed; }
      td { font: 13px/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
        vertical-align: top; padding: .1rem .5rem; border: 1px solid #8884; }
      .gone { background: #f6d5d5; } .added { background: #d7f0dd; }
      @media (prefers-color-scheme: dark) { .gone { background: #5c2424; }
        .added { background: #1f4d2b; } }
      """;

  private final StringBuilder text = new StringBuilder(Page.head("sf-plan diff", STYLE));

  private DiffPage() {}

  /**
   * Writes a page.
   *
   * @param summary of all differences
   */
  public static String of(List<QueryDiff> diffs, String summary) {
    DiffPage page = new DiffPage();
    page.text.append("<p>").append(Xml.escaped(summary)).append("</p>\n");
    diffs.forEach(page::query);
    return page.text.append("</body>\n</html>\n").toString();
  }

  private void query(QueryDiff diff) {
    text.append("<h2>").append(Xml.escaped(diff.title())).append("</h2>\n");
    if (!diff.why().isEmpty()) {
      text.append("<ul>");
      diff.why().forEach(line -> text.append("<li>").append(Xml.escaped(line)).append("</li>"));
      text.append("</ul>\n");
    }
    text.append("<table>\n");
    for (LineDiff.Row row : LineDiff.sideBySide(diff.before(), diff.after())) {
      text.append("<tr>");
      cell(row.before(), row.isCommon() ? "" : "gone");
      cell(row.after(), row.isCommon() ? "" : "added");
      text.append("</tr>\n");
    }
    text.append("</table>\n");
  }

  private void cell(Optional<String> line, String style) {
    text.append(style.isEmpty() || line.isEmpty() ? "<td>" : "<td class=\"" + style + "\">")
        .append(Xml.escaped(line.orElse("")))
        .append("</td>");
  }
}
