use sf_contract::proto::OutputForm;

use super::{RowChunks, column_entries};
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
}

/// An output whose rows leave as rows: holds the batch that is being handed over.
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
}

impl RowsOut {
    /// An output of this form; `chunk_rows` bounds a chunk of binary rows.
    ///
    /// # Errors
    /// A form in which no rows leave.
    pub fn try_new(form: OutputForm, chunk_rows: usize) -> Result<Self, EngineError> {
        let form = match form {
            OutputForm::BinaryRows => Form::BinaryRows(RowChunks::new(chunk_rows)),
            OutputForm::Columns => Form::Columns(Vec::new()),
            OutputForm::Frames | OutputForm::Unspecified => {
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
        }
    }
}
