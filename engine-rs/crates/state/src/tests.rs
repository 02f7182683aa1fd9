use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::{
    FragmentSnapshot, KeyGroupSnapshot, StateError, StateTable, TableLayout, Upgrade,
    hash_bytes_by_words, key_group,
};

const GROUPS: u32 = 16;

fn layout(row_bytes: usize, upgrades: &'static [Upgrade]) -> TableLayout {
    TableLayout {
        node: "s0/test-0".into(),
        table: "rows".into(),
        schema: "bytes -> long".into(),
        row_bytes,
        texts: 0,
        key_groups: 0..=GROUPS - 1,
        upgrades,
    }
}

fn put(table: &mut StateTable, key: &[u8], value: i64) {
    let hash = hash_bytes_by_words(key);
    let slot = match table.find(hash, key) {
        Some(slot) => slot,
        None => table.insert(hash, key, key_group(hash, GROUPS)).expect("its key group"),
    };
    table.row_mut(slot)[..8].copy_from_slice(&value.to_le_bytes());
}

fn get(table: &StateTable, key: &[u8]) -> Option<i64> {
    let slot = table.find(hash_bytes_by_words(key), key)?;
    table.row(slot).first_chunk::<8>().map(|value| i64::from_le_bytes(*value))
}

fn remove(table: &mut StateTable, key: &[u8]) {
    if let Some(slot) = table.find(hash_bytes_by_words(key), key) {
        table.detach(slot);
        table.release(slot);
    }
}

fn snapshot(table: &mut StateTable) -> BTreeMap<u32, Vec<u8>> {
    let snapshot = FragmentSnapshot::new(vec![Box::new(table.view())]);
    let mut groups = BTreeMap::new();
    for group in 0..GROUPS {
        let mut bytes = Vec::new();
        let mut piece = [0_u8; 11];
        loop {
            let count = snapshot.write(group, &mut piece);
            if count == 0 {
                break;
            }
            bytes.extend_from_slice(&piece[..count]);
        }
        if !bytes.is_empty() {
            groups.insert(group, bytes);
        }
    }
    groups
}

fn restore(table: &mut StateTable, groups: &BTreeMap<u32, Vec<u8>>) -> Result<(), StateError> {
    for (group, bytes) in groups {
        for section in KeyGroupSnapshot::try_new(*group, bytes)?.sections()? {
            table.restore(*group, &section)?;
        }
    }
    Ok(())
}

#[derive(Debug, Clone)]
enum Step {
    Put(u8, u8, i64),
    Remove(u8, u8),
    View,
    Restore,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (any::<u8>(), 0_u8..40, any::<i64>()).prop_map(|(key, length, value)| Step::Put(key, length, value)),
        3 => (any::<u8>(), 0_u8..40).prop_map(|(key, length)| Step::Remove(key, length)),
        1 => Just(Step::View),
        1 => Just(Step::Restore),
    ]
}

/// Keys of whole words, as BinaryRows are; few of them, so that steps meet.
fn key(key: u8, length: u8) -> Vec<u8> {
    vec![key % 8; usize::from(length % 5) * 4 + 8]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// Against a plain map: lookups, views that stay as they were, and restored tables.
    #[test]
    fn a_table_is_a_map(steps in prop::collection::vec(step(), 1..400)) {
        let mut table = StateTable::new(layout(12, &[]));
        let mut model: BTreeMap<Vec<u8>, i64> = BTreeMap::new();
        let mut views = Vec::new();
        for step in steps {
            match step {
                Step::Put(value, length, number) => {
                    put(&mut table, &key(value, length), number);
                    model.insert(key(value, length), number);
                }
                Step::Remove(value, length) => {
                    remove(&mut table, &key(value, length));
                    model.remove(&key(value, length));
                }
                Step::View => {
                    let view = FragmentSnapshot::new(vec![Box::new(table.view())]);
                    views.push((view, snapshot(&mut table)));
                }
                Step::Restore => {
                    let groups = snapshot(&mut table);
                    table = StateTable::new(layout(12, &[]));
                    restore(&mut table, &groups).expect("restores");
                }
            }
            prop_assert_eq!(table.len(), model.len());
        }
        for value in 0..8 {
            for length in 0..5 {
                let key = key(value, length);
                prop_assert_eq!(get(&table, &key), model.get(&key).copied());
            }
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

/// Version 2 of the test's rows has a word more.
const WIDEN: &[Upgrade] = &[|row| [row, &7_i64.to_le_bytes()].concat()];

#[test]
fn rows_of_an_older_version_are_upgraded() {
    let mut first = StateTable::new(layout(8, &[]));
    put(&mut first, &[1; 8], 5);
    let groups = snapshot(&mut first);
    let mut second = StateTable::new(layout(16, WIDEN));
    restore(&mut second, &groups).expect("upgraded");
    let slot = second.find(hash_bytes_by_words(&[1; 8]), &[1; 8]).expect("found");
    assert_eq!(second.row(slot), [5, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]);
    // And back: the older engine does not know version 2.
    let error = restore(&mut StateTable::new(layout(8, &[])), &snapshot(&mut second));
    assert!(matches!(error, Err(StateError::Version { found: 2, known: 1, .. })), "{error:?}");
}

#[test]
fn another_schema_and_foreign_key_groups_are_refused() {
    let mut first = StateTable::new(layout(8, &[]));
    for number in 0..100_u8 {
        put(&mut first, &[number; 8], 1);
    }
    let groups = snapshot(&mut first);
    let other = TableLayout { schema: "bytes -> text".into(), ..layout(8, &[]) };
    let error = restore(&mut StateTable::new(other), &groups);
    assert!(matches!(error, Err(StateError::Schema { .. })), "{error:?}");
    let half = TableLayout { key_groups: 0..=7, ..layout(8, &[]) };
    let error = restore(&mut StateTable::new(half), &groups);
    assert!(matches!(error, Err(StateError::KeyGroup { .. })), "{error:?}");
}

#[test]
fn memory_grows_with_rows_and_slots_are_used_again() {
    let mut table = StateTable::new(layout(8, &[]));
    for number in 0..5_000_u32 {
        put(&mut table, &[number.to_le_bytes(), [0; 4]].concat(), 1);
    }
    let full = table.memory_bytes();
    assert!(full > 5_000 * 16, "{full} bytes");
    for number in 0..5_000_u32 {
        remove(&mut table, &[number.to_le_bytes(), [0; 4]].concat());
    }
    for number in 10_000..15_000_u32 {
        put(&mut table, &[number.to_le_bytes(), [0; 4]].concat(), 1);
    }
    assert_eq!(table.len(), 5_000);
    assert!(table.memory_bytes() < full * 3 / 2, "{} of {full} bytes", table.memory_bytes());
}

#[test]
fn pages_that_only_a_view_has_are_counted_until_it_is_gone() {
    let mut table = StateTable::new(layout(8, &[]));
    let key = |number: u32| [number.to_le_bytes(), [0; 4]].concat();
    for number in 0..4_096 {
        put(&mut table, &key(number), 1);
    }
    let alone = table.memory_bytes();
    let first = table.view();
    assert_eq!(table.memory_bytes(), alone);
    put(&mut table, &key(0), 2);
    put(&mut table, &key(1), 2);
    let one_page = table.memory_bytes() - alone;
    assert!(one_page > 1_024 * 16, "{one_page} bytes");
    // The other view shares the page that the table has now.
    let second = table.view();
    put(&mut table, &key(2), 3);
    let two_pages = table.memory_bytes() - alone;
    assert!(two_pages > one_page + 1_024 * 16, "{two_pages} bytes");
    drop(first);
    assert_eq!(table.memory_bytes(), alone + two_pages - one_page);
    drop(second);
    assert_eq!(table.memory_bytes(), alone);
    put(&mut table, &key(3), 4);
    assert_eq!(table.memory_bytes(), alone);
}
