package io.streamfusion.flink.runtime.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streamfusion.flink.runtime.jni.NativeEngineException;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.BigIntType;
import org.apache.flink.table.types.logical.IntType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.table.types.logical.VarCharType;
import org.apache.flink.table.types.logical.ZonedTimestampType;
import org.junit.jupiter.api.Test;

class SlabLayoutTest {

  private static final RowType ROW =
      RowType.of(
          new IntType(),
          RowType.of(new BigIntType(), new VarCharType(10)),
          new ArrayType(new IntType()));

  @Test
  void numbersFieldsAndBuffersInPreorder() {
    SlabLayout layout = SlabLayout.ofAllFields(ROW);

    assertThat(layout.fieldCount()).isEqualTo(6);
    // Kinds; INT 2; ROW 1, BIGINT 2, VARCHAR 3; ARRAY 2, INT 2.
    assertThat(layout.bufferCount()).isEqualTo(1 + 2 + 1 + 2 + 3 + 2 + 2);
    SlabField nested = layout.column(1);
    assertThat(nested.index()).isEqualTo(1);
    assertThat(nested.firstBuffer()).isEqualTo(3);
    assertThat(nested.children().get(1).firstBuffer()).isEqualTo(6);
    assertThat(layout.column(2).index()).isEqualTo(4);
  }

  @Test
  void aPathMakesAColumnOfANestedField() {
    SlabLayout layout = SlabLayout.of(ROW, new int[][] {{1, 0}, {0}});

    assertThat(layout.column(0).kind()).isEqualTo(PhysicalKind.FIXED8);
    assertThat(layout.column(1).kind()).isEqualTo(PhysicalKind.FIXED4);
  }

  @Test
  void hashIsFnvOverKindsAndChildCounts() {
    long prime = Long.parseLong("100000001b3", 16);
    long expected = (0xcbf29ce484222325L ^ 3) * prime * prime;
    assertThat(SlabLayout.ofAllFields(RowType.of(new IntType())).hash()).isEqualTo(expected);
    assertThat(SlabLayout.ofAllFields(RowType.of(new BigIntType())).hash()).isNotEqualTo(expected);
  }

  @Test
  void refusesATypeThatCannotCross() {
    RowType unsupported = RowType.of(new LogicalType[] {new ZonedTimestampType()});
    assertThatThrownBy(() -> SlabLayout.ofAllFields(unsupported))
        .isInstanceOfSatisfying(
            NativeEngineException.class,
            e -> {
              assertThat(e.code()).isEqualTo("UNSUPPORTED_EDGE_TYPE");
              assertThat(e.errorClass()).isEqualTo(NativeEngineException.ErrorClass.UNSUPPORTED);
            });
  }
}
