use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::error::StateError;
use crate::layout::{TableLayout, Upgrade};

const MAGIC: [u8; 4] = *b"SFST";

/// The versions of the frame around the tables: what is behind magic and version in a key group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SnapshotFormat {
    /// Step *i* turns the bytes of version *i* + 1 into those of version *i* + 2.
    pub(crate) upgrades: &'static [Upgrade],
}

impl SnapshotFormat {
    /// What this engine writes.
    pub(crate) const CURRENT: Self = Self { upgrades: &[] };

    fn version(self) -> u16 {
        u16::try_from(self.upgrades.len() + 1).unwrap_or(u16::MAX)
    }
}

/// State of one operator, as snapshot and restore see it.
pub trait OperatorState: Send {
    /// Views of the tables that later changes do not touch. Taken on the task thread; they may
    /// be written on another one and may outlive the operator.
    fn snapshot(&mut self) -> Vec<Box<dyn StateView>>;

    /// Takes one key group of a table, before any row arrived.
    ///
    /// # Errors
    /// A table that the operator does not have, of a later version, or one that cannot be read.
    fn restore(&mut self, key_group: u32, section: &TableSection<'_>) -> Result<(), StateError>;
}

/// A consistent view of one table.
pub trait StateView: Send + Sync {
    /// What the table holds.
    fn layout(&self) -> &TableLayout;

    /// Appends the entries of one key group, nothing if it has none.
    fn write(&self, key_group: u32, target: &mut Vec<u8>);
}

/// One table's part of a key group in a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSection<'a> {
    /// The node's stable id.
    pub node: &'a str,
    /// The table's name within its node.
    pub table: &'a str,
    /// Key and value as text.
    pub schema: &'a str,
    /// Version of the entries' encoding.
    pub version: u16,
    /// The entries.
    pub entries: &'a [u8],
}

/// A snapshot of a fragment's state: written by any thread, also after the fragment was closed.
pub struct FragmentSnapshot {
    format: SnapshotFormat,
    views: Vec<Box<dyn StateView>>,
    /// What was encoded but not read yet, per key group.
    pending: Mutex<BTreeMap<u32, Pending>>,
}

struct Pending {
    bytes: Vec<u8>,
    read: usize,
}

impl FragmentSnapshot {
    /// A snapshot of the views of all tables.
    pub fn new(views: Vec<Box<dyn StateView>>) -> Self {
        Self::in_format(SnapshotFormat::CURRENT, views)
    }

    /// A snapshot as an engine of this format writes it.
    pub(crate) fn in_format(format: SnapshotFormat, views: Vec<Box<dyn StateView>>) -> Self {
        Self { format, views, pending: Mutex::new(BTreeMap::new()) }
    }

    /// Copies the next bytes of a key group into `target` and answers how many; 0 when the key group is
    /// complete. Only one key group at a time is encoded in memory if callers finish one after another.
    pub fn write(&self, key_group: u32, target: &mut [u8]) -> usize {
        // A panic cannot leave a key group half encoded: it is inserted when it is complete.
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let group = pending
            .entry(key_group)
            .or_insert_with(|| Pending { bytes: self.encode(key_group), read: 0 });
        let left = &group.bytes[group.read..];
        let count = left.len().min(target.len());
        target[..count].copy_from_slice(&left[..count]);
        group.read += count;
        if count == 0 && !target.is_empty() {
            // Complete; the next call for this key group starts anew.
            pending.remove(&key_group);
        }
        count
    }

    /// A key group's bytes; none at all when no table has an entry in it.
    fn encode(&self, key_group: u32) -> Vec<u8> {
        let mut body = Vec::new();
        let mut sections = 0_u16;
        for view in &self.views {
            let layout = view.layout();
            let mut entries = Vec::new();
            view.write(key_group, &mut entries);
            if entries.is_empty() {
                continue;
            }
            sections += 1;
            for text in [&layout.node, &layout.table, &layout.schema] {
                put_length(&mut body, text.len());
                body.extend_from_slice(text.as_bytes());
            }
            body.extend_from_slice(&layout.version().to_le_bytes());
            body.extend_from_slice(&(entries.len() as u64).to_le_bytes());
            body.extend_from_slice(&entries);
        }
        if sections == 0 {
            return Vec::new();
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&self.format.version().to_le_bytes());
        bytes.extend_from_slice(&sections.to_le_bytes());
        bytes.extend_from_slice(&body);
        bytes
    }
}

fn put_length(target: &mut Vec<u8>, length: usize) {
    target.extend_from_slice(&u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
}

/// One key group of a snapshot, in the frame of this engine's version.
#[derive(Debug)]
pub struct KeyGroupSnapshot<'a> {
    key_group: u32,
    /// What is behind magic and version.
    body: Cow<'a, [u8]>,
}

impl<'a> KeyGroupSnapshot<'a> {
    /// Takes the bytes of a key group; those of an older version are upgraded step by step.
    ///
    /// # Errors
    /// Bytes that are not a snapshot, or of a later version.
    pub fn try_new(key_group: u32, bytes: &'a [u8]) -> Result<Self, StateError> {
        Self::in_format(SnapshotFormat::CURRENT, key_group, bytes)
    }

    /// The same for an engine of this format.
    pub(crate) fn in_format(
        format: SnapshotFormat,
        key_group: u32,
        bytes: &'a [u8],
    ) -> Result<Self, StateError> {
        let malformed = |reason: &str| StateError::Malformed { key_group, reason: reason.into() };
        let cut = || malformed("it is cut off");
        let (magic, rest) = bytes.split_first_chunk::<4>().ok_or_else(cut)?;
        if *magic != MAGIC {
            return Err(malformed("it does not start like one of ours"));
        }
        let (version, body) = rest.split_first_chunk::<2>().ok_or_else(cut)?;
        let found = u16::from_le_bytes(*version);
        let known = format.version();
        if found > known || found == 0 {
            return Err(StateError::Version { what: "the snapshot".to_owned(), found, known });
        }
        let upgrades = format.upgrades.get(usize::from(found) - 1..).unwrap_or_default();
        let body =
            upgrades.iter().fold(Cow::Borrowed(body), |body, upgrade| Cow::Owned(upgrade(&body)));
        Ok(Self { key_group, body })
    }

    /// The tables' sections.
    ///
    /// # Errors
    /// Bytes that cannot be read, or are cut off.
    pub fn sections(&self) -> Result<Vec<TableSection<'_>>, StateError> {
        read_sections(self.key_group, &self.body)
    }
}

fn read_sections(key_group: u32, body: &[u8]) -> Result<Vec<TableSection<'_>>, StateError> {
    let malformed = |reason: &str| StateError::Malformed { key_group, reason: reason.into() };
    let cut = || malformed("it is cut off");
    let (count, mut rest) = body.split_first_chunk::<2>().ok_or_else(cut)?;
    let mut sections = Vec::new();
    for _ in 0..u16::from_le_bytes(*count) {
        let mut texts = [""; 3];
        for text in &mut texts {
            let (length, after) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
            let length = u32::from_le_bytes(*length) as usize;
            let bytes = after.get(..length).ok_or_else(cut)?;
            *text = std::str::from_utf8(bytes).map_err(|_| malformed("a name is not text"))?;
            rest = &after[length..];
        }
        let [node, table, schema] = texts;
        let (version, after) = rest.split_first_chunk::<2>().ok_or_else(cut)?;
        let (length, after) = after.split_first_chunk::<8>().ok_or_else(cut)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| cut())?;
        let entries = after.get(..length).ok_or_else(cut)?;
        let version = u16::from_le_bytes(*version);
        sections.push(TableSection { node, table, schema, version, entries });
        rest = &after[length..];
    }
    if rest.is_empty() { Ok(sections) } else { Err(malformed("bytes are left over")) }
}
