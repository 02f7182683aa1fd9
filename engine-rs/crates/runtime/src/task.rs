use std::sync::Arc;

use sf_faults::{Fault, is_on};
use sf_state::{FragmentSnapshot, KeyGroupSnapshot, StateError};

use crate::batch::{ChangelogBatch, StreamStatus};
use crate::context::HostCounters;
use crate::metrics::Metrics;
use crate::node::Node;
use crate::operator::{StateSize, StreamOperator, TableSize};
use crate::output::{Output, Target};
use crate::queue::{EventQueue, OutputEvent};
use crate::{EngineError, ErrorCode};

/// Why operators are flushed. The codes are those of Java's `FlushKind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum FlushKind {
    /// A mini-batch bundle ends.
    Bundle = 0,
    /// A checkpoint barrier comes next.
    Barrier = 1,
    /// All inputs ended.
    EndOfInput = 2,
}

impl FlushKind {
    /// Reads Java's code.
    pub fn from_code(code: i32) -> Option<Self> {
        match code {
            0 => Some(Self::Bundle),
            1 => Some(Self::Barrier),
            2 => Some(Self::EndOfInput),
            _ => None,
        }
    }
}

/// An operator to be placed in a fragment. Operators are listed inputs first.
pub struct PlacedOperator {
    /// The node's stable id.
    pub id: String,
    /// The operator.
    pub operator: Box<dyn StreamOperator>,
    /// Ordinal and port of the operator that consumes the output; None for the fragment's output 0.
    pub consumer: Option<(usize, usize)>,
}

/// Where the rows of an input port of the fragment go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InputPort {
    /// Ordinal and port of the consuming operator; None when the fragment has no operator at all.
    pub consumer: Option<(usize, usize)>,
}

/// A fragment that runs in one task. It is driven from the task thread:
///
/// ```text
/// push | watermark | status | timer | flush      then take_event until it answers None
/// ```
///
/// Those calls never fail themselves: an error waits behind the events that came before it, and
/// [`Self::take_event`] raises it. After an error the fragment takes nothing more.
pub struct FragmentTask {
    nodes: Vec<Node>,
    ports: Vec<Target>,
    queue: EventQueue,
    metrics: Metrics,
    host_counters: Arc<HostCounters>,
    failed: bool,
}

impl FragmentTask {
    /// Puts operators together.
    ///
    /// # Errors
    /// A consumer that does not come after its producer.
    pub fn try_new(
        operators: Vec<PlacedOperator>,
        ports: Vec<InputPort>,
        host_counters: Arc<HostCounters>,
    ) -> Result<Self, EngineError> {
        let count = operators.len();
        let mut nodes = Vec::with_capacity(count);
        for (ordinal, placed) in operators.into_iter().enumerate() {
            let target = target(placed.consumer, Some(ordinal), count)?;
            nodes.push(Node { id: placed.id, operator: placed.operator, target });
        }
        let ports: Result<Vec<_>, _> =
            ports.iter().map(|port| target(port.consumer, None, count)).collect();
        Ok(Self {
            nodes,
            ports: ports?,
            queue: EventQueue::default(),
            metrics: Metrics::default(),
            host_counters,
            failed: false,
        })
    }

    /// Rows arrived on a port.
    pub fn push(&mut self, port: usize, batch: ChangelogBatch) {
        self.metrics.batches_in += 1;
        self.metrics.rows_in += batch.selected_rows() as u64;
        self.at_port(port, |out| out.batch(batch));
    }

    /// Event time advanced on a port.
    pub fn watermark(&mut self, port: usize, timestamp: i64) {
        self.at_port(port, |out| out.watermark(timestamp));
    }

    /// A port became idle or active.
    pub fn status(&mut self, port: usize, status: StreamStatus) {
        if is_on(Fault::SwallowedStatus) {
            return;
        }
        self.at_port(port, |out| out.status(status));
    }

    /// Processing time reached `now`: what is due fires by its time, whichever operator it belongs to, and
    /// for equal times inputs first. In Flink each operator has its deadline in the task's timer service.
    pub fn timer(&mut self, now: i64) {
        while let Some((due, ordinal)) = self.earliest_deadline().filter(|(due, _)| *due <= now) {
            self.at_node(ordinal, |node, out| {
                node.operator.processing_time(due, now, out)?;
                match node.operator.deadline() {
                    Some(next) if next <= due => Err(EngineError::defect(format!(
                        "node {} does not move its deadline {due}",
                        node.id
                    ))),
                    _ => Ok(()),
                }
            });
        }
    }

    /// Flushes every operator, inputs first.
    pub fn flush(&mut self, kind: FlushKind) {
        self.at_each_node(|node, out| node.operator.flush(kind, out));
    }

    /// The earliest processing time at which [`Self::timer`] must be called.
    pub fn next_deadline(&self) -> Option<i64> {
        self.earliest_deadline().map(|(deadline, _)| deadline)
    }

    fn earliest_deadline(&self) -> Option<(i64, usize)> {
        if self.failed {
            return None;
        }
        let deadlines = self.nodes.iter().enumerate();
        deadlines.filter_map(|(ordinal, node)| Some((node.operator.deadline()?, ordinal))).min()
    }

    /// The next output event, None when all were taken.
    ///
    /// # Errors
    /// The error that ended the fragment, once, after all events before it were taken.
    pub fn take_event(&mut self) -> Result<Option<OutputEvent>, EngineError> {
        self.queue.take()
    }

    /// The next event if it is a watermark of this output, which then goes along with the rows before it.
    pub fn take_watermark(&mut self, output: u32) -> Option<i64> {
        self.queue.take_watermark(output)
    }

    /// The output of the event that [`Self::take_event`] would answer.
    pub fn next_output(&self) -> Option<u32> {
        self.queue.next_output()
    }

    /// An event that was taken could not be handed over: the fragment ends with this error, which
    /// [`Self::take_event`] raises next.
    pub fn give_up(&mut self, error: EngineError) {
        self.failed = true;
        self.queue.give_up(error);
    }

    /// Counts frames that left.
    pub fn count_frames(&mut self, frames: usize) {
        self.metrics.frames_out += frames as u64;
    }

    /// Whether [`Self::take_event`] would answer an event or an error.
    pub fn has_event(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Takes a view of all state for a checkpoint. The fragment was flushed before.
    pub fn snapshot(&mut self) -> FragmentSnapshot {
        let mut views = Vec::new();
        for node in &mut self.nodes {
            if let Some(state) = node.operator.state() {
                views.extend(state.snapshot());
            }
        }
        FragmentSnapshot::new(views)
    }

    /// Takes the bytes of one key group of a snapshot, before any row arrives.
    ///
    /// # Errors
    /// State that cannot be read, or does not fit the plan or the fragment's memory; the task must not
    /// start then.
    pub fn restore(&mut self, key_group: u32, bytes: &[u8]) -> Result<(), EngineError> {
        let snapshot = KeyGroupSnapshot::try_new(key_group, bytes)?;
        for section in snapshot.sections()? {
            let node = self.nodes.iter_mut().find(|node| node.id == section.node);
            let operator = node.map(|node| &mut node.operator);
            let unknown = || StateError::UnknownNode { node: section.node.to_owned() };
            let operator = operator.ok_or_else(unknown)?;
            operator.state().ok_or_else(unknown)?.restore(key_group, &section)?;
            operator.account()?;
        }
        Ok(())
    }

    /// The counters.
    pub fn metrics(&self) -> Metrics {
        let mut state = StateSize::default();
        self.visit_tables(&mut |table| state = state.plus(table.state()));
        Metrics {
            state_rows: state.rows as u64,
            timers: state.timers as u64,
            state_bytes: state.bytes as u64,
            host_calls: self.host_counters.calls(),
            host_rows: self.host_counters.rows(),
            ..self.metrics
        }
    }

    /// Tells the size of every table of every operator, always of all of them in the same order.
    pub fn visit_tables(&self, visit: &mut dyn FnMut(TableSize<'_>)) {
        for node in &self.nodes {
            node.operator.visit_tables(visit);
        }
    }

    /// Whether an operator reads the processing time.
    pub fn reads_processing_time(&self) -> bool {
        self.nodes.iter().any(|node| node.operator.reads_processing_time())
    }

    /// Counts a call into the engine.
    pub fn count_call(&mut self) {
        self.metrics.calls += 1;
    }

    /// Stable ids of the operators, inputs first.
    pub fn node_ids(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().map(|node| node.id.as_str())
    }

    /// Number of input ports.
    pub fn input_ports(&self) -> usize {
        self.ports.len()
    }

    fn at_port(
        &mut self,
        port: usize,
        call: impl FnOnce(&mut Output<'_>) -> Result<(), EngineError>,
    ) {
        if self.refuse() {
            return;
        }
        let result = match self.ports.get(port) {
            Some(target) => {
                let mut out =
                    Output::new(*target, &mut self.nodes, 0, &mut self.queue, &mut self.metrics);
                call(&mut out)
            }
            None => Err(EngineError::new(ErrorCode::Protocol, format!("there is no port {port}"))),
        };
        self.finish(result);
    }

    fn at_each_node(
        &mut self,
        mut call: impl FnMut(&mut Node, &mut Output<'_>) -> Result<(), EngineError>,
    ) {
        if self.refuse() {
            return;
        }
        for ordinal in 0..self.nodes.len() {
            self.at_node(ordinal, &mut call);
            if self.failed {
                break;
            }
        }
    }

    fn at_node(
        &mut self,
        ordinal: usize,
        call: impl FnOnce(&mut Node, &mut Output<'_>) -> Result<(), EngineError>,
    ) {
        let (before, rest) = self.nodes.split_at_mut(ordinal + 1);
        let node = &mut before[ordinal];
        let target = node.target;
        let mut out = Output::new(target, rest, ordinal + 1, &mut self.queue, &mut self.metrics);
        let result = call(node, &mut out);
        self.finish(result);
    }

    fn refuse(&mut self) -> bool {
        if self.failed {
            self.queue.fail(EngineError::new(
                ErrorCode::Protocol,
                "the fragment failed before and takes nothing more",
            ));
        }
        self.failed
    }

    fn finish(&mut self, result: Result<(), EngineError>) {
        if let Err(error) = result {
            self.failed = true;
            self.queue.fail(error);
        }
    }
}

fn target(
    consumer: Option<(usize, usize)>,
    producer: Option<usize>,
    count: usize,
) -> Result<Target, EngineError> {
    match consumer {
        None => Ok(Target::Fragment { output: 0 }),
        Some((ordinal, port))
            if ordinal < count && producer.is_none_or(|producer| ordinal > producer) =>
        {
            Ok(Target::Node { ordinal, port })
        }
        Some((ordinal, _)) => Err(EngineError::defect(format!(
            "operator {ordinal} cannot consume {producer:?} of {count} operators"
        ))),
    }
}
