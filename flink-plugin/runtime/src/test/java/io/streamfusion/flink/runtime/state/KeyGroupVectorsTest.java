package io.streamfusion.flink.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.streamfusion.flink.runtime.edge.RandomRows;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.table.data.GenericRowData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.DecimalType;
import org.apache.flink.table.types.logical.DoubleType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.TimestampType;
import org.apache.flink.table.types.logical.VarCharType;
import org.junit.jupiter.api.Test;

/**
 * Flink's hashes of keys and their key groups, which the engine's {@code key_group.rs} is tested
 * with. {@code -Dstreamfusion.fixtures.update=true} writes them anew.
 */
class KeyGroupVectorsTest {

  private static final Path FILE =
      Path.of("..", "..", "engine-rs", "crates", "state", "testdata", "key_groups.txt");
  private static final boolean UPDATE = Boolean.getBoolean("streamfusion.fixtures.update");
  private static final int[] MAX_PARALLELISMS = {1, 2, 7, 128, 32_768};

  @Test
  void theEngineIsTestedWithFlinksHashesAndKeyGroups() throws Exception {
    List<String> vectors = new ArrayList<>();
    vectors.add(
        "# By KeyGroupVectorsTest. row: bytes, hash. group: hash, max parallelism, key group.");
    for (BinaryRowData row : keys()) {
      byte[] bytes =
          BinarySegmentUtils.copyToBytes(row.getSegments(), row.getOffset(), row.getSizeInBytes());
      vectors.add("row " + HexFormat.of().formatHex(bytes) + " " + row.hashCode());
    }
    for (int hash : hashes()) {
      for (int max : MAX_PARALLELISMS) {
        int group = KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hash, max);
        vectors.add("group " + hash + " " + max + " " + group);
      }
    }
    if (UPDATE) {
      Files.createDirectories(FILE.getParent());
      Files.write(FILE, vectors);
    }

    assertThat(Files.readAllLines(FILE, StandardCharsets.UTF_8)).isEqualTo(vectors);
  }

  private static List<BinaryRowData> keys() {
    List<BinaryRowData> keys = new ArrayList<>();
    RowDataSerializer longs = new RowDataSerializer(RowType.of(new BigIntType()));
    for (Long key : new Long[] {0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, null}) {
      keys.add(longs.toBinaryRow(GenericRowData.of(key)).copy());
    }
    RowDataSerializer texts = new RowDataSerializer(RowType.of(VarCharType.STRING_TYPE));
    for (String key : List.of("", "a", "1234567", "12345678", "größe und 😀 in Form")) {
      keys.add(texts.toBinaryRow(GenericRowData.of(StringData.fromString(key))).copy());
    }
    RowType mixed =
        RowType.of(
            new LogicalType[] {
              new IntType(),
              new DoubleType(),
              new DecimalType(38, 10),
              new TimestampType(9),
              VarCharType.STRING_TYPE,
              new ArrayType(new IntType())
            });
    RandomRows random = new RandomRows(7, RandomRows.Text.BYTES, 0.2);
    RowDataSerializer serializer = new RowDataSerializer(mixed);
    for (int i = 0; i < 50; i++) {
      RowData row = random.next(mixed, true);
      keys.add(serializer.toBinaryRow(row).copy());
    }
    return keys;
  }

  private static List<Integer> hashes() {
    List<Integer> hashes =
        new ArrayList<>(List.of(0, 1, -1, 42, Integer.MIN_VALUE, Integer.MAX_VALUE));
    for (int i = 0; i < 20; i++) {
      hashes.add(i * 0x9e3779b9);
    }
    return hashes;
  }
}
