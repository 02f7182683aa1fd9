use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use crate::{
    FiredTimers, FragmentSnapshot, KeyGroupSnapshot, StateError, TimerKey, TimerLayout, TimerTable,
    hash_bytes_by_words, key_group,
};

const GROUPS: u32 = 16;
const NAMESPACE_BYTES: usize = 8;

/// Written by Flink's HeapPriorityQueueSet; the Java test TimerOrderVectorsTest keeps it current.
const ORDER: &str = include_str!("../testdata/timer_order.txt");

fn layout(namespace_bytes: usize) -> TimerLayout {
    TimerLayout {
        node: "s0/test-0".into(),
        table: "timers".into(),
        schema: "(BIGINT)".into(),
        namespace_bytes,
        key_groups: 0..=GROUPS - 1,
    }
}

fn owner<'a>(key: &'a [u8], namespace: &'a [u8]) -> TimerKey<'a> {
    let hash = hash_bytes_by_words(key);
    TimerKey { hash, key_group: key_group(hash, GROUPS), key, namespace }
}

fn snapshot(table: &mut TimerTable) -> BTreeMap<u32, Vec<u8>> {
    let snapshot = FragmentSnapshot::new(vec![Box::new(table.view())]);
    let mut groups = BTreeMap::new();
    for group in 0..GROUPS {
        let mut bytes = vec![0; 1 << 20];
        let count = snapshot.write(group, &mut bytes);
        bytes.truncate(count);
        if count > 0 {
            groups.insert(group, bytes);
        }
    }
    groups
}

fn restore(table: &mut TimerTable, groups: &BTreeMap<u32, Vec<u8>>) -> Result<(), StateError> {
    for (group, bytes) in groups {
        for section in KeyGroupSnapshot::try_new(*group, bytes)?.sections()? {
            table.restore(*group, &section)?;
        }
    }
    Ok(())
}

/// Time and key of the next timer, if it is due.
fn pop(table: &mut TimerTable, until: i64) -> Option<(i64, Vec<u8>, Vec<u8>)> {
    let mut fired = FiredTimers::default();
    table.pop(until, &mut fired).then(|| {
        let (time, owner) = fired.last().expect("one");
        assert_eq!(owner.hash, hash_bytes_by_words(owner.key));
        assert_eq!(owner.key_group, key_group(owner.hash, GROUPS));
        (time, owner.key.to_vec(), owner.namespace.to_vec())
    })
}

#[test]
fn timers_fire_in_the_order_of_flinks_heap() {
    let mut table = TimerTable::new(layout(0));
    let (mut popped, mut queues) = (0, 0);
    for line in ORDER.lines().filter(|line| !line.starts_with('#')) {
        let (step, result) = line.split_once(": ").unwrap_or((line, ""));
        let words: Vec<&str> = step.split(' ').collect();
        let time = words.get(1).map_or(0, |word| word.parse().expect("a time"));
        let key = |word: &str| word.parse::<i64>().expect("a key").to_le_bytes();
        match words[0] {
            "new" => {
                assert!(table.is_empty());
                queues += 1;
            }
            "add" => {
                table.register(owner(&key(words[2]), &[]), time).expect("its key group");
            }
            "delete" => {
                table.delete(owner(&key(words[2]), &[]), time).expect("no namespace");
            }
            _ => {
                let found = pop(&mut table, time).map(|(time, key, _)| {
                    let key = i64::from_le_bytes(*key.first_chunk::<8>().expect("a key"));
                    format!("{time} {key}")
                });
                popped += u32::from(found.is_some());
                assert_eq!(found.as_deref().unwrap_or("none"), result, "{line}");
            }
        }
    }
    assert!(popped > 200 && queues == 4, "{popped} of {queues}");
}

#[derive(Debug, Clone)]
enum Step {
    Register(u8, u8, i64),
    Delete(u8, u8, i64),
    Pop(i64),
    PopAll(i64),
    View,
    Restore,
}

fn step() -> impl Strategy<Value = Step> {
    let time = || prop_oneof![8 => -5_i64..15, 1 => Just(i64::MAX), 1 => Just(i64::MIN)];
    prop_oneof![
        8 => (0_u8..12, 0_u8..3, time()).prop_map(|(key, space, at)| Step::Register(key, space, at)),
        3 => (0_u8..12, 0_u8..3, time()).prop_map(|(key, space, at)| Step::Delete(key, space, at)),
        4 => time().prop_map(Step::Pop),
        1 => time().prop_map(Step::PopAll),
        1 => Just(Step::View),
        1 => Just(Step::Restore),
    ]
}

/// Keys of different lengths, as those of texts are.
fn key(key: u8) -> Vec<u8> {
    vec![key; 8 * (1 + usize::from(key % 3))]
}

fn namespace(space: u8) -> [u8; NAMESPACE_BYTES] {
    [space; NAMESPACE_BYTES]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Against a plain set: what is registered fires once, by time, also after a restore.
    #[test]
    fn timers_are_a_set_that_fires_by_time(steps in prop::collection::vec(step(), 1..300)) {
        let mut table = TimerTable::new(layout(NAMESPACE_BYTES));
        let mut model: BTreeSet<(i64, Vec<u8>, Vec<u8>)> = BTreeSet::new();
        let mut views = Vec::new();
        for step in steps {
            match step {
                Step::Register(key_, space, time) => {
                    let (key, space) = (key(key_), namespace(space));
                    let fresh = table.register(owner(&key, &space), time).expect("registered");
                    prop_assert_eq!(fresh, model.insert((time, key, space.to_vec())));
                }
                Step::Delete(key_, space, time) => {
                    let (key, space) = (key(key_), namespace(space));
                    let found = table.delete(owner(&key, &space), time).expect("deleted");
                    prop_assert_eq!(found, model.remove(&(time, key, space.to_vec())));
                }
                Step::Pop(until) => {
                    let next = model.first().map(|timer| timer.0).filter(|time| *time <= until);
                    let fired = pop(&mut table, until);
                    prop_assert_eq!(fired.as_ref().map(|timer| timer.0), next);
                    if let Some(timer) = fired {
                        prop_assert!(model.remove(&timer));
                    }
                }
                Step::PopAll(until) => {
                    let mut fired = FiredTimers::default();
                    table.pop_all(until, &mut fired);
                    let mut last = i64::MIN;
                    for (time, owner) in fired.iter() {
                        prop_assert!(last <= time && time <= until);
                        last = time;
                        prop_assert!(model.remove(&(time, owner.key.to_vec(), owner.namespace.to_vec())));
                    }
                    prop_assert!(model.first().is_none_or(|timer| timer.0 > until));
                }
                Step::View => {
                    let view = FragmentSnapshot::new(vec![Box::new(table.view())]);
                    views.push((view, snapshot(&mut table)));
                }
                Step::Restore => {
                    let groups = snapshot(&mut table);
                    table = TimerTable::new(layout(NAMESPACE_BYTES));
                    restore(&mut table, &groups).expect("restores");
                }
            }
            prop_assert_eq!(table.len(), model.len());
            prop_assert_eq!(table.next_time(), model.first().map(|timer| timer.0));
        }
        for (view, expected) in views {
            for (group, bytes) in expected {
                let mut found = vec![0; bytes.len()];
                prop_assert_eq!(view.write(group, &mut found), bytes.len());
                prop_assert_eq!(found, bytes);
            }
        }
    }
}

#[test]
fn a_timer_registered_while_others_fire_fires_in_its_place() {
    let mut table = TimerTable::new(layout(0));
    for time in [10, 20] {
        table.register(owner(&[1; 8], &[]), time).expect("registered");
    }
    let mut times = Vec::new();
    while let Some((time, key, _)) = pop(&mut table, 30) {
        if time == 10 {
            table.register(owner(&key, &[]), 15).expect("registered");
            table.register(owner(&key, &[]), 5).expect("registered");
            table.register(owner(&key, &[]), 40).expect("registered");
            assert!(table.delete(owner(&key, &[]), 20).expect("deleted"));
        }
        times.push(time);
    }
    assert_eq!((times, table.next_time()), (vec![10, 5, 15], Some(40)));
}

#[test]
fn key_groups_go_to_different_tasks() {
    let mut table = TimerTable::new(layout(0));
    for key in 0..100_i64 {
        table.register(owner(&key.to_le_bytes(), &[]), key % 7).expect("registered");
    }
    let groups = snapshot(&mut table);
    let mut tasks = [0..=7_u32, 8..=15].map(|key_groups| {
        let mut task = TimerTable::new(TimerLayout { key_groups: key_groups.clone(), ..layout(0) });
        let share = groups.iter().filter(|(group, _)| key_groups.contains(group));
        restore(&mut task, &share.map(|(group, bytes)| (*group, bytes.clone())).collect())
            .expect("its key groups");
        task
    });
    assert!(tasks.iter().all(|task| task.len() > 20));
    let mut fired = FiredTimers::default();
    tasks.iter_mut().for_each(|task| task.pop_all(i64::MAX, &mut fired));
    let keys: BTreeSet<Vec<u8>> = fired.iter().map(|(_, owner)| owner.key.to_vec()).collect();
    assert_eq!((keys.len(), fired.len()), (100, 100));
    let foreign =
        restore(&mut TimerTable::new(TimerLayout { key_groups: 0..=7, ..layout(0) }), &groups);
    assert!(matches!(foreign, Err(StateError::KeyGroup { .. })), "{foreign:?}");
}

#[test]
fn timers_of_another_shape_are_refused() {
    let mut table = TimerTable::new(layout(0));
    table.register(owner(&[1; 8], &[]), 5).expect("registered");
    let groups = snapshot(&mut table);
    let other = TimerLayout { schema: "(BIGINT) window".into(), ..layout(8) };
    let error = restore(&mut TimerTable::new(other), &groups);
    assert!(matches!(error, Err(StateError::Schema { .. })), "{error:?}");
    let longer = restore(&mut TimerTable::new(layout(16)), &groups);
    assert!(matches!(longer, Err(StateError::Malformed { .. })), "{longer:?}");
    let error = table.register(owner(&[1; 8], &[0; 4]), 5);
    assert!(matches!(error, Err(StateError::Namespace { found: 4, expected: 0, .. })), "{error:?}");
}

#[test]
fn memory_of_timers_that_fired_is_used_again() {
    let mut table = TimerTable::new(layout(0));
    let mut fired = FiredTimers::default();
    let mut full = 0;
    for round in 0..20_i64 {
        for key in 0..5_000_i64 {
            table.register(owner(&key.to_le_bytes(), &[]), round).expect("registered");
        }
        fired.clear();
        table.pop_all(round, &mut fired);
        assert_eq!((fired.len(), table.len()), (5_000, 0));
        full = if round == 0 { table.memory_bytes() } else { full };
    }
    assert!(full > 5_000 * 24, "{full} bytes");
    assert!(table.memory_bytes() < full * 2, "{} of {full} bytes", table.memory_bytes());
}
