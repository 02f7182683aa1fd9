package io.streamfusion.cli.show;

import io.streamfusion.cli.report.StatementReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The plans of files as pictures. */
public final class PlanPictures {

  private final Map<String, List<Picture>> files = new LinkedHashMap<>();

  private PlanPictures() {}

  /** Draws every statement that was planned. */
  public static PlanPictures of(Map<String, List<StatementReport>> reports) {
    PlanPictures pictures = new PlanPictures();
    reports.forEach(
        (file, statements) -> {
          List<Picture> drawn = new ArrayList<>();
          for (StatementReport statement : statements) {
            statement
                .translation()
                .ifPresent(translation -> drawn.add(Picture.of(statement, translation)));
          }
          pictures.files.put(file, drawn);
        });
    return pictures;
  }

  /** One page that needs nothing else. */
  public String html() {
    return HtmlPage.of(files);
  }

  /** For Markdown. */
  public String mermaid() {
    return MermaidText.of(files);
  }

  /** One image for each statement, in their order. */
  public List<String> svg() {
    return files.values().stream()
        .flatMap(List::stream)
        .map(picture -> SvgText.of(picture, "", true))
        .toList();
  }
}
