package io.streamfusion.translator;

/**
 * A table of state that a native node keeps by key. State of a snapshot fits a plan whose table has
 * the same node, name and schema.
 *
 * @param name such as {@code groups}; a node may have several
 * @param schema key and value; the engine's own words may differ, but it tells the same apart
 * @param computed how an entry comes from the columns of the node's inputs, without names
 * @param ttlMillis after which an entry that was not written expires, 0 for never
 */
public record StateTable(String name, String schema, String computed, long ttlMillis) {}
