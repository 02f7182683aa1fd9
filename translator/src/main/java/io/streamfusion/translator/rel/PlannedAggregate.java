package io.streamfusion.translator.rel;

import org.apache.calcite.rel.core.AggregateCall;
import org.apache.flink.table.planner.plan.utils.AggregateInfo;

/**
 * An aggregate call and what Flink made of it.
 *
 * @param call the call of the query
 * @param info the function that Flink would run; it does not know that a call is DISTINCT
 */
record PlannedAggregate(AggregateCall call, AggregateInfo info) {}
