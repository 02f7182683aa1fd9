use arrow_buffer::ScalarBuffer;
use sf_contract::proto::TaskContext;
use sf_faults::{Fault, is_on};

use super::KeyEncoder;
use crate::{ChangelogBatch, EngineError, ErrorCode, Selection};

/// Key group of rows that are not keyed.
pub const NOT_KEYED: i64 = -1;

/// How the rows of a fragment go to the fragments that read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Distribution {
    /// They stay in the task.
    Forward,
    /// All go to one task.
    Single,
    /// Each goes to the task that has the key group of its key.
    Hash {
        /// The columns of the key, in order.
        keys: Vec<usize>,
    },
}

/// A part of a batch that travels as one record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// A key group that has the record's target, [`NOT_KEYED`] when there is one target for all.
    pub(super) key_group: i64,
    /// Its physical rows; None for all that count.
    pub(super) rows: Option<Selection>,
}

/// Splits batches so that each part has one target. Follows Flink's KeyGroupStreamPartitioner.
///
/// When a job is rescaled from an unaligned checkpoint, Flink sends a record that was on its way to one
/// task, whole. So where that can happen, a record holds rows of one key group only.
#[derive(Debug)]
pub struct Partitioner {
    keys: KeyEncoder,
    /// Max parallelism of the readers.
    key_groups: u32,
    split: Split,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Split {
    /// There is one target.
    Whole,
    /// A record for each of so many targets.
    Channels(u32),
    /// A record for each key group.
    KeyGroups,
}

impl Partitioner {
    /// The partitioner of an output, None for rows that are not split.
    ///
    /// # Errors
    /// A keyed output whose targets the task does not know.
    pub fn try_new(
        distribution: &Distribution,
        output: usize,
        task: &TaskContext,
    ) -> Result<Option<Self>, EngineError> {
        let Distribution::Hash { keys } = distribution else {
            return Ok(None);
        };
        let of = |values: &[u32]| values.get(output).copied().filter(|value| *value > 0);
        let (Some(channels), Some(key_groups)) = (of(&task.channels), of(&task.key_groups)) else {
            let message = format!("the keyed output {output} without channels and key groups");
            return Err(EngineError::new(ErrorCode::Protocol, message));
        };
        let split = match channels {
            _ if task.unaligned_checkpoints && !is_on(Fault::UnsplitFrame) => Split::KeyGroups,
            1 => Split::Whole,
            channels => Split::Channels(channels),
        };
        Ok(Some(Self { keys: KeyEncoder::new(keys.clone()), key_groups, split }))
    }

    /// The parts of a batch, by ascending target.
    pub(super) fn split(&mut self, batch: &ChangelogBatch) -> Result<Vec<Part>, EngineError> {
        let targets = match self.split {
            Split::Whole => return Ok(vec![Part { key_group: NOT_KEYED, rows: None }]),
            Split::Channels(channels) => channels,
            Split::KeyGroups => self.key_groups,
        } as usize;
        let keys = self.keys.encode(batch)?;
        let mut ends = vec![0_usize; targets + 1];
        let mut of_row = Vec::with_capacity(keys.len());
        for row in 0..keys.len() {
            let key_group = keys.key_group(row, self.key_groups);
            let target = match self.split {
                // KeyGroupRangeAssignment.computeOperatorIndexForKeyGroup
                Split::Channels(channels) => key_group * channels / self.key_groups,
                _ => key_group,
            };
            of_row.push((target, key_group));
            ends[target as usize + 1] += 1;
        }
        for target in 0..targets {
            ends[target + 1] += ends[target];
        }
        let mut next = ends.clone();
        let mut ordered = vec![0_u32; keys.len()];
        let mut key_groups = vec![0_u32; targets];
        for (position, (target, key_group)) in of_row.iter().enumerate() {
            let target = *target as usize;
            let row = match batch.selection() {
                Some(selection) => selection[position],
                None => u32::try_from(position)
                    .map_err(|_| EngineError::defect("a batch beyond 2^32 rows"))?,
            };
            ordered[next[target]] = row;
            next[target] += 1;
            key_groups[target] = *key_group;
        }
        let ordered = ScalarBuffer::from(ordered);
        let mut parts = Vec::new();
        for target in 0..targets {
            let (start, end) = (ends[target], ends[target + 1]);
            if start < end {
                let rows = Some(ordered.slice(start, end - start));
                let key_group = key_groups[target] + u32::from(is_on(Fault::FrameOfOtherKeyGroup));
                parts.push(Part { key_group: i64::from(key_group), rows });
            }
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Int64Array};

    use super::*;

    fn task(channels: u32, unaligned: bool) -> TaskContext {
        TaskContext {
            channels: vec![channels],
            key_groups: vec![128],
            unaligned_checkpoints: unaligned,
            ..TaskContext::default()
        }
    }

    fn split(channels: u32, unaligned: bool) -> Vec<Part> {
        let column: ArrayRef = Arc::new(Int64Array::from_iter_values(0..500));
        let batch = ChangelogBatch::try_new(vec![column], 500).expect("a batch");
        let hash = Distribution::Hash { keys: vec![0] };
        let partitioner = Partitioner::try_new(&hash, 0, &task(channels, unaligned));
        partitioner.expect("opens").expect("keyed").split(&batch).expect("splits")
    }

    fn rows(parts: &[Part]) -> Vec<u32> {
        let mut rows: Vec<u32> = parts
            .iter()
            .flat_map(|part| part.rows.as_deref().unwrap_or_default())
            .copied()
            .collect();
        rows.sort_unstable();
        rows
    }

    #[test]
    fn one_target_takes_the_batch_as_it_is() {
        assert_eq!(split(1, false), [Part { key_group: NOT_KEYED, rows: None }]);
    }

    #[test]
    fn each_target_gets_the_rows_of_its_key_groups_in_order() {
        let parts = split(3, false);
        assert_eq!(parts.len(), 3);
        assert_eq!(rows(&parts), (0..500).collect::<Vec<u32>>());
        for (channel, part) in (0_i64..).zip(&parts) {
            assert_eq!(part.key_group * 3 / 128, channel);
            assert!(part.rows.as_ref().expect("rows").windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn with_unaligned_checkpoints_a_part_has_one_key_group_also_for_one_target() {
        for channels in [1, 3] {
            let parts = split(channels, true);
            assert!(parts.len() > 100, "{} parts", parts.len());
            assert!(parts.windows(2).all(|pair| pair[0].key_group < pair[1].key_group));
            assert_eq!(rows(&parts), (0..500).collect::<Vec<u32>>());
            let mut keys = KeyEncoder::new(vec![0]);
            for part in parts {
                let selected = part.rows.expect("rows");
                let values = selected.iter().map(|row| i64::from(*row));
                let column: ArrayRef = Arc::new(Int64Array::from_iter_values(values));
                let batch = ChangelogBatch::try_new(vec![column], selected.len()).expect("a batch");
                let keys = keys.encode(&batch).expect("keys");
                for row in 0..keys.len() {
                    assert_eq!(i64::from(keys.key_group(row, 128)), part.key_group);
                }
            }
        }
    }

    #[test]
    fn a_keyed_output_needs_to_know_its_targets() {
        let hash = Distribution::Hash { keys: vec![0] };
        let error = Partitioner::try_new(&hash, 0, &TaskContext::default()).expect_err("refused");
        assert_eq!(error.code(), ErrorCode::Protocol);
    }
}
