use sf_faults::{Fault, is_on};

use crate::EngineError;
use crate::batch::{ChangelogBatch, Piece, Signal, StreamStatus};
use crate::faulty;
use crate::metrics::Metrics;
use crate::node::Node;
use crate::operator::MarkHandling;
use crate::queue::EventQueue;

/// Where an operator's results go: the next operator of the fragment, called at once, or the queue of
/// the fragment's output events.
pub struct Output<'a> {
    target: Target,
    /// The nodes behind the current one; `target` points into them by `ordinal - base`.
    rest: &'a mut [Node],
    base: usize,
    queue: &'a mut EventQueue,
    metrics: &'a mut Metrics,
}

/// The consumer of a node's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Input `port` of the node with this ordinal, which is larger than the producer's.
    Node { ordinal: usize, port: usize },
    /// An output of the fragment.
    Fragment { output: u32 },
}

impl<'a> Output<'a> {
    pub(crate) fn new(
        target: Target,
        rest: &'a mut [Node],
        base: usize,
        queue: &'a mut EventQueue,
        metrics: &'a mut Metrics,
    ) -> Self {
        Self { target, rest, base, queue, metrics }
    }

    /// Hands on a batch. A batch without rows that count and without marks goes nowhere.
    ///
    /// # Errors
    /// An error of an operator downstream.
    pub fn batch(&mut self, batch: ChangelogBatch) -> Result<(), EngineError> {
        if batch.selected_rows() == 0 && batch.marks().is_empty() {
            return Ok(());
        }
        match self.target {
            Target::Fragment { output } => {
                let batch = match is_on(Fault::LostUpdateBefore) {
                    true => faulty::without_update_before(batch)?,
                    false => batch,
                };
                for piece in batch.cut_at_marks() {
                    self.metrics.piece_out(&piece);
                    self.queue.push(output, piece);
                }
                Ok(())
            }
            Target::Node { ordinal, port } => {
                let (node, mut out) = self.node(ordinal)?;
                if batch.marks().is_empty()
                    || node.operator.mark_handling() == MarkHandling::Carried
                {
                    return node.operator.process(port, batch, &mut out);
                }
                for piece in batch.cut_at_marks() {
                    match piece {
                        Piece::Rows(rows) => node.operator.process(port, rows, &mut out)?,
                        Piece::Signal(Signal::Watermark(timestamp)) => {
                            node.operator.watermark(port, timestamp, &mut out)?;
                        }
                        Piece::Signal(Signal::Status(status)) => {
                            node.operator.status(port, status, &mut out)?;
                        }
                    }
                }
                Ok(())
            }
        }
    }

    /// Hands on a watermark.
    ///
    /// # Errors
    /// An error of an operator downstream.
    pub fn watermark(&mut self, timestamp: i64) -> Result<(), EngineError> {
        match self.target {
            Target::Fragment { output } => {
                let piece = Piece::Signal(Signal::Watermark(timestamp));
                self.metrics.piece_out(&piece);
                self.queue.push(output, piece);
                Ok(())
            }
            Target::Node { ordinal, port } => {
                let (node, mut out) = self.node(ordinal)?;
                node.operator.watermark(port, timestamp, &mut out)
            }
        }
    }

    /// Hands on a status.
    ///
    /// # Errors
    /// An error of an operator downstream.
    pub fn status(&mut self, status: StreamStatus) -> Result<(), EngineError> {
        match self.target {
            Target::Fragment { output } => {
                self.queue.push(output, Piece::Signal(Signal::Status(status)));
                Ok(())
            }
            Target::Node { ordinal, port } => {
                let (node, mut out) = self.node(ordinal)?;
                node.operator.status(port, status, &mut out)
            }
        }
    }

    /// The node with this ordinal and the output behind it.
    fn node(&mut self, ordinal: usize) -> Result<(&mut Node, Output<'_>), EngineError> {
        let index = ordinal
            .checked_sub(self.base)
            .filter(|index| *index < self.rest.len())
            .ok_or_else(|| EngineError::defect(format!("no node {ordinal} downstream")))?;
        let (before, rest) = self.rest.split_at_mut(index + 1);
        let node = &mut before[index];
        let out = Output::new(node.target, rest, ordinal + 1, self.queue, self.metrics);
        Ok((node, out))
    }
}
