package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.cli.browser.Browser;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Plans as pictures: the page in a browser, SVG as XML, Mermaid as text. */
class ShowCommandTest {

  private static final String SQL =
      """
      CREATE TABLE bids (auction BIGINT, price BIGINT, url STRING) WITH ('connector' = 'datagen');
      CREATE TABLE sums (auction BIGINT, n BIGINT, PRIMARY KEY (auction) NOT ENFORCED)
        WITH ('connector' = 'blackhole');
      INSERT INTO sums SELECT auction, COUNT(*) FROM bids WHERE url <> '<&"|#' GROUP BY auction;
      """;

  @TempDir private Path folder;
  private Path sql;

  @BeforeEach
  void writeFile() throws IOException {
    sql = folder.resolve("q.sql");
    Files.writeString(sql, SQL);
  }

  @Test
  void thePageWorksInABrowserWithoutAnythingElse() throws Exception {
    Files.writeString(sql, SQL + "SELECT auction FROM bids LIMIT 3;");
    Path page = folder.resolve("page.html");
    CommandLineRun run = CommandLineRun.of("show", sql.toString(), "-o", page.toString());
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();

    try (Browser browser = Browser.start(folder)) {
      browser.theme("light");
      browser.open(page);

      assertThat(browser.evaluate("document.querySelectorAll('svg').length")).isEqualTo("2");
      assertThat(
              browser.evaluate(
                  "document.querySelectorAll('svg')[0].querySelectorAll('.node').length"))
          .isEqualTo("4");
      assertThat(
              browser.evaluate(
                  "document.querySelectorAll('svg')[0].querySelectorAll('.edge').length"))
          .isEqualTo("3");
      assertThat(
              browser.evaluate(
                  "document.querySelectorAll('svg')[0].querySelector('.edge.exchange text').textContent"))
          .isEqualTo("hash[auction]");
      assertThat(browser.evaluate("document.querySelectorAll('.fragment').length")).isEqualTo("2");
      assertThat(
              browser.evaluate(
                  "[...document.querySelectorAll('.node')].every(n => { const b ="
                      + " n.getBoundingClientRect(); return b.width > 50 && b.height > 20; })"))
          .isEqualTo("true");

      assertThat(
              browser.evaluate(
                  """
                  [...document.querySelectorAll('.edge path')].every(path => {
                    const boxes = [...path.closest('svg').querySelectorAll('.node rect')]
                        .map(box => box.getBBox());
                    const from = path.getPointAtLength(0);
                    const to = path.getPointAtLength(path.getTotalLength());
                    const beside = (point, box, x) => Math.abs(point.x - x) < 1
                        && point.y > box.y && point.y < box.y + box.height;
                    return boxes.some(box => beside(from, box, box.x + box.width))
                        && boxes.some(box => beside(to, box, box.x));
                  })
                  """))
          .as("each arrow leads from a box to a box")
          .isEqualTo("true");

      assertThat(browser.evaluate("document.getElementById('details').hidden")).isEqualTo("true");
      browser.evaluate(
          "[...document.querySelectorAll('.node')].find(n =>"
              + " n.textContent.includes('GroupAggregate')).dispatchEvent(new MouseEvent('click',"
              + " {bubbles: true}))");
      assertThat(browser.evaluate("document.getElementById('details').hidden")).isEqualTo("false");
      assertThat(browser.evaluate("document.getElementById('details').textContent"))
          .contains("s0/group_aggregate-0", "COUNT(*)", "(BIGINT) -> count()", "{+I,+U}");
      browser.evaluate(
          "[...document.querySelectorAll('.node')].find(n =>"
              + " n.textContent.includes('Calc')).dispatchEvent(new KeyboardEvent('keydown', {key:"
              + " 'Enter', bubbles: true}))");
      assertThat(browser.evaluate("document.getElementById('details').textContent"))
          .contains("<&\"|#");
      browser.evaluate(
          "[...document.querySelectorAll('.node')].find(n =>"
              + " n.textContent.includes('Limit')).dispatchEvent(new MouseEvent('click'))");
      assertThat(browser.evaluate("document.getElementById('details').textContent"))
          .contains("not native", "OPERATOR_NOT_SUPPORTED");

      String light = browser.evaluate("getComputedStyle(document.body).backgroundColor");
      browser.theme("dark");
      assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor"))
          .isNotEqualTo(light);

      assertThat(browser.events("Runtime.exceptionThrown")).isEmpty();
      assertThat(browser.events("Log.entryAdded")).isEmpty();
      assertThat(browser.events("Runtime.consoleAPICalled")).isEmpty();
      assertThat(browser.events("Network.requestWillBeSent"))
          .extracting(event -> event.getAsJsonObject("request").get("url").getAsString())
          .isNotEmpty()
          .allMatch(url -> url.startsWith("file:") || url.startsWith("data:"));
    }
  }

  @Test
  void svgIsXmlWithABoxForEachNode() throws Exception {
    CommandLineRun run = CommandLineRun.of("show", sql.toString(), "--format", "svg");

    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(run.out())));
    assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(run.out()).contains("<g class=\"node kernel\"", "<g class=\"node flink\"");

    Files.writeString(sql, SQL + "SELECT 1 FROM bids;");
    CommandLineRun two = CommandLineRun.of("show", sql.toString(), "--format", "svg");
    assertThat(two.err()).contains("2 statements cannot be one SVG image", "hint: ");
    assertThat(two.exit()).isEqualTo(2);
  }

  @Test
  void mermaidHasAFrameForEachFragment() {
    CommandLineRun run = CommandLineRun.of("show", sql.toString(), "--format", "mermaid");

    assertThat(run.out())
        .isEqualTo(
            """
            %%%% %s: INSERT INTO sums SELECT auction, COUNT(*) FROM bids WHERE...
            flowchart LR
              n0["TableSourceScan<br>Flink"]:::flink
              n3["Sink<br>Flink"]:::flink
              subgraph f0[fragment 0]
                n1["Calc<br>native"]:::kernel
              end
              subgraph f1[fragment 1]
                n2["GroupAggregate<br>native"]:::kernel
              end
              n0 --> n1
              n1 -.->|"distribution=[hash[auction]]"| n2
              n2 --> n3
              classDef kernel fill:#d7f0dd,stroke:#444,color:#1a1a1a
              classDef host fill:#d8e8f7,stroke:#444,color:#1a1a1a
              classDef flink fill:#f3e7c9,stroke:#444,color:#1a1a1a
            """
                .formatted(sql));
  }
}
