package io.streamfusion.translator.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.substrait.Contract;
import io.streamfusion.substrait.FunctionCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
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

  /** A function of the contract has a kernel or is one of the special forms. */
  @Test
  void everyDeclaredFunctionIsListed() {
    Set<String> declared =
        FunctionCatalogue.get().collection().scalarFunctions().stream()
            .map(
                function ->
                    function.urn().substring(Contract.FUNCTION_URN_PREFIX.length())
                        + "."
                        + function.name())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> listed =
        SupportRegistry.entries().stream()
            .filter(entry -> entry.kind() == SupportEntry.Kind.FUNCTION)
            .map(SupportEntry::name)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(declared).contains("logic.and").hasSizeGreaterThan(50);
    // Not a function of SQL, and an expression that is no function.
    declared.remove("host.host_call");
    declared.add("conditional.if_then");
    assertThat(listed).isEqualTo(declared);
  }
}
