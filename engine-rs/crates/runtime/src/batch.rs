use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use arrow_buffer::ScalarBuffer;

use crate::EngineError;

/// Flink's RowKind. The values are `RowKind.toByteValue`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum RowKind {
    /// +I
    Insert = 0,
    /// -U
    UpdateBefore = 1,
    /// +U
    UpdateAfter = 2,
    /// -D
    Delete = 3,
}

impl RowKind {
    /// The byte as it lies in a batch.
    pub fn byte(self) -> u8 {
        self as u8
    }

    /// Reads a byte.
    pub fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Insert),
            1 => Some(Self::UpdateBefore),
            2 => Some(Self::UpdateAfter),
            3 => Some(Self::Delete),
            _ => None,
        }
    }

    /// Flink's short name.
    pub fn short_name(self) -> &'static str {
        match self {
            Self::Insert => "+I",
            Self::UpdateBefore => "-U",
            Self::UpdateAfter => "+U",
            Self::Delete => "-D",
        }
    }
}

/// What can fall between two rows of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// Event time reached this timestamp.
    Watermark(i64),
    /// The stream became active or idle.
    Status(StreamStatus),
}

/// Flink's WatermarkStatus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants are Flink's names")]
pub enum StreamStatus {
    Idle,
    Active,
}

/// A signal inside a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The signal comes before this physical row; `rows` means after the last one.
    pub position: usize,
    /// The signal.
    pub signal: Signal,
}

/// Physical row numbers in ascending order, the rows of a batch that count.
pub type Selection = ScalarBuffer<u32>;

/// Rows of a changelog in columns: the physical rows, their kinds (absent when all are inserts), which
/// of them count (absent when all do), and the signals that fall between them.
///
/// A filter only narrows the selection and a projection only swaps columns, so a batch passes both
/// without a copy. Positions of marks are physical row numbers and stay valid under a selection.
#[derive(Debug, Clone)]
pub struct ChangelogBatch {
    columns: Vec<ArrayRef>,
    rows: usize,
    row_kinds: Option<ScalarBuffer<u8>>,
    selection: Option<Selection>,
    marks: Vec<Mark>,
}

impl ChangelogBatch {
    /// A batch of inserts without selection or marks.
    ///
    /// # Errors
    /// A column whose length is not `rows`.
    pub fn try_new(columns: Vec<ArrayRef>, rows: usize) -> Result<Self, EngineError> {
        for (index, column) in columns.iter().enumerate() {
            if column.len() != rows {
                return Err(EngineError::defect(format!(
                    "column {index} has {} rows instead of {rows}",
                    column.len()
                )));
            }
        }
        if u32::try_from(rows).is_err() {
            return Err(EngineError::defect(format!("a batch of {rows} rows")));
        }
        Ok(Self { columns, rows, row_kinds: None, selection: None, marks: Vec::new() })
    }

    /// The same batch with row kinds, one byte per physical row.
    ///
    /// # Errors
    /// Another number of bytes than rows, or a byte that is no row kind.
    pub fn with_row_kinds(mut self, kinds: Option<ScalarBuffer<u8>>) -> Result<Self, EngineError> {
        if let Some(kinds) = &kinds {
            if kinds.len() != self.rows {
                return Err(EngineError::defect(format!(
                    "{} row kinds for {} rows",
                    kinds.len(),
                    self.rows
                )));
            }
            if let Some(byte) = kinds.iter().find(|byte| **byte > RowKind::Delete.byte()) {
                return Err(EngineError::defect(format!("row kind {byte}")));
            }
        }
        self.row_kinds = kinds;
        Ok(self)
    }

    /// The same batch with a selection: ascending physical row numbers.
    ///
    /// # Errors
    /// A selection that is not strictly ascending or not within the rows.
    pub fn with_selection(mut self, selection: Option<Selection>) -> Result<Self, EngineError> {
        if let Some(selected) = &selection {
            let ascending = selected.windows(2).all(|pair| pair[0] < pair[1]);
            let inside = selected.last().is_none_or(|last| (*last as usize) < self.rows);
            if !ascending || !inside {
                return Err(EngineError::defect(
                    "a selection that is not ascending within the rows",
                ));
            }
        }
        self.selection = selection;
        Ok(self)
    }

    /// The same batch with marks in ascending order of position.
    ///
    /// # Errors
    /// Marks out of order or beyond the rows.
    pub fn with_marks(mut self, marks: Vec<Mark>) -> Result<Self, EngineError> {
        let ascending = marks.windows(2).all(|pair| pair[0].position <= pair[1].position);
        let inside = marks.last().is_none_or(|last| last.position <= self.rows);
        if !ascending || !inside {
            return Err(EngineError::defect("marks that are not ascending within the rows"));
        }
        self.marks = marks;
        Ok(self)
    }

    /// The same rows with other columns, which must have the same number of physical rows.
    ///
    /// # Errors
    /// A column of another length.
    pub fn with_columns(self, columns: Vec<ArrayRef>) -> Result<Self, EngineError> {
        let replaced = Self::try_new(columns, self.rows)?;
        Ok(Self { columns: replaced.columns, ..self })
    }

    /// The columns, each of [`Self::physical_rows`] values.
    pub fn columns(&self) -> &[ArrayRef] {
        &self.columns
    }

    /// Number of physical rows, selected or not.
    pub fn physical_rows(&self) -> usize {
        self.rows
    }

    /// Number of rows that count.
    pub fn selected_rows(&self) -> usize {
        self.selection.as_ref().map_or(self.rows, |selection| selection.len())
    }

    /// Row kinds per physical row; None when all rows are inserts.
    pub fn row_kinds(&self) -> Option<&ScalarBuffer<u8>> {
        self.row_kinds.as_ref()
    }

    /// The kind of a physical row.
    pub fn row_kind(&self, row: usize) -> RowKind {
        self.row_kinds
            .as_ref()
            .and_then(|kinds| RowKind::from_byte(kinds[row]))
            .unwrap_or(RowKind::Insert)
    }

    /// The rows that count; None when all do.
    pub fn selection(&self) -> Option<&Selection> {
        self.selection.as_ref()
    }

    /// Physical row numbers of the rows that count, in order.
    pub fn selected(&self) -> Box<dyn Iterator<Item = usize> + '_> {
        match &self.selection {
            None => Box::new(0..self.rows),
            Some(selection) => Box::new(selection.iter().map(|row| *row as usize)),
        }
    }

    /// The physical row of the `position`-th row that counts.
    #[inline]
    pub fn selected_row(&self, position: usize) -> usize {
        self.selection.as_ref().map_or(position, |selection| selection[position] as usize)
    }

    /// The signals inside the batch, by position.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Splits off the marks.
    pub fn take_marks(&mut self) -> Vec<Mark> {
        std::mem::take(&mut self.marks)
    }

    /// Physical rows `start..end` as a batch of their own, without marks and without a copy.
    pub fn slice(&self, start: usize, end: usize) -> Self {
        let length = end - start;
        let selection = self.selection.as_ref().map(|selection| {
            let from = selection.partition_point(|row| (*row as usize) < start);
            let to = selection.partition_point(|row| (*row as usize) < end);
            let base = u32::try_from(start).unwrap_or(u32::MAX);
            selection[from..to].iter().map(|row| row - base).collect::<Vec<u32>>().into()
        });
        Self {
            columns: self.columns.iter().map(|column| column.slice(start, length)).collect(),
            rows: length,
            row_kinds: self.row_kinds.as_ref().map(|kinds| kinds.slice(start, length)),
            selection,
            marks: Vec::new(),
        }
    }

    /// The batch cut at its marks: pieces without marks, and the signals between them. Pieces
    /// without a row that counts are left out.
    pub fn cut_at_marks(mut self) -> Vec<Piece> {
        let marks = self.take_marks();
        if marks.is_empty() {
            return if self.selected_rows() == 0 { Vec::new() } else { vec![Piece::Rows(self)] };
        }
        let mut pieces = Vec::with_capacity(marks.len() * 2 + 1);
        let mut start = 0;
        for mark in marks {
            if mark.position > start {
                pieces.push(Piece::Rows(self.slice(start, mark.position)));
                start = mark.position;
            }
            pieces.push(Piece::Signal(mark.signal));
        }
        if start < self.rows {
            pieces.push(Piece::Rows(self.slice(start, self.rows)));
        }
        pieces.retain(|piece| !matches!(piece, Piece::Rows(batch) if batch.selected_rows() == 0));
        pieces
    }

    /// The batch with only the rows that count as physical rows; marks move with them.
    ///
    /// # Errors
    /// A failing Arrow kernel, which would be a defect.
    pub fn compact(self) -> Result<Self, EngineError> {
        let Some(selection) = self.selection else {
            return Ok(self);
        };
        let indices = UInt32Array::new(selection.clone(), None);
        let mut columns = Vec::with_capacity(self.columns.len());
        for column in &self.columns {
            columns.push(arrow_select::take::take(column.as_ref(), &indices, None)?);
        }
        let row_kinds = self.row_kinds.map(|kinds| {
            selection.iter().map(|row| kinds[*row as usize]).collect::<Vec<u8>>().into()
        });
        let marks = self
            .marks
            .into_iter()
            .map(|mark| Mark {
                position: selection.partition_point(|row| (*row as usize) < mark.position),
                signal: mark.signal,
            })
            .collect();
        Ok(Self { columns, rows: selection.len(), row_kinds, selection: None, marks })
    }

    /// The columns as a record batch of the given schema, for expressions.
    ///
    /// # Errors
    /// Columns that do not have the schema's types.
    pub fn to_record_batch(
        &self,
        schema: &arrow_schema::SchemaRef,
    ) -> Result<RecordBatch, EngineError> {
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(self.rows));
        Ok(RecordBatch::try_new_with_options(Arc::clone(schema), self.columns.clone(), &options)?)
    }

    /// Bytes of memory that the columns hold on to.
    pub fn memory_size(&self) -> usize {
        self.columns.iter().map(|column| column.get_array_memory_size()).sum()
    }
}

/// A piece of a batch that was cut at its marks.
#[derive(Debug, Clone)]
pub enum Piece {
    /// Rows without marks.
    Rows(ChangelogBatch),
    /// A signal.
    Signal(Signal),
}
