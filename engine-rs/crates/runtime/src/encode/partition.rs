use arrow_buffer::ScalarBuffer;
use sf_contract::proto::TaskContext;
use sf_faults::{Fault, is_on};

use super::{KeyEncoder, KeyGroups};
use crate::{ChangelogBatch, EngineError, ErrorCode, Selection};

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
    /// The key groups of the record's target, None for rows without a key.
    pub(super) key_groups: Option<KeyGroups>,
    /// Its physical rows in ascending order, None for all.
    pub(super) rows: Option<Selection>,
}

/// Splits batches so that each part has one target. Follows Flink's KeyGroupStreamPartitioner.
#[derive(Debug)]
pub struct Partitioner {
    keys: KeyEncoder,
    /// The key groups of each target.
    targets: Vec<KeyGroups>,
    /// The target of each key group.
    target_of: Vec<u32>,
    /// The targets of the rows of a batch.
    row_targets: Vec<u32>,
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
        let targets: Vec<KeyGroups> = (0..channels)
            .map(|channel| KeyGroups::of_subtask(channel, channels, key_groups))
            .collect();
        let mut target_of = Vec::with_capacity(key_groups as usize);
        for (target, range) in (0_u32..).zip(&targets) {
            target_of.resize(range.last as usize + 1, target);
        }
        Ok(Some(Self {
            keys: KeyEncoder::new(keys.clone()),
            targets,
            target_of,
            row_targets: Vec::new(),
        }))
    }

    /// The parts of a batch, by ascending target; none for a target without rows.
    pub(super) fn split(&mut self, batch: &ChangelogBatch) -> Result<Vec<Part>, EngineError> {
        if let [all] = self.targets[..] {
            // The only reader takes every key.
            return Ok(vec![Part { key_groups: Some(all), rows: batch.selection().cloned() }]);
        }
        let keys = self.keys.encode(batch)?;
        let key_groups = u32::try_from(self.target_of.len())
            .map_err(|_| EngineError::defect("more than 2^32 key groups"))?;
        let mut ends = vec![0_usize; self.targets.len() + 1];
        self.row_targets.clear();
        for row in 0..keys.len() {
            let target = self.target_of[keys.key_group(row, key_groups) as usize];
            self.row_targets.push(target);
            ends[target as usize + 1] += 1;
        }
        for target in 0..self.targets.len() {
            ends[target + 1] += ends[target];
        }
        let mut next = ends.clone();
        let mut ordered = vec![0_u32; keys.len()];
        let mut put = |position: usize, row: u32| {
            let target = self.row_targets[position] as usize;
            ordered[next[target]] = row;
            next[target] += 1;
        };
        match batch.selection() {
            Some(selection) => {
                selection.iter().enumerate().for_each(|(position, row)| put(position, *row));
            }
            None => (0_u32..).zip(0..keys.len()).for_each(|(row, position)| put(position, row)),
        }
        let ordered = ScalarBuffer::from(ordered);
        let mut parts = Vec::with_capacity(self.targets.len());
        for target in 0..self.targets.len() {
            let (start, end) = (ends[target], ends[target + 1]);
            if start < end {
                let named = target + usize::from(is_on(Fault::FrameOfOtherKeyGroup));
                parts.push(Part {
                    key_groups: Some(self.targets[named % self.targets.len()]),
                    rows: Some(ordered.slice(start, end - start)),
                });
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

    fn split(channels: u32) -> Vec<Part> {
        let task = TaskContext {
            channels: vec![channels],
            key_groups: vec![128],
            ..TaskContext::default()
        };
        let column: ArrayRef = Arc::new(Int64Array::from_iter_values(0..500));
        let batch = ChangelogBatch::try_new(vec![column], 500)
            .and_then(|batch| batch.with_selection(Some((100..500).collect())))
            .expect("a batch");
        let hash = Distribution::Hash { keys: vec![0] };
        let partitioner = Partitioner::try_new(&hash, 0, &task);
        partitioner.expect("opens").expect("keyed").split(&batch).expect("splits")
    }

    #[test]
    fn one_target_takes_the_batch_as_it_is() {
        let rows = Some((100..500).collect());
        assert_eq!(split(1), [Part { key_groups: Some(KeyGroups::all(128)), rows }]);
    }

    #[test]
    fn each_target_gets_the_rows_of_its_key_groups_in_order() {
        let column: ArrayRef = Arc::new(Int64Array::from_iter_values(0..500));
        let batch = ChangelogBatch::try_new(vec![column], 500).expect("a batch");
        let mut encoder = KeyEncoder::new(vec![0]);
        let keys = encoder.encode(&batch).expect("keys");
        for channels in [2, 3, 128] {
            let parts = split(channels);
            let mut seen: Vec<u32> = Vec::new();
            for part in &parts {
                let range = part.key_groups.expect("keyed");
                let rows = part.rows.as_deref().expect("some rows");
                assert!(rows.is_sorted());
                for row in rows {
                    let key_group = keys.key_group(*row as usize, 128);
                    assert!(range.contains(key_group), "{key_group} in {range:?}");
                }
                seen.extend(rows);
            }
            seen.sort_unstable();
            assert_eq!(seen, (100..500).collect::<Vec<u32>>());
            let firsts: Vec<u32> =
                parts.iter().filter_map(|part| Some(part.key_groups?.first)).collect();
            assert!(firsts.is_sorted());
            if channels == 3 {
                assert_eq!(firsts, [0, 43, 86]);
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
