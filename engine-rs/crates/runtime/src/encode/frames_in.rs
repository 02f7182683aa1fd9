use sf_contract::LogicalType;
use sf_contract::proto::TaskContext;
use sf_faults::{Fault, is_on};

use super::frame::decode_frames;
use super::{Distribution, KeyEncoder, KeyGroups};
use crate::{ChangelogBatch, EngineError, Selection};

/// A port that takes frames of another fragment.
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

    /// The subtask's rows in these frames as one batch, in order.
    ///
    /// # Errors
    /// Bytes that are no frame of the port's types.
    pub fn read<'a>(
        &mut self,
        frames: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<ChangelogBatch, EngineError> {
        let (batch, key_groups) = decode_frames(&self.columns, frames)?;
        match (&mut self.keyed, key_groups) {
            (Some(keyed), Some(key_groups)) if !keyed.own.covers(key_groups) => keyed.own(batch),
            _ => Ok(batch),
        }
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

    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    use arrow_array::{ArrayRef, Int64Array};
    use sf_contract::TypeKind;

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

    /// Frames with 0..500 for so many readers.
    fn frames(readers: u32) -> Vec<(KeyGroups, Vec<u8>)> {
        let column: ArrayRef = Arc::new(Int64Array::from_iter_values(0..500));
        let batch = ChangelogBatch::try_new(vec![column], 500).expect("a batch");
        let partitioner = Partitioner::try_new(&hash(), 0, &task(0, readers)).expect("opens");
        let mut out = FramesOut::new(partitioner);
        out.batch(&batch).expect("frames");
        let found = out.entries().iter().map(|entry| {
            let range = [entry.first_key_group, entry.last_key_group];
            let [first, last] = range.map(|group| u32::try_from(group).expect("keyed"));
            let start = usize::try_from(entry.offset).expect("small");
            let end = start + usize::try_from(entry.bytes).expect("small");
            (KeyGroups { first, last }, out.region()[start..end].to_vec())
        });
        found.collect()
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
                            seen.extend(values(port.read([&frame[..]]).expect("read")));
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
        let own = values(port.read([&halves[1].1[..]]).expect("read"));
        assert!(own.is_sorted() && own.len() > 200);
        let both = port.read([&whole[0].1[..], &halves[1].1[..], &halves[0].1[..]]).expect("read");
        assert_eq!(values(both), [own.clone(), own].concat());
    }

    #[test]
    fn rows_without_a_key_belong_to_who_gets_them() {
        let mut out = FramesOut::new(None);
        let column: ArrayRef = Arc::new(Int64Array::from_iter_values(0..5));
        out.batch(&ChangelogBatch::try_new(vec![column], 5).expect("a batch")).expect("a frame");
        let mut port = FramesIn::new(long(), &Distribution::Forward, &task(1, 2));
        assert_eq!(values(port.read([out.region()]).expect("read")), [0, 1, 2, 3, 4]);
    }
}
