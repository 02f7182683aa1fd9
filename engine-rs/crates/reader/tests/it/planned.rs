//! Plans that the translator wrote from Flink's own plans: the contract as both sides see it. The files come
//! from the translator's ContractFixturesTest.

use std::path::PathBuf;
use std::sync::Arc;

use sf_reader::CheckedPlan;
use sf_runtime::NoHost;

use crate::fixture::{open_with, task_context};

#[test]
fn every_fragment_of_every_planned_query_opens() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../substrait-ext/tests/plans");
    let mut plans: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the fixtures' folder")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "plan"))
        .collect();
    plans.sort();
    assert!(!plans.is_empty(), "no plan in {folder}");
    let mut refused = Vec::new();
    for path in plans {
        let bytes = std::fs::read(&path).expect("reads");
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let fragments = match CheckedPlan::decode(&bytes) {
            Ok(plan) => plan.fragments(),
            Err(error) => {
                refused.push(format!("{name}: {error}"));
                continue;
            }
        };
        for fragment in 0..fragments {
            let registry = &sf_operators::REGISTRY;
            let host = Arc::new(NoHost);
            if let Err(error) = open_with(&bytes, fragment, registry, task_context(), host) {
                refused.push(format!("{name}, fragment {fragment}: {error}"));
            }
        }
    }
    assert!(refused.is_empty(), "refused:\n{}", refused.join("\n"));
}
