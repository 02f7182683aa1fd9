use std::iter::zip;

use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use sf_contract::proto::TaskContext;
use sf_contract::{LogicalType, TypeKind};
use sf_faults::{Fault, is_on};

use super::frame::decode_frames;
use super::{Distribution, KeyEncoder, KeyGroups};
use crate::{ChangelogBatch, EngineError, ErrorCode, Mark, Selection, Signal};

/// A port that takes frames of another fragment, and the watermarks that came between them.
///
/// A frame was made for one subtask. When a job is rescaled from an unaligned checkpoint, a frame that was on
/// its way comes to every subtask that has some of its key groups, and each takes the rows of its own.
#[derive(Debug)]
pub struct FramesIn {
    columns: Vec<LogicalType>,
    keyed: Option<Keyed>,
}

/// What tells a subtask's own rows from those of others.
#[derive(Debug)]
struct Keyed {
    keys: KeyEncoder,
    max_parallelism: u32,
    own: KeyGroups,
}

impl FramesIn {
    /// A port of these columns, whose rows the sender distributed like this.
    pub fn new(columns: Vec<LogicalType>, distribution: &Distribution, task: &TaskContext) -> Self {
        let keyed = match distribution {
            Distribution::Hash { keys } if task.parallelism > 1 => Some(Keyed {
                keys: KeyEncoder::new(keys.clone()),
                max_parallelism: task.max_parallelism,
                own: KeyGroups::of_subtask(
                    task.subtask_index,
                    task.parallelism,
                    task.max_parallelism,
                ),
            }),
            _ => None,
        };
        Self { columns, keyed }
    }

    /// The columns of what the host hands over: a frame, or no bytes and a watermark.
    pub fn slab_columns() -> Vec<LogicalType> {
        vec![LogicalType::required(TypeKind::BYTES), LogicalType::required(TypeKind::BigInt)]
    }

    /// The subtask's rows as one batch, in order, with a mark for each watermark; `slab` has the columns
    /// of [`Self::slab_columns`].
    ///
    /// # Errors
    /// Bytes that are no frame of the port's types.
    pub fn read(&mut self, slab: &ChangelogBatch) -> Result<ChangelogBatch, EngineError> {
        let [bytes, watermarks] = slab.columns() else {
            return Err(EngineError::new(ErrorCode::Protocol, "a slab that has no frames"));
        };
        let (bytes, watermarks) =
            (bytes.as_binary::<i32>(), watermarks.as_primitive::<Int64Type>().values());
        let mut frames = Vec::with_capacity(slab.physical_rows());
        // By the number of frames in front of them.
        let mut signals = Vec::new();
        for (row, watermark) in zip(0..slab.physical_rows(), watermarks) {
            match bytes.value(row) {
                [] => signals.push((frames.len(), Signal::Watermark(*watermark))),
                frame => frames.push(frame),
            }
        }
        let decoded = decode_frames(&self.columns, frames)?;
        let batch = match (&mut self.keyed, decoded.key_groups) {
            (Some(keyed), Some(groups)) if !keyed.own.covers(groups) => keyed.own(decoded.batch)?,
            _ => decoded.batch,
        };
        let mut marks = Vec::with_capacity(signals.len());
        let (mut counted, mut position) = (0, 0);
        for (frames, signal) in signals {
            position += decoded.rows[counted..frames].iter().sum::<usize>();
            counted = frames;
            marks.push(Mark { position, signal });
        }
        batch.with_marks(marks)
    }
}

impl Keyed {
    fn own(&mut self, batch: ChangelogBatch) -> Result<ChangelogBatch, EngineError> {
        if is_on(Fault::ForeignRowsKept) {
            return Ok(batch);
        }
        let keys = self.keys.encode(&batch)?;
        let own: Selection = (0_u32..)
            .zip(0..keys.len())
            .filter(|(_, row)| self.own.contains(keys.key_group(*row, self.max_parallelism)))
            .map(|(number, _)| number)
            .collect();
        batch.with_selection(Some(own))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, BinaryArray, Int64Array};

    use super::*;
    use crate::encode::{FramesOut, Partitioner};

    const KEY_GROUPS: u32 = 128;

    fn hash() -> Distribution {
        Distribution::Hash { keys: vec![0] }
    }

    fn long() -> Vec<LogicalType> {
        vec![LogicalType::required(TypeKind::BigInt)]
    }

    fn task(subtask_index: u32, parallelism: u32) -> TaskContext {
        TaskContext {
            subtask_index,
            parallelism,
            max_parallelism: KEY_GROUPS,
            channels: vec![parallelism],
            key_groups: vec![KEY_GROUPS],
            ..TaskContext::default()
        }
    }

    fn longs(values: std::ops::Range<i64>) -> ChangelogBatch {
        let rows = values.clone().count();
        let column: ArrayRef = Arc::new(Int64Array::from_iter_values(values));
        ChangelogBatch::try_new(vec![column], rows).expect("a batch")
    }

    /// Frames with 0..500 for so many readers.
    fn frames(readers: u32) -> Vec<(KeyGroups, Vec<u8>)> {
        let partitioner = Partitioner::try_new(&hash(), 0, &task(0, readers)).expect("opens");
        let mut out = FramesOut::new(partitioner);
        out.batch(&longs(0..500)).expect("frames");
        let found = out.entries().iter().map(|entry| {
            let range = [entry.first_key_group, entry.last_key_group];
            let [first, last] = range.map(|group| u32::try_from(group).expect("keyed"));
            let start = usize::try_from(entry.offset).expect("small");
            let end = start + usize::try_from(entry.bytes).expect("small");
            (KeyGroups { first, last }, out.region()[start..end].to_vec())
        });
        found.collect()
    }

    /// A frame with these values and no key.
    fn frame(values: std::ops::Range<i64>) -> Vec<u8> {
        let mut out = FramesOut::new(None);
        out.batch(&longs(values)).expect("a frame");
        out.region().to_vec()
    }

    /// What the host hands over: frames, and watermarks for those without bytes.
    fn slab(rows: &[(&[u8], i64)]) -> ChangelogBatch {
        let bytes = BinaryArray::from_iter_values(rows.iter().map(|(bytes, _)| bytes));
        let watermarks = Int64Array::from_iter_values(rows.iter().map(|(_, watermark)| *watermark));
        ChangelogBatch::try_new(vec![Arc::new(bytes), Arc::new(watermarks)], rows.len())
            .expect("a slab")
    }

    fn values(batch: ChangelogBatch) -> Vec<i64> {
        let batch = batch.compact().expect("compacted");
        batch.columns()[0].as_primitive::<Int64Type>().values().to_vec()
    }

    #[test]
    fn each_row_has_one_reader_at_any_parallelism() {
        for before in 1..=4 {
            let frames = frames(before);
            assert_eq!(frames.len(), before as usize);
            for after in 1..=4 {
                let mut seen = Vec::new();
                for subtask in 0..after {
                    let own = KeyGroups::of_subtask(subtask, after, KEY_GROUPS);
                    let mut port = FramesIn::new(long(), &hash(), &task(subtask, after));
                    for (range, frame) in &frames {
                        // Flink sends it to the subtasks of its key groups.
                        if range.first <= own.last && own.first <= range.last {
                            seen.extend(values(port.read(&slab(&[(frame, 0)])).expect("read")));
                        }
                    }
                }
                seen.sort_unstable();
                assert_eq!(seen, (0..500).collect::<Vec<i64>>(), "{before} to {after}");
            }
        }
    }

    #[test]
    fn own_rows_keep_their_order_among_rows_of_others() {
        let whole = frames(1);
        let halves = frames(2);
        let mut port = FramesIn::new(long(), &hash(), &task(1, 2));
        let own = values(port.read(&slab(&[(&halves[1].1, 0)])).expect("read"));
        assert!(own.is_sorted() && own.len() > 200);
        let all = slab(&[(&whole[0].1, 0), (&halves[1].1, 0), (&halves[0].1, 0)]);
        assert_eq!(values(port.read(&all).expect("read")), [own.clone(), own].concat());
    }

    #[test]
    fn rows_without_a_key_belong_to_who_gets_them() {
        let mut port = FramesIn::new(long(), &Distribution::Forward, &task(1, 2));
        let batch = port.read(&slab(&[(&frame(0..5), 0)])).expect("read");
        assert_eq!(values(batch), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn watermarks_keep_their_place_between_frames() {
        let mut port = FramesIn::new(long(), &Distribution::Forward, &task(0, 1));
        let (first, second) = (frame(0..3), frame(3..5));
        let rows = [(&first[..], 0), (&[], 7), (&second[..], 0), (&[], 8), (&[], i64::MAX)];
        let batch = port.read(&slab(&rows)).expect("read");
        let marks: Vec<_> = batch.marks().iter().map(|mark| (mark.position, mark.signal)).collect();
        let watermark = Signal::Watermark;
        assert_eq!(marks, [(3, watermark(7)), (5, watermark(8)), (5, watermark(i64::MAX))]);
        assert_eq!(values(batch), [0, 1, 2, 3, 4]);
        let batch = port.read(&slab(&[(&[], 9)])).expect("read");
        assert_eq!(batch.marks(), [Mark { position: 0, signal: watermark(9) }]);
    }
}
