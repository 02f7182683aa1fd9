package io.streamfusion.translator.calcite;

import io.streamfusion.substrait.FunctionCatalogue;
import io.streamfusion.translator.PlanExtensions;
import io.streamfusion.translator.calcite.FragmentReading.Outcome;
import io.streamfusion.translator.type.TypeProtoConverter;
import io.substrait.extension.ExtensionLookup;
import io.substrait.extension.ImmutableExtensionLookup;
import io.substrait.extension.SimpleExtension.FunctionAnchor;
import io.substrait.isthmus.SubstraitRelNodeConverter;
import io.substrait.isthmus.SubstraitToCalcite;
import io.substrait.proto.Plan;
import io.substrait.proto.SimpleExtensionDeclaration.ExtensionFunction;
import io.substrait.relation.ProtoRelConverter;
import io.substrait.relation.Rel;
import io.substrait.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.ProxyingMetadataHandlerProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.tools.RelBuilder;
import org.apache.flink.table.planner.calcite.FlinkTypeFactory;
import org.apache.flink.table.planner.calcite.FlinkTypeSystem;

/**
 * Reads plans back as Calcite's relations, through isthmus, and compares row types: substrait-java
 * says what the plan's are, and Calcite derives them again from the columns that are read, the
 * literals and the functions.
 *
 * <p>That goes for the part of a plan that is Substrait without us, its standard subset; see {@link
 * StandardForm} for what is taken off first.
 */
public final class CalciteReader {

  private final Plan plan;
  private final Map<Integer, FunctionAnchor> functions = new HashMap<>();
  private final Map<Integer, io.substrait.proto.Type.Struct> rowTypes = new HashMap<>();
  private final FlinkTypeFactory typeFactory =
      new FlinkTypeFactory(CalciteReader.class.getClassLoader(), FlinkTypeSystem.INSTANCE);
  private final CalciteTypes types = new CalciteTypes(typeFactory);

  private CalciteReader(Plan plan) {
    this.plan = plan;
    Map<Integer, String> urns = new HashMap<>();
    plan.getExtensionUrnsList().forEach(urn -> urns.put(urn.getExtensionUrnAnchor(), urn.getUrn()));
    plan.getExtensionsList().stream()
        .filter(declaration -> declaration.hasExtensionFunction())
        .forEach(
            declaration -> {
              ExtensionFunction function = declaration.getExtensionFunction();
              functions.put(
                  function.getFunctionAnchor(),
                  FunctionAnchor.of(
                      urns.getOrDefault(function.getExtensionUrnReference(), ""),
                      function.getName()));
            });
  }

  /**
   * Reads the fragments of a plan that this version knows all functions and messages of.
   *
   * @return one for each fragment, in their order
   */
  public static List<FragmentReading> read(Plan plan) {
    CalciteReader reader = new CalciteReader(plan);
    List<FragmentReading> readings = new ArrayList<>();
    for (int ordinal = 0; ordinal < plan.getRelationsCount(); ordinal++) {
      readings.add(reader.fragment(ordinal));
    }
    return readings;
  }

  // Calcite and substrait-java throw whatever they stumble over.
  private FragmentReading fragment(int ordinal) {
    StandardForm.Fragment form =
        StandardForm.of(plan.getRelations(ordinal), functions, Operators::has, rowTypes);
    try {
      Optional<Rel> rel = form.rel().map(this::parse);
      rel.ifPresent(
          found ->
              rowTypes.put(
                  ordinal,
                  new TypeProtoConverter(new PlanExtensions())
                      .toStruct(found.getRecordType().fields())));
      if (!form.outside().isEmpty()) {
        return new FragmentReading(ordinal, Outcome.OUTSIDE, form.outside());
      }
      List<String> differences = differences(rel.orElseThrow());
      return new FragmentReading(
          ordinal, differences.isEmpty() ? Outcome.SAME : Outcome.DIFFERENT, differences);
    } catch (UnsupportedOperationException e) {
      return new FragmentReading(
          ordinal, Outcome.OUTSIDE, form.outside().isEmpty() ? said(e) : form.outside());
    } catch (DifferentTypeException e) {
      return new FragmentReading(ordinal, Outcome.DIFFERENT, said(e));
    } catch (RuntimeException | AssertionError e) {
      return form.outside().isEmpty()
          ? new FragmentReading(
              ordinal, Outcome.DIFFERENT, List.of("Calcite does not take it: " + said(e).get(0)))
          : new FragmentReading(ordinal, Outcome.OUTSIDE, form.outside());
    }
  }

  private static List<String> said(Throwable e) {
    return List.of(
        e.getMessage() == null
            ? e + " in " + e.getStackTrace()[0]
            : e.getMessage().lines().findFirst().orElse("").strip());
  }

  private Rel parse(io.substrait.proto.Rel rel) {
    ExtensionLookup lookup =
        ImmutableExtensionLookup.builder(FunctionCatalogue.get().collection()).from(plan).build();
    return new ProtoRelConverter(lookup, FunctionCatalogue.get().collection()).from(rel);
  }

  private List<String> differences(Rel rel) {
    List<Type> expected = rel.getRecordType().fields();
    List<RelDataTypeField> found = calcite(rel).getRowType().getFieldList();
    if (found.size() != expected.size()) {
      return List.of(
          "the plan has " + expected.size() + " columns and Calcite has " + found.size());
    }
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < expected.size(); i++) {
      if (!ExpressionReader.isOf(found.get(i).getType(), expected.get(i))) {
        differences.add(
            ExpressionReader.different("column " + i, expected.get(i), found.get(i).getType())
                .getMessage());
      }
    }
    return differences;
  }

  private RelNode calcite(Rel rel) {
    return new SubstraitToCalcite(FunctionCatalogue.get().collection(), typeFactory, types) {
      @Override
      protected RelBuilder createRelBuilder(CalciteSchema schema) {
        return relBuilder(schema);
      }

      @Override
      protected SubstraitRelNodeConverter createSubstraitRelNodeConverter(RelBuilder builder) {
        return relationReader(builder);
      }
    }.convert(rel);
  }

  private RelationReader relationReader(RelBuilder builder) {
    return new RelationReader(typeFactory, types, builder);
  }

  /** One that leaves relations as they are. */
  private RelBuilder relBuilder(CalciteSchema schema) {
    RelOptCluster cluster =
        RelOptCluster.create(
            new HepPlanner(HepProgram.builder().build()), new RexBuilder(typeFactory));
    // Calcite's own way to ask for metadata compiles classes.
    cluster.setMetadataQuerySupplier(
        () ->
            new RelMetadataQuery(
                new ProxyingMetadataHandlerProvider(DefaultRelMetadataProvider.INSTANCE)));
    RelBuilder.Config asItIs =
        RelBuilder.Config.DEFAULT
            .withSimplify(false)
            .withBloat(-1)
            .withDedupAggregateCalls(false)
            .withPruneInputOfAggregate(false)
            .withAggregateUnique(true);
    return RelBuilder.proto(Contexts.of(asItIs))
        .create(
            cluster,
            new CalciteCatalogReader(
                schema, List.of(), typeFactory, CalciteConnectionConfig.DEFAULT));
  }
}
