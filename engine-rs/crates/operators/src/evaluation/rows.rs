use arrow_array::{ArrayRef, UInt32Array};
use sf_runtime::{ChangelogBatch, EngineError, Selection};

/// Some rows of a batch, in order: all rows that count, or a part of them.
#[derive(Debug, Clone)]
pub(crate) struct Rows {
    physical: Physical,
    /// How many of the batch's rows of this step come before the first of these.
    offset: usize,
}

#[derive(Debug, Clone)]
enum Physical {
    Range { start: usize, length: usize },
    Picked(Selection),
}

impl Rows {
    /// The rows of a batch that count.
    pub(crate) fn of(batch: &ChangelogBatch) -> Self {
        let physical = match batch.selection() {
            None => Physical::Range { start: 0, length: batch.physical_rows() },
            Some(selection) => Physical::Picked(selection.clone()),
        };
        Self { physical, offset: 0 }
    }

    /// Rows picked by their physical numbers, as the rows of a step of their own.
    pub(crate) fn picked(selection: Selection) -> Self {
        Self { physical: Physical::Picked(selection), offset: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.physical {
            Physical::Range { length, .. } => *length,
            Physical::Picked(selection) => selection.len(),
        }
    }

    /// `length` rows from the one at `start`.
    pub(crate) fn slice(&self, start: usize, length: usize) -> Self {
        let physical = match &self.physical {
            Physical::Range { start: first, .. } => {
                Physical::Range { start: first + start, length }
            }
            Physical::Picked(selection) => Physical::Picked(selection.slice(start, length)),
        };
        Self { physical, offset: self.offset + start }
    }

    /// Physical number of the row at `place`.
    pub(crate) fn physical(&self, place: usize) -> usize {
        match &self.physical {
            Physical::Range { start, .. } => start + place,
            Physical::Picked(selection) => selection[place] as usize,
        }
    }

    /// The rows as a selection; None when they are all of `physical_rows`.
    pub(crate) fn selection(&self, physical_rows: usize) -> Result<Option<Selection>, EngineError> {
        match &self.physical {
            Physical::Range { start: 0, length } if *length == physical_rows => Ok(None),
            Physical::Range { start, length } => {
                let row = |row: usize| u32::try_from(row).map_err(|_| too_many_rows());
                Ok(Some((row(*start)?..row(start + length)?).collect::<Vec<u32>>().into()))
            }
            Physical::Picked(selection) => Ok(Some(selection.clone())),
        }
    }

    /// A column of the batch at these rows.
    pub(crate) fn gather(&self, column: &ArrayRef) -> Result<ArrayRef, EngineError> {
        match &self.physical {
            Physical::Range { start: 0, length } if *length == column.len() => {
                Ok(ArrayRef::clone(column))
            }
            Physical::Range { start, length } => Ok(column.slice(*start, *length)),
            Physical::Picked(selection) if selection.len() == 1 => {
                Ok(column.slice(selection[0] as usize, 1))
            }
            Physical::Picked(selection) => {
                let indices = UInt32Array::new(selection.clone(), None);
                Ok(arrow_select::take::take(column.as_ref(), &indices, None)?)
            }
        }
    }

    /// A column that has one value per row of this step, at these rows.
    pub(crate) fn gather_result(&self, column: &ArrayRef) -> ArrayRef {
        if self.offset == 0 && self.len() == column.len() {
            return ArrayRef::clone(column);
        }
        column.slice(self.offset, self.len())
    }
}

fn too_many_rows() -> EngineError {
    EngineError::defect("a batch of more than 2^32 rows")
}
