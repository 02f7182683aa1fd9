use sf_runtime::{Mark, RowKind};

/// The rows that leave, each with the input row whose key it has and the pick of its results.
pub(super) struct Emitted {
    pub(super) rows: Vec<u32>,
    pub(super) picks: Vec<usize>,
    pub(super) kinds: Vec<u8>,
    /// How many of them are used.
    end: usize,
}

impl Emitted {
    pub(super) fn with_capacity(rows: usize) -> Self {
        Self { rows: vec![0; rows], picks: vec![0; rows], kinds: vec![0; rows], end: 0 }
    }

    /// Puts a row behind the others if it `leaves`, without a branch: what does not leave is overwritten.
    #[inline]
    pub(super) fn push_if(&mut self, leaves: bool, row: u32, pick: usize, kind: RowKind) {
        self.rows[self.end] = row;
        self.picks[self.end] = pick;
        self.kinds[self.end] = kind.byte();
        self.end += usize::from(leaves);
    }

    /// Moves marks from rows of the input to rows that leave.
    pub(super) fn place(&self, marks: &mut [Mark]) {
        for mark in marks {
            mark.position = self.rows.partition_point(|row| (*row as usize) < mark.position);
        }
    }

    pub(super) fn finish(&mut self) {
        self.rows.truncate(self.end);
        self.picks.truncate(self.end);
        self.kinds.truncate(self.end);
    }

    /// Takes the first so many rows away.
    pub(super) fn take(&mut self, end: usize) -> Self {
        Self {
            rows: take_first(&mut self.rows, end),
            picks: take_first(&mut self.picks, end),
            kinds: take_first(&mut self.kinds, end),
            end,
        }
    }
}

/// Takes the first values away; without a copy, if these are all.
fn take_first<T>(values: &mut Vec<T>, end: usize) -> Vec<T> {
    let rest = values.split_off(end);
    std::mem::replace(values, rest)
}
