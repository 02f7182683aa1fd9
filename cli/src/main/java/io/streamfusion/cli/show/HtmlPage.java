package io.streamfusion.cli.show;

import io.streamfusion.cli.report.Page;
import io.streamfusion.cli.report.Xml;
import java.util.List;
import java.util.Map;

/** One page that needs nothing else: the pictures of some files, and details on a click. */
final class HtmlPage {

  private static final String STYLE =
      """
      body { margin: 0; }
      main { padding: 1rem 1.5rem 16rem; }
      h1 { font-size: 1.2rem; } h2 { font-size: 1rem; font-family: ui-monospace, monospace; }
      .plan { overflow-x: auto; border: 1px solid #8886; border-radius: 8px; }
      .node { cursor: pointer; }
      .key span { display: inline-block; padding: 0 .6em; margin-right: .6em; border-radius: 4px;
        border: 1px solid #8888; color: #1a1a1a; }
      aside { position: fixed; left: 0; right: 0; bottom: 0; max-height: 40vh; overflow: auto;
        background: #f4f4f4; border-top: 2px solid #888; padding: .6rem 1.5rem; }
      dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .3rem 0; }
      dt { font-weight: 600; } dd { margin: 0; font-family: ui-monospace, monospace;
        overflow-wrap: anywhere; }
      @media (prefers-color-scheme: dark) { aside { background: #24272a; } }
      """;

  private static final String SCRIPT =
      """
      <script>
      const details = document.getElementById('details');
      function show(node) {
        document.querySelectorAll('.node.selected').forEach(n => n.classList.remove('selected'));
        node.classList.add('selected');
        details.replaceChildren(document.getElementById(node.id + '-details').content.cloneNode(true));
        details.hidden = false;
      }
      document.querySelectorAll('.node').forEach(node => {
        node.addEventListener('click', () => show(node));
        node.addEventListener('keydown', event => {
          if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); show(node); }
        });
      });
      document.addEventListener('keydown', event => {
        if (event.key === 'Escape') { details.hidden = true; }
      });
      </script>
      </body>
      </html>
      """;

  private final StringBuilder text = new StringBuilder();
  private int pictures;

  private HtmlPage() {}

  static String of(Map<String, List<Picture>> files) {
    HtmlPage page = new HtmlPage();
    page.text.append(Page.head("sf-plan", STYLE + SvgText.STYLE)).append("<main>\n");
    page.text.append(
        """
        <p class="key"><span style="background:#d7f0dd">native</span>\
        <span style="background:#d8e8f7">native, host evaluator</span>\
        <span style="background:#f3e7c9">Flink</span> dashed arrows are exchanges; click a box</p>
        """);
    files.forEach(page::file);
    page.text.append("</main>\n<aside id=\"details\" hidden></aside>\n").append(SCRIPT);
    return page.text.toString();
  }

  private void file(String name, List<Picture> shown) {
    text.append("<h1>").append(Xml.escaped(name)).append("</h1>\n");
    shown.forEach(this::picture);
  }

  private void picture(Picture picture) {
    String prefix = "p" + pictures++ + "-";
    text.append("<h2>")
        .append(Xml.escaped(picture.title()))
        .append("</h2>\n<p>")
        .append(Xml.escaped(picture.routing()))
        .append("</p>\n<div class=\"plan\">\n")
        .append(SvgText.of(picture, prefix, false))
        .append("</div>\n");
    picture.nodes().forEach(node -> details(prefix, node));
  }

  private void details(String prefix, Picture.Node node) {
    text.append("<template id=\"")
        .append(prefix)
        .append("node-")
        .append(node.id())
        .append("-details\"><strong>")
        .append(Xml.escaped(node.name()))
        .append("</strong><dl>");
    node.details()
        .forEach(
            (label, value) ->
                text.append("<dt>")
                    .append(Xml.escaped(label))
                    .append("</dt><dd>")
                    .append(Xml.escaped(value))
                    .append("</dd>"));
    text.append("</dl></template>\n");
  }
}
