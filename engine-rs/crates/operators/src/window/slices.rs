use sf_contract::proto::{WindowKind, WindowSpec};
use sf_runtime::{EngineError, ErrorCode};

use super::zone::grid_start;
use crate::message::invalid;

/// How windows lie on the grid, and which slices they consist of: a row is in one slice, and a slice is named
/// by its end, as a window is. Follows Flink's SliceAssigners.
///
/// ```text
/// TUMBLE      one slice per window
/// HOP         slices of one slide; a window has size / slide of them
/// CUMULATE    slices of one step; a window has those from its start on
/// ```
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slices {
    kind: WindowKind,
    size: i64,
    slice: i64,
    offset: i64,
}

impl Slices {
    /// The slices of a plan's windows.
    ///
    /// # Errors
    /// Windows that Flink would refuse.
    pub(crate) fn of(spec: &WindowSpec) -> Result<Self, EngineError> {
        let kind = match WindowKind::try_from(spec.kind) {
            Ok(WindowKind::Unspecified) | Err(_) => return Err(invalid("no kind of window")),
            Ok(kind) => kind,
        };
        let (size, offset) = (spec.size_millis, spec.offset_millis);
        let slice = if kind == WindowKind::Tumble { size } else { spec.step_millis };
        if size <= 0 || slice <= 0 {
            return Err(invalid(format!("windows of {size} ms every {slice} ms")));
        }
        if size % slice != 0 {
            let message = format!("windows of {size} ms that do not consist of {slice} ms");
            return Err(EngineError::new(ErrorCode::Relation, message));
        }
        Ok(Self { kind, size, slice, offset })
    }

    /// The end of the slice that a local time is in.
    #[inline]
    pub(crate) fn end_of(&self, local: i64) -> i64 {
        grid_start(local, self.offset, self.slice).wrapping_add(self.slice)
    }

    /// The start of a window.
    pub(crate) fn window_start(&self, window_end: i64) -> i64 {
        match self.kind {
            WindowKind::Cumulate => grid_start(window_end - 1, self.offset, self.size),
            _ => window_end.wrapping_sub(self.size),
        }
    }

    /// From one slice to the next.
    pub(crate) fn interval(&self) -> i64 {
        self.slice
    }

    /// The kind of window.
    pub(crate) fn kind(&self) -> WindowKind {
        self.kind
    }

    /// The window that is due behind another one without a row of its own.
    pub(crate) fn next_window(&self, window_end: i64) -> Option<i64> {
        let next = window_end.wrapping_add(self.slice);
        match self.kind {
            WindowKind::Hop => Some(next),
            WindowKind::Cumulate => Some(next).filter(|next| *next <= self.last_window(window_end)),
            _ => None,
        }
    }

    /// The end of the last window that has a slice.
    #[inline]
    pub(crate) fn last_window(&self, slice_end: i64) -> i64 {
        match self.kind {
            WindowKind::Hop => slice_end.wrapping_sub(self.slice).wrapping_add(self.size),
            WindowKind::Cumulate => self.window_start(slice_end).wrapping_add(self.size),
            _ => slice_end,
        }
    }
}
