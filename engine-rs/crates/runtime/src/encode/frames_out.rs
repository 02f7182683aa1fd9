use super::Partitioner;
use super::frame::encode_frame;
use super::partition::Part;
use crate::abi::{EventKind, FrameEntry};
use crate::{ChangelogBatch, EngineError, Event, StreamStatus};

/// Bytes of frames from which on the host takes them before more are written.
const FULL_BYTES: usize = 1 << 20;

/// An output whose rows leave in frames: collects frames and the signals between them, so that the host
/// takes all that a call made with that call.
#[derive(Debug)]
pub struct FramesOut {
    partitioner: Option<Partitioner>,
    region: Vec<u8>,
    entries: Vec<FrameEntry>,
}

impl FramesOut {
    /// An output whose batches are split like this, or travel whole.
    pub fn new(partitioner: Option<Partitioner>) -> Self {
        Self { partitioner, region: Vec::new(), entries: Vec::new() }
    }

    /// Gives up what was collected.
    pub fn clear(&mut self) {
        self.region.clear();
        self.entries.clear();
    }

    /// Collects an event.
    ///
    /// # Errors
    /// A batch that cannot be encoded; frames of its first rows may be there.
    pub fn event(&mut self, event: &Event) -> Result<(), EngineError> {
        let signal = |kind, value| FrameEntry { kind: kind as u32, value, ..FrameEntry::default() };
        match event {
            Event::Batch(batch) => return self.batch(batch),
            Event::Watermark(timestamp) => {
                self.entries.push(signal(EventKind::Watermark, *timestamp));
            }
            Event::Status(status) => {
                let active = i64::from(*status == StreamStatus::Active);
                self.entries.push(signal(EventKind::Status, active));
            }
        }
        Ok(())
    }

    /// Collects the frames of a batch.
    ///
    /// # Errors
    /// As for [`Self::event`].
    pub fn batch(&mut self, batch: &ChangelogBatch) -> Result<(), EngineError> {
        let parts = match &mut self.partitioner {
            Some(partitioner) => partitioner.split(batch)?,
            None => vec![Part { key_groups: None, rows: batch.selection().cloned() }],
        };
        for Part { key_groups, rows } in parts {
            let start = self.region.len();
            let rows = rows.as_deref();
            encode_frame(batch, rows, key_groups, &mut self.region)?;
            let rows = rows.map_or(batch.physical_rows(), <[u32]>::len);
            let ends = key_groups.map(|range| [range.first, range.last].map(u32::cast_signed));
            let [first_key_group, last_key_group] = ends.unwrap_or([FrameEntry::NOT_KEYED; 2]);
            self.entries.push(FrameEntry {
                kind: EventKind::Frames as u32,
                rows: u32::try_from(rows)
                    .map_err(|_| EngineError::defect("a batch beyond 2^32 rows"))?,
                value: 0,
                offset: start as u64,
                bytes: (self.region.len() - start) as u64,
                first_key_group,
                last_key_group,
            });
        }
        Ok(())
    }

    /// Whether the host has to take what there is before more is collected.
    pub fn is_full(&self) -> bool {
        self.region.len() >= FULL_BYTES
    }

    /// Frames and signals, in order.
    pub fn entries(&self) -> &[FrameEntry] {
        &self.entries
    }

    /// Number of frames.
    pub fn frames(&self) -> usize {
        self.entries.iter().filter(|entry| entry.kind == EventKind::Frames as u32).count()
    }

    /// The bytes of the frames.
    pub fn region(&self) -> &[u8] {
        &self.region
    }
}
