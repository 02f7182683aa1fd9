//! A second version of the snapshot's frame and of a table, which only tests know: what an engine of that
//! version does with snapshots of this one, and the reverse.

use crate::snapshot::SnapshotFormat;
use crate::{
    FragmentSnapshot, KeyGroupSnapshot, StateError, StateTable, TableLayout, Upgrade,
    hash_bytes_by_words,
};

const KEY: [u8; 8] = [7; 8];
const KEY_GROUP: u32 = 3;

/// A key group as an engine wrote it whose frame had, in its version 1, no number of sections: one table
/// `rows` of node `s0/test-0` with a value of 8 bytes. Bytes that were written once and are kept.
const OLD_FRAME: &[u8] = include_bytes!("../testdata/old_frame.bin");

/// From the old frame, in which there is one section, to one with the number of sections.
const COUNT_SECTIONS: Upgrade = |body| [&1_u16.to_le_bytes(), body].concat();
/// The engine whose version 1 was the old frame, so that its version 2 is what is written today.
const SECOND: SnapshotFormat = SnapshotFormat { upgrades: &[COUNT_SECTIONS] };
const THIRD: SnapshotFormat = SnapshotFormat { upgrades: &[COUNT_SECTIONS, |body| body.to_vec()] };

/// The table's rows got a second word, and then a third.
const WIDEN: &[Upgrade] =
    &[|row| [row, &7_i64.to_le_bytes()].concat(), |row| [row, &9_i64.to_le_bytes()].concat()];

fn layout(version: usize) -> TableLayout {
    TableLayout {
        node: "s0/test-0".into(),
        table: "rows".into(),
        schema: "(BIGINT) -> count".into(),
        row_bytes: 8 * version,
        texts: 0,
        key_groups: 0..=15,
        upgrades: &WIDEN[..version - 1],
    }
}

fn restored(version: usize, format: SnapshotFormat, bytes: &[u8]) -> Result<Vec<i64>, StateError> {
    let snapshot = KeyGroupSnapshot::in_format(format, KEY_GROUP, bytes)?;
    let mut table = StateTable::new(layout(version));
    for section in snapshot.sections()? {
        table.restore(KEY_GROUP, &section)?;
    }
    let slot = table.find(hash_bytes_by_words(&KEY), &KEY).expect("the key");
    let words = table.row(slot).chunks_exact(8);
    Ok(words.map(|word| i64::from_le_bytes(*word.first_chunk().expect("a word"))).collect())
}

fn written(version: usize, format: SnapshotFormat) -> Vec<u8> {
    let mut table = StateTable::new(layout(version));
    let slot = table.insert(hash_bytes_by_words(&KEY), &KEY, KEY_GROUP).expect("its key group");
    table.row_mut(slot)[0] = 5;
    let snapshot = FragmentSnapshot::in_format(format, vec![Box::new(table.view())]);
    let mut bytes = vec![0; 1024];
    let count = snapshot.write(KEY_GROUP, &mut bytes);
    bytes.truncate(count);
    bytes
}

#[test]
fn an_old_snapshot_is_upgraded_step_by_step() {
    // Frame and table, each by as many versions as the engine is ahead.
    assert_eq!(restored(1, SECOND, OLD_FRAME), Ok(vec![5]));
    assert_eq!(restored(2, SECOND, OLD_FRAME), Ok(vec![5, 7]));
    assert_eq!(restored(3, THIRD, OLD_FRAME), Ok(vec![5, 7, 9]));
    // What is written anew is of the new version.
    assert_eq!(restored(2, SECOND, &written(2, SECOND)), Ok(vec![5, 0]));
    assert_eq!(restored(3, THIRD, &written(2, SECOND)), Ok(vec![5, 0, 9]));
}

#[test]
fn a_later_snapshot_is_refused_with_both_versions() {
    let frame = restored(1, SnapshotFormat::CURRENT, &written(1, SECOND)).expect_err("a frame");
    assert_eq!(frame.to_string(), "the snapshot is of version 2, this engine reads up to 1");
    let table = restored(1, SnapshotFormat::CURRENT, &written(3, SnapshotFormat::CURRENT));
    assert_eq!(
        table.expect_err("a table").to_string(),
        "table rows of node s0/test-0 is of version 3, this engine reads up to 1"
    );
    let mut none = written(1, SnapshotFormat::CURRENT);
    none[4] = 0;
    let none = restored(1, SnapshotFormat::CURRENT, &none).expect_err("no version");
    assert!(matches!(none, StateError::Version { found: 0, known: 1, .. }), "{none}");
}

#[test]
fn an_upgrade_of_bytes_that_do_not_fit_is_refused() {
    let cut = &OLD_FRAME[..OLD_FRAME.len() - 1];
    let error = restored(1, SECOND, cut).expect_err("cut off");
    assert!(matches!(error, StateError::Malformed { key_group: KEY_GROUP, .. }), "{error}");
}
