package io.streamfusion.translator.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CoverageDocumentTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "coverage-and-fallbacks.md");

  /** {@code -Dstreamfusion.docs.update=true} writes it anew. */
  @Test
  void theDocumentIsCurrent() throws Exception {
    if (Boolean.getBoolean("streamfusion.docs.update")) {
      Files.writeString(DOCUMENT, CoverageDocument.render());
    }
    assertThat(Files.readString(DOCUMENT)).isEqualTo(CoverageDocument.render());
  }
}
