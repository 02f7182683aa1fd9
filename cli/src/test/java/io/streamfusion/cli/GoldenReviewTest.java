package io.streamfusion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a plan that differs to one that somebody has looked at. */
class GoldenReviewTest {

  @TempDir private Path root;

  @BeforeEach
  void writeTwoCasesWhosePlansDiffer() throws IOException {
    for (String name : new String[] {"one", "two"}) {
      Path golden = Files.createDirectories(root.resolve("topic").resolve(name));
      Files.writeString(
          golden.resolve("query.sql"),
          """
          CREATE TABLE src (a INT) WITH ('connector'='datagen');
          SELECT a + 1 FROM src;
          """);
      Files.writeString(golden.resolve("plan.txt"), "as it was\n");
    }
  }

  private CommandLineRun golden(String... args) {
    String[] all = new String[args.length + 2];
    all[0] = "golden";
    System.arraycopy(args, 0, all, 1, args.length);
    all[args.length + 1] = root.toString();
    return CommandLineRun.of(all);
  }

  private Path file(String name, String file) {
    return root.resolve("topic").resolve(name).resolve(file);
  }

  @Test
  void aFailedVerifyLeavesPlansToReview() {
    CommandLineRun verify = golden("verify", "--pending");
    assertThat(verify.exit()).isEqualTo(1);
    assertThat(verify.out()).contains("- as it was", "goldens: 0 passed, 2 failed");
    assertThat(verify.err()).contains("sf-plan golden review");

    CommandLineRun pending = golden("pending");
    assertThat(pending.out()).isEqualTo("topic/one\ntopic/two\ngoldens: 2 pending\n");
    assertThat(pending.exit()).isEqualTo(1);
  }

  @Test
  void programsGetTheDifference() {
    assertThat(golden("verify", "--no-pending", "--format", "junit").out())
        .contains("<failure type=\"differs from the reviewed plan\">", "- as it was");
    assertThat(golden("verify", "--no-pending", "--format", "github").out())
        .contains(
            "goldens: 0 passed, 2 failed\n::error file=" + file("one", "query.sql") + ",line=1,");
  }

  @Test
  void nothingIsLeftBehindWhereNobodyReviews() {
    assertThat(golden("verify", "--no-pending").exit()).isEqualTo(1);
    assertThat(golden("pending").out()).isEqualTo("goldens: 0 pending\n");
    assertThat(golden("pending").exit()).isZero();
  }

  @Test
  void acceptMakesVerifyPassAndRejectDoesNot() throws IOException {
    golden("verify", "--pending");

    assertThat(golden("reject", "--case", "two").out())
        .isEqualTo("rejected topic/two\ngoldens: 1 rejected\n");
    assertThat(golden("accept").out()).isEqualTo("accepted topic/one\ngoldens: 1 accepted\n");

    assertThat(Files.readString(file("one", "plan.txt"))).contains("NativeCalc");
    assertThat(Files.readString(file("two", "plan.txt"))).isEqualTo("as it was\n");
    assertThat(golden("verify", "--no-pending").out()).contains("goldens: 1 passed, 1 failed");
    assertThat(golden("pending").exit()).isZero();
  }

  @Test
  void reviewAsksForEachPlan() throws IOException {
    golden("verify", "--pending");

    CommandLineRun review = answering("what?\na\ns\n");
    assertThat(review.out())
        .contains("topic/one (", "- as it was", "[a]ccept, [r]eject, [s]kip, [q]uit? [a]ccept")
        .endsWith("goldens: 1 pending\n");
    assertThat(review.exit()).isEqualTo(1);
    assertThat(Files.readString(file("one", "plan.txt"))).contains("NativeCalc");

    assertThat(answering("").out()).endsWith("goldens: 1 pending\n");
    CommandLineRun rest = answering("r\n");
    assertThat(rest.exit()).isZero();
    assertThat(Files.readString(file("two", "plan.txt"))).isEqualTo("as it was\n");
  }

  @Test
  void aVersionOfFlinkHasPlansOfItsOwnWhereTheyDiffer() throws IOException {
    Files.writeString(file("two", "plan.flink-9.9.txt"), "of another version\n");

    assertThat(golden("update", "--this-version", "--case", "one").out())
        .contains("updated " + file("one", "plan.flink-2.2.txt"));

    assertThat(Files.readString(file("one", "plan.txt"))).isEqualTo("as it was\n");
    assertThat(golden("verify", "--no-pending").out()).contains("goldens: 1 passed, 1 failed");
    Files.copy(
        file("one", "plan.flink-2.2.txt"),
        file("one", "plan.txt"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThat(golden("prune").out())
        .isEqualTo("deleted " + file("one", "plan.flink-2.2.txt") + "\ngoldens: 1 pruned\n");
    assertThat(file("two", "plan.flink-9.9.txt")).exists();
  }

  @Test
  void pruneDeletesPlansWithoutAQuery() throws IOException {
    Files.delete(file("two", "query.sql"));

    CommandLineRun prune = golden("prune");

    assertThat(prune.out())
        .isEqualTo("deleted " + file("two", "plan.txt") + "\ngoldens: 1 pruned\n");
    assertThat(file("two", "plan.txt")).doesNotExist();
    assertThat(file("one", "plan.txt")).exists();
  }

  private CommandLineRun answering(String answers) {
    InputStream original = System.in;
    System.setIn(new ByteArrayInputStream(answers.getBytes(StandardCharsets.UTF_8)));
    try {
      return golden("review");
    } finally {
      System.setIn(original);
    }
  }
}
