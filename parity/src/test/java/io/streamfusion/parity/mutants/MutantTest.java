package io.streamfusion.parity.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.parity.casefile.CaseParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MutantTest {
  private static final Path LIST = Path.of("mutants.properties");
  private static final Path CASES = Path.of("cases");
  private static final Path ENGINE = Path.of("..", "engine-rs", "crates");

  @TempDir private Path folder;

  @Test
  void everyListedCaseCanBeRead() throws Exception {
    List<Mutant> mutants = Mutant.read(LIST, CASES);

    assertThat(mutants).hasSizeGreaterThanOrEqualTo(12);
    for (Mutant mutant : mutants) {
      for (Path file : mutant.cases()) {
        assertThat(CaseParser.parse(file).title()).isNotEmpty();
      }
    }
  }

  /** A fault that is declared and nowhere asked for would make a mutant that is none. */
  @Test
  void everyListedFaultIsSomewhereInTheEngine() throws Exception {
    String declared = Files.readString(ENGINE.resolve("faults/src/lib.rs"));
    String engine = sources();
    for (Mutant mutant : Mutant.read(LIST, CASES)) {
      String variant =
          Stream.of(mutant.fault().split("-"))
              .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
              .collect(Collectors.joining());
      assertThat(declared).contains(variant + " = \"" + mutant.fault() + "\"");
      assertThat(engine).contains("is_on(Fault::" + variant + ")");
    }
  }

  @Test
  void namesTheLineThatItCannotRead() throws Exception {
    assertThatThrownBy(() -> read("a-fault\n")).hasMessageContaining("not 'a-fault'");
    assertThatThrownBy(() -> read("a = x.sql\n\na = y.sql\n")).hasMessageContaining("listed twice");
    assertThat(read("# a comment\na = x/y.sql, z.sql\nb = z.sql, fuzz:state\n"))
        .containsExactly(
            new Mutant("a", List.of(CASES.resolve("x/y.sql"), CASES.resolve("z.sql")), false),
            new Mutant("b", List.of(CASES.resolve("z.sql")), true));
  }

  private List<Mutant> read(String text) throws IOException, MutantException {
    return Mutant.read(Files.writeString(folder.resolve("list"), text), CASES);
  }

  private static String sources() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(ENGINE)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".rs")).toList()) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }
}
