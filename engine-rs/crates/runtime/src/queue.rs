use std::collections::VecDeque;

use crate::batch::{Piece, Signal, StreamStatus};
use crate::{ChangelogBatch, EngineError};

/// An event that leaves the fragment, in order.
#[derive(Debug, Clone)]
pub struct OutputEvent {
    /// Ordinal of the output.
    pub output: u32,
    /// What leaves.
    pub event: Event,
}

/// What leaves a fragment: never a batch with marks, never one without rows that count.
#[derive(Debug, Clone)]
pub enum Event {
    /// Rows, possibly under a selection.
    Batch(ChangelogBatch),
    /// A watermark in epoch milliseconds.
    Watermark(i64),
    /// The stream became active or idle.
    Status(StreamStatus),
}

/// Output events that were not taken yet, and the error that comes after them.
#[derive(Debug, Default)]
pub(crate) struct EventQueue {
    events: VecDeque<OutputEvent>,
    error: Option<EngineError>,
}

impl EventQueue {
    pub(crate) fn push(&mut self, output: u32, piece: Piece) {
        let event = match piece {
            Piece::Rows(batch) => Event::Batch(batch),
            Piece::Signal(Signal::Watermark(timestamp)) => Event::Watermark(timestamp),
            Piece::Signal(Signal::Status(status)) => Event::Status(status),
        };
        self.events.push_back(OutputEvent { output, event });
    }

    pub(crate) fn fail(&mut self, error: EngineError) {
        self.error.get_or_insert(error);
    }

    pub(crate) fn take(&mut self) -> Result<Option<OutputEvent>, EngineError> {
        match self.events.pop_front() {
            Some(event) => Ok(Some(event)),
            None => self.error.take().map_or(Ok(None), Err),
        }
    }

    /// The output of the next event.
    pub(crate) fn next_output(&self) -> Option<u32> {
        self.events.front().map(|event| event.output)
    }

    /// Drops the events that were not taken: an error comes in their place.
    pub(crate) fn give_up(&mut self, error: EngineError) {
        self.events.clear();
        self.error = Some(error);
    }

    /// Takes the next event if it is a watermark of this output.
    pub(crate) fn take_watermark(&mut self, output: u32) -> Option<i64> {
        match self.events.front() {
            Some(OutputEvent { output: of, event: Event::Watermark(timestamp) })
                if *of == output =>
            {
                let timestamp = *timestamp;
                self.events.pop_front();
                Some(timestamp)
            }
            _ => None,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.events.is_empty() && self.error.is_none()
    }
}
