use std::sync::Arc;

use sf_contract::proto::StreamDropUpdateBeforeRel;
use sf_contract::substrait_proto::Rel;
use sf_runtime::{ErrorCode, FragmentTask, NoHost, OperatorRegistry, RelationConstructor};
use sf_testing::changelog::{drain, inserts, longs};
use sf_testing::count::{
    COUNT_MESSAGE, CountFactory, UPGRADED_COUNT_MESSAGE, UpgradedCountFactory,
};
use sf_testing::plan::{PlanBuilder, any, extension_of, node, source};

use crate::fixture::{long, open_with, task_context};

const EXTENSIONS: &[&dyn RelationConstructor] = &[&CountFactory];
const REGISTRY: OperatorRegistry =
    OperatorRegistry { standard: sf_operators::REGISTRY.standard, extensions: EXTENSIONS };

/// The count's message has the shape of one that is only a node.
fn count_rel(id: &str) -> Rel {
    let mut detail = any(&StreamDropUpdateBeforeRel { node: Some(node(id)) });
    detail.type_url = format!("type.googleapis.com/{COUNT_MESSAGE}");
    extension_of(detail, source("s0/source-1", 0, &[long()]))
}

fn task(id: &str) -> FragmentTask {
    let mut plan = PlanBuilder::new();
    plan.sink("s0/sink-1", count_rel(id));
    open_with(&plan.bytes(), 0, &REGISTRY, task_context(), Arc::new(NoHost)).expect("opens").task
}

fn count(task: &mut FragmentTask, keys: &[Option<i64>]) -> Vec<String> {
    task.push(0, inserts(vec![longs(keys)]).unwrap());
    drain(task)
}

/// Reads a snapshot in small pieces, as the host does.
pub fn key_groups(snapshot: &sf_state::FragmentSnapshot) -> Vec<(u32, Vec<u8>)> {
    let mut groups = Vec::new();
    for key_group in 0..128 {
        let mut bytes = Vec::new();
        let mut piece = [0_u8; 7];
        loop {
            let count = snapshot.write(key_group, &mut piece);
            if count == 0 {
                break;
            }
            bytes.extend_from_slice(&piece[..count]);
        }
        if !bytes.is_empty() {
            groups.push((key_group, bytes));
        }
    }
    groups
}

#[test]
fn a_snapshot_is_a_view_that_another_thread_writes_after_close() {
    let mut first = task("s0/count-1");
    assert_eq!(
        count(&mut first, &[Some(1), Some(2), Some(1), None]).last().unwrap(),
        "+I(NULL, 1)"
    );
    let snapshot = first.snapshot();
    // Rows after the barrier are not in the view.
    assert_eq!(count(&mut first, &[Some(1)]), ["+I(1, 3)"]);
    drop(first);
    let groups = std::thread::spawn(move || key_groups(&snapshot)).join().unwrap();
    assert!(groups.len() > 1, "keys of several key groups");

    let mut second = task("s0/count-1");
    for (key_group, bytes) in &groups {
        second.restore(*key_group, bytes).unwrap();
    }
    assert_eq!(
        count(&mut second, &[Some(1), Some(2), None, Some(7)]),
        ["+I(1, 3)", "+I(2, 2)", "+I(NULL, 2)", "+I(7, 1)"]
    );
}

#[test]
fn key_groups_can_go_to_different_tasks() {
    let mut first = task("s0/count-1");
    let keys: Vec<Option<i64>> = (0..100).map(Some).collect();
    count(&mut first, &keys);
    let groups = key_groups(&first.snapshot());
    let mut tasks = [task("s0/count-1"), task("s0/count-1")];
    for (key_group, bytes) in &groups {
        tasks[usize::from(*key_group >= 64)].restore(*key_group, bytes).unwrap();
    }
    // Each key's count is in exactly one of the tasks.
    for key in keys {
        let counts: Vec<String> = tasks.iter_mut().flat_map(|task| count(task, &[key])).collect();
        let key = key.unwrap();
        let mut expected = [format!("+I({key}, 1)"), format!("+I({key}, 2)")];
        if counts[0] == expected[1] {
            expected.reverse();
        }
        assert_eq!(counts, expected);
    }
}

#[test]
fn state_that_does_not_fit_is_refused() {
    let mut first = task("s0/count-1");
    count(&mut first, &[Some(1)]);
    let (key_group, bytes) = key_groups(&first.snapshot()).remove(0);
    let refused =
        |bytes: &[u8], id: &str| task(id).restore(key_group, bytes).err().map(|error| error.code());
    assert_eq!(refused(&bytes, "s0/count-1"), None);
    assert_eq!(refused(&bytes, "s0/count-2"), Some(ErrorCode::State), "another node");
    assert_eq!(refused(&bytes[..bytes.len() - 1], "s0/count-1"), Some(ErrorCode::State), "cut off");
    let mut later = bytes.clone();
    later[4] = 9;
    assert_eq!(refused(&later, "s0/count-1"), Some(ErrorCode::State), "a later version");
    assert_eq!(refused(b"something else", "s0/count-1"), Some(ErrorCode::State));
}

#[test]
fn an_operator_of_a_second_version_upgrades_the_state_of_the_first() {
    const UPGRADED: OperatorRegistry = OperatorRegistry {
        standard: sf_operators::REGISTRY.standard,
        extensions: &[&UpgradedCountFactory],
    };
    let upgraded = || {
        let mut detail = any(&StreamDropUpdateBeforeRel { node: Some(node("s0/count-1")) });
        detail.type_url = format!("type.googleapis.com/{UPGRADED_COUNT_MESSAGE}");
        let mut plan = PlanBuilder::new();
        plan.sink("s0/sink-1", extension_of(detail, source("s0/source-1", 0, &[long()])));
        open_with(&plan.bytes(), 0, &UPGRADED, task_context(), Arc::new(NoHost))
            .expect("opens")
            .task
    };
    let mut first = task("s0/count-1");
    count(&mut first, &[Some(1), Some(1), Some(2)]);
    let mut second = upgraded();
    for (key_group, bytes) in key_groups(&first.snapshot()) {
        second.restore(key_group, &bytes).unwrap();
    }
    // Each key with the count it came with.
    assert_eq!(
        count(&mut second, &[Some(1), Some(2), Some(3)]),
        ["+I(1, 3, 2)", "+I(2, 2, 1)", "+I(3, 1, 0)"]
    );
    let groups = key_groups(&second.snapshot());
    let mut third = upgraded();
    for (key_group, bytes) in &groups {
        third.restore(*key_group, bytes).unwrap();
    }
    assert_eq!(count(&mut third, &[Some(1)]), ["+I(1, 4, 2)"]);
    // The first version refuses what the second wrote.
    let (key_group, bytes) = &groups[0];
    let refused = task("s0/count-1").restore(*key_group, bytes).unwrap_err().to_string();
    assert!(
        refused
            .contains("table counts of node s0/count-1 is of version 2, this engine reads up to 1"),
        "{refused}"
    );
}
