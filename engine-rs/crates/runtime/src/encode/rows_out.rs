use std::collections::VecDeque;

use sf_contract::proto::OutputForm;

use super::partition::Part;
use super::{NOT_KEYED, Partitioner, RowChunks, column_entries, encode_frame};
use crate::abi::ColumnEntry;
use crate::{ChangelogBatch, EngineError, ErrorCode};

/// Rows ready for the host, in the form of the output.
#[derive(Debug, Clone, Copy)]
pub enum OutputData<'a> {
    /// A chunk in Flink's binary layout: the rows back to back, and where each starts.
    BinaryRows {
        /// The rows.
        region: &'a [u8],
        /// One offset per row and the end.
        offsets: &'a [i32],
    },
    /// Columns to be read in place.
    Columns {
        /// The fields in preorder.
        entries: &'a [ColumnEntry],
        /// Row kinds per physical row.
        row_kinds: Option<&'a [u8]>,
        /// Physical numbers of the rows that count; None when all do.
        row_ids: Option<&'a [u32]>,
        /// Number of rows that count.
        rows: usize,
    },
    /// A frame.
    Frame {
        /// Its bytes.
        bytes: &'a [u8],
        /// Rows in it.
        rows: usize,
        /// A key group of its rows, which all have the same target; [`NOT_KEYED`] without a key.
        key_group: i64,
    },
}

/// One output of a fragment on its way to the host: holds the batch that is being handed over.
#[derive(Debug)]
pub struct RowsOut {
    form: Form,
    batch: Option<ChangelogBatch>,
    /// Rows of the batch that were handed over.
    taken: usize,
}

#[derive(Debug)]
enum Form {
    BinaryRows(RowChunks),
    Columns(Vec<ColumnEntry>),
    Frames(Frames),
}

/// Frames of the current batch.
#[derive(Debug, Default)]
struct Frames {
    bytes: Vec<u8>,
    partitioner: Option<Partitioner>,
    /// What is left of a batch that was split.
    parts: VecDeque<Part>,
}

impl RowsOut {
    /// An output of this form; `chunk_rows` bounds a chunk of binary rows, `partitioner` splits frames.
    ///
    /// # Errors
    /// An unspecified form, or rows that are split and do not leave in frames.
    pub fn try_new(
        form: OutputForm,
        chunk_rows: usize,
        partitioner: Option<Partitioner>,
    ) -> Result<Self, EngineError> {
        if partitioner.is_some() && form != OutputForm::Frames {
            return Err(EngineError::new(ErrorCode::Protocol, "an exchange that sends no frames"));
        }
        let form = match form {
            OutputForm::BinaryRows => Form::BinaryRows(RowChunks::new(chunk_rows)),
            OutputForm::Columns => Form::Columns(Vec::new()),
            OutputForm::Frames => Form::Frames(Frames { partitioner, ..Frames::default() }),
            OutputForm::Unspecified => {
                return Err(EngineError::new(ErrorCode::Protocol, "an output without a form"));
            }
        };
        Ok(Self { form, batch: None, taken: 0 })
    }

    /// Takes the next batch; the one before was handed over or is given up.
    pub fn begin(&mut self, batch: ChangelogBatch) {
        self.batch = Some(batch);
        self.taken = 0;
    }

    /// Gives up the batch: what was returned of it is not used any more.
    pub fn release(&mut self) {
        self.batch = None;
    }

    /// Whether rows of the current batch are left.
    pub fn has_rows(&self) -> bool {
        self.batch.as_ref().is_some_and(|batch| self.taken < batch.selected_rows())
    }

    /// The next rows of the batch. What was returned before is not valid any more.
    ///
    /// # Errors
    /// A batch that cannot be encoded.
    pub fn next_chunk(&mut self) -> Result<OutputData<'_>, EngineError> {
        let Some(batch) = &self.batch else {
            return Err(EngineError::new(ErrorCode::Protocol, "no batch to hand over"));
        };
        let rows = batch.selected_rows();
        match &mut self.form {
            Form::BinaryRows(chunks) => {
                self.taken += chunks.encode(batch, self.taken)?;
                Ok(OutputData::BinaryRows { region: chunks.region(), offsets: chunks.offsets() })
            }
            Form::Columns(entries) => {
                column_entries(batch.columns(), entries)?;
                self.taken = rows;
                Ok(OutputData::Columns {
                    entries,
                    row_kinds: batch.row_kinds().map(|kinds| &kinds[..]),
                    row_ids: batch.selection().map(|selection| &selection[..]),
                    rows,
                })
            }
            Form::Frames(frames) => {
                if self.taken == 0 {
                    frames.parts = match &mut frames.partitioner {
                        Some(partitioner) => partitioner.split(batch)?.into(),
                        None => VecDeque::from([Part { key_group: NOT_KEYED, rows: None }]),
                    };
                }
                let Some(Part { key_group, rows }) = frames.parts.pop_front() else {
                    return Err(EngineError::defect("a batch whose parts are not all of it"));
                };
                let part = match rows {
                    None => batch.clone(),
                    rows => batch.clone().with_selection(rows)?,
                };
                encode_frame(&part, &mut frames.bytes)?;
                let rows = part.selected_rows();
                self.taken += rows;
                Ok(OutputData::Frame { bytes: &frames.bytes, rows, key_group })
            }
        }
    }
}
