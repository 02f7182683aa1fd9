package io.streamfusion.parity.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.parity.casefile.ParityCase;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeyedQueriesTest {
  private final KeyedQueries queries = new KeyedQueries(Path.of("cases"));

  @Test
  void everyNameIsACaseOverTheEventsThatAreAskedFor() throws Exception {
    for (String name : KeyedQueries.NAMES) {
      for (int parallelism : new int[] {1, 2}) {
        ParityCase timed = queries.timed(name, 7_000, parallelism, Map.of("a", "b"));
        assertThat(timed.parallelism()).containsExactly(parallelism);
        assertThat(timed.settings()).containsEntry("a", "b");
        assertThat(timed.tableOptions().values())
            .anySatisfy(
                source ->
                    assertThat(source)
                        .containsEntry("events", "7000")
                        .containsEntry("splits", Integer.toString(parallelism)))
            .anySatisfy(sink -> assertThat(sink).containsEntry("connector", "blackhole"));
        assertThat(queries.checked(name, 7_000, parallelism).tableOptions().values())
            .anySatisfy(sink -> assertThat(sink).containsEntry("connector", "parity-sink"));
      }
    }
  }
}
