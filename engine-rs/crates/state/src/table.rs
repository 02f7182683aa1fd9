use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::StateError;
use crate::snapshot::{StateView, TableSection};

type Group = Arc<BTreeMap<Vec<u8>, Vec<u8>>>;

/// A table in memory: value bytes by key bytes, in key groups. A view shares its key groups with the
/// table; the table copies a key group when it changes it while a view is still there.
#[derive(Debug, Default)]
pub struct KeyedTable {
    version: u16,
    groups: BTreeMap<u32, Group>,
}

impl KeyedTable {
    /// An empty table whose keys and values are encoded in this version.
    pub fn new(version: u16) -> Self {
        Self { version, groups: BTreeMap::new() }
    }

    /// The value of a key.
    pub fn get(&self, key_group: u32, key: &[u8]) -> Option<&[u8]> {
        self.groups.get(&key_group)?.get(key).map(Vec::as_slice)
    }

    /// Sets the value of a key.
    pub fn put(&mut self, key_group: u32, key: Vec<u8>, value: Vec<u8>) {
        Arc::make_mut(self.groups.entry(key_group).or_default()).insert(key, value);
    }

    /// Removes a key.
    pub fn remove(&mut self, key_group: u32, key: &[u8]) {
        if let Some(group) = self.groups.get_mut(&key_group) {
            Arc::make_mut(group).remove(key);
            if group.is_empty() {
                self.groups.remove(&key_group);
            }
        }
    }

    /// A view that later changes do not touch.
    pub fn view(&self) -> KeyedTableView {
        KeyedTableView { version: self.version, groups: self.groups.clone() }
    }

    /// Takes the entries of one key group out of a snapshot.
    ///
    /// # Errors
    /// A section of a later version or one that is cut off.
    pub fn restore(
        &mut self,
        key_group: u32,
        section: &TableSection<'_>,
    ) -> Result<(), StateError> {
        if section.version > self.version {
            return Err(StateError::Version {
                what: format!("the state of node {}", section.node),
                found: section.version,
                known: self.version,
            });
        }
        let mut rest = section.entries;
        while !rest.is_empty() {
            let key = take(&mut rest, key_group)?.to_vec();
            let value = take(&mut rest, key_group)?.to_vec();
            self.put(key_group, key, value);
        }
        Ok(())
    }
}

/// A consistent view of a table.
#[derive(Debug, Clone)]
pub struct KeyedTableView {
    version: u16,
    groups: BTreeMap<u32, Group>,
}

impl StateView for KeyedTableView {
    fn version(&self) -> u16 {
        self.version
    }

    fn write(&self, key_group: u32, target: &mut Vec<u8>) {
        let Some(group) = self.groups.get(&key_group) else {
            return;
        };
        for (key, value) in group.iter() {
            for part in [key, value] {
                // A key or value of 4 GiB cannot be in memory with the rest of a row.
                let length = u32::try_from(part.len()).unwrap_or(u32::MAX);
                target.extend_from_slice(&length.to_le_bytes());
                target.extend_from_slice(part);
            }
        }
    }
}

fn take<'a>(rest: &mut &'a [u8], key_group: u32) -> Result<&'a [u8], StateError> {
    let cut = || StateError::Malformed { key_group, reason: "an entry is cut off".into() };
    let (length, after) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
    let length = u32::from_le_bytes(*length) as usize;
    let part = after.get(..length).ok_or_else(cut)?;
    *rest = &after[length..];
    Ok(part)
}
