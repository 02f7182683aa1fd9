package io.streamfusion.translator.coverage;

import io.streamfusion.substrait.Kernel;
import io.streamfusion.substrait.KernelCatalogue;
import io.streamfusion.translator.rel.RelRole;
import io.streamfusion.translator.rel.RelSupport;
import io.streamfusion.translator.rel.RelTranslators;
import io.streamfusion.translator.support.ReasonCode;
import io.streamfusion.translator.support.SupportLevel;
import io.streamfusion.translator.type.FlinkTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.calcite.FlinkTypeSystem;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RawType;

/**
 * Everything that the translator decides by, as one list: its operators, the engine's kernels, the
 * types that can cross, and the expressions that cannot be exact. It is read from the very
 * registries that the translation uses.
 */
public final class SupportRegistry {
  private static final List<DataType> TYPES =
      List.of(
          DataTypes.BOOLEAN(),
          DataTypes.TINYINT(),
          DataTypes.SMALLINT(),
          DataTypes.INT(),
          DataTypes.BIGINT(),
          DataTypes.FLOAT(),
          DataTypes.DOUBLE(),
          DataTypes.DECIMAL(38, 18),
          DataTypes.CHAR(3),
          DataTypes.VARCHAR(3),
          DataTypes.STRING(),
          DataTypes.BINARY(3),
          DataTypes.VARBINARY(3),
          DataTypes.BYTES(),
          DataTypes.DATE(),
          DataTypes.TIME(3),
          DataTypes.TIMESTAMP(9),
          DataTypes.TIMESTAMP_LTZ(9),
          DataTypes.INTERVAL(DataTypes.MONTH()),
          DataTypes.INTERVAL(DataTypes.SECOND(3)),
          DataTypes.ARRAY(DataTypes.INT()),
          DataTypes.MAP(DataTypes.STRING(), DataTypes.INT()),
          DataTypes.MULTISET(DataTypes.STRING()),
          DataTypes.ROW(DataTypes.FIELD("f", DataTypes.INT())),
          DataTypes.VARIANT());

  /**
   * What the engine's plan reader evaluates itself, because not every operand is evaluated for
   * every row, by its name in the contract; {@code if_then} is Substrait's own expression.
   */
  static final Map<String, String> SPECIAL_FORMS =
      new TreeMap<>(
          Map.of(
              "conditional.coalesce",
              "COALESCE and IFNULL of operands of the result's type: all operands are evaluated, as"
                  + " Flink does.",
              "conditional.if_then",
              "CASE, IF and NULLIF of any types: the branch of the first condition that is TRUE.",
              "logic.and",
              "Operands from left to right, those behind a FALSE are not evaluated.",
              "logic.or",
              "Operands from left to right, those behind a TRUE are not evaluated."));

  private SupportRegistry() {}

  /** All entries, by kind and then in the order of their registry. */
  public static List<SupportEntry> entries() {
    List<SupportEntry> entries = new ArrayList<>();
    RelTranslators.all().forEach(support -> entries.add(operator(support)));
    TYPES.forEach(type -> entries.add(type(type.getLogicalType())));
    entries.add(type(new RawType<>(Long.class, LongSerializer.INSTANCE)));
    KernelCatalogue.get().all().forEach(kernel -> entries.add(function(kernel)));
    SPECIAL_FORMS.forEach(
        (name, note) ->
            entries.add(
                new SupportEntry(
                    SupportEntry.Kind.FUNCTION, name, SupportLevel.EXACT_KERNEL, note)));
    ReasonCode dependent = ReasonCode.REPRESENTATION_DEPENDENT;
    entries.add(
        new SupportEntry(
            SupportEntry.Kind.EXPRESSION,
            dependent.name(),
            SupportLevel.UNSUPPORTED,
            dependent.documentation()));
    return entries;
  }

  private static SupportEntry operator(RelSupport support) {
    return new SupportEntry(
        SupportEntry.Kind.OPERATOR, support.slug(), level(support.role()), support.note());
  }

  private static SupportLevel level(RelRole role) {
    switch (role) {
      case NATIVE:
        return SupportLevel.EXACT_KERNEL;
      case HOST_SOURCE, HOST_SINK:
        return SupportLevel.ROW_EDGE;
      case UNSUPPORTED:
        return SupportLevel.UNSUPPORTED;
    }
    throw new IllegalStateException("Not a role: " + role);
  }

  private static SupportEntry type(LogicalType type) {
    FlinkTypeFactory factory =
        new FlinkTypeFactory(SupportRegistry.class.getClassLoader(), FlinkTypeSystem.INSTANCE);
    RelDataType relType = factory.createFieldTypeFromLogicalType(type);
    Optional<String> reason = FlinkTypes.unsupported(relType);
    return new SupportEntry(
        SupportEntry.Kind.TYPE,
        type.asSummaryString(),
        reason.isPresent() ? SupportLevel.UNSUPPORTED : SupportLevel.EXACT_KERNEL,
        reason.orElse(""));
  }

  private static SupportEntry function(Kernel kernel) {
    String note = String.join("<br>", kernel.signatures());
    return new SupportEntry(
        SupportEntry.Kind.FUNCTION,
        kernel.family() + "." + kernel.name(),
        SupportLevel.EXACT_KERNEL,
        kernel.needsHost() ? note + "<br>some batches go to the host evaluator" : note);
  }
}
