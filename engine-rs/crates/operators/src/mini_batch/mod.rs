//! Bundles of rows by key, as Flink's AbstractMapBundleOperator holds them back: a bundle ends with its last
//! row by count (CountBundleTrigger), and before a watermark, a barrier and the end of input.

mod bundle;
mod java_map;

pub(crate) use bundle::Bundle;
