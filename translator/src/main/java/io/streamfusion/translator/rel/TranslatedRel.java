package io.streamfusion.translator.rel;

import io.streamfusion.translator.rex.ColumnLayout;
import io.substrait.proto.Rel;

/**
 * A relation and the columns that it yields.
 *
 * @param rel the relation
 * @param layout which of Flink's columns travel, in which order
 */
public record TranslatedRel(Rel rel, ColumnLayout layout) {}
