//! A fragment as the native methods see it: its task, the slabs of its ports, what its output has
//! ready, and the control block through which the host reads all of that.

use std::cell::UnsafeCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sf_contract::LogicalType;
use sf_contract::proto::{OutputForm, TaskContext};
use sf_reader::CheckedPlan;
use sf_runtime::abi::{
    ControlBlock, EventKind, MORE_EVENTS, READS_PROCESSING_TIME, WATERMARK_FOLLOWS,
};
use sf_runtime::encode::{Distribution, FramesIn, FramesOut, OutputData, Partitioner, RowsOut};
use sf_runtime::slab::{SlabLayout, SlabPool};
use sf_runtime::{
    EngineError, ErrorCode, Event, FiredTimerCount, FragmentMemory, FragmentTask,
    InputActivityClock, Metrics, OutputEvent, ProcessingClock, StreamStatus, TableKind,
};

/// Rows of a batch where the task context does not say.
const DEFAULT_BATCH_ROWS: usize = 2048;
const DEFAULT_CHUNK_ROWS: usize = 256;
const METRICS: usize = Metrics::NAMES.len();
/// Rows and bytes of a table.
const TABLE_METRICS: usize = 2;

/// What a handle points at. The control block comes first: its address is the handle.
#[repr(C)]
pub(crate) struct Handle {
    block: UnsafeCell<ControlBlock>,
    /// Copies of the counters and of the tables' sizes, for threads other than the task's.
    metrics: Vec<AtomicU64>,
    fragment: UnsafeCell<Fragment>,
}

struct Port {
    pool: SlabPool,
    /// Reads the frames that arrive, None for a port of rows.
    frames: Option<FramesIn>,
}

/// What an input port takes.
pub(crate) enum PortKind {
    /// Rows of a host operator, in slabs.
    Rows,
    /// Frames of another fragment, which distributes its rows like this.
    Frames(Distribution),
}

/// How rows of an output leave.
enum OutputPort {
    Rows(RowsOut),
    Frames(FramesOut),
}

/// Everything but what other threads or the host read.
pub(crate) struct Fragment {
    task: FragmentTask,
    ports: Vec<Port>,
    /// Addresses of the slab headers, to which the control block points.
    slabs: Vec<u64>,
    outputs: Vec<OutputPort>,
    /// The output whose batch is being handed over.
    current: Option<u32>,
    /// Bytes of key groups of which more is to come.
    restoring: BTreeMap<u32, Vec<u8>>,
    /// The list of the tables, to which the control block points.
    tables: String,
    input_activity: InputActivityClock,
    processing_time: ProcessingClock,
    fired_timers: Arc<FiredTimerCount>,
    /// Keeps the decoded plan in the cache for the other tasks of the job.
    _plan: Option<Arc<CheckedPlan>>,
}

/// What a fragment is made of.
pub(crate) struct Parts {
    pub(crate) task: FragmentTask,
    pub(crate) ports: Vec<(PortKind, Vec<LogicalType>)>,
    pub(crate) plan: Option<Arc<CheckedPlan>>,
    pub(crate) memory: FragmentMemory,
    pub(crate) input_activity: InputActivityClock,
    pub(crate) processing_time: ProcessingClock,
    pub(crate) fired_timers: Arc<FiredTimerCount>,
    /// Where the rows of the output go.
    pub(crate) distribution: Distribution,
}

impl Handle {
    /// Gives an opened fragment its handle.
    pub(crate) fn open(parts: Parts, context: &TaskContext) -> Result<i64, EngineError> {
        let fragment = Fragment::try_new(parts, context)?;
        let count = |what: usize| u32::try_from(what).map_err(|_| EngineError::defect("ports"));
        let mut block =
            ControlBlock::new(count(fragment.ports.len())?, count(fragment.outputs.len())?);
        block.slabs = fragment.slabs.as_ptr() as u64;
        block.deadline = fragment.deadline();
        block.tables = fragment.tables.as_ptr() as u64;
        block.tables_bytes = fragment.tables.len() as u64;
        block.flags = if fragment.task.reads_processing_time() { READS_PROCESSING_TIME } else { 0 };
        let counters = METRICS + TABLE_METRICS * fragment.tables.lines().count();
        let handle = Box::new(Self {
            block: UnsafeCell::new(block),
            metrics: std::iter::repeat_with(AtomicU64::default).take(counters).collect(),
            fragment: UnsafeCell::new(fragment),
        });
        Ok(Box::into_raw(handle) as i64)
    }

    /// Frees a fragment.
    ///
    /// # Safety
    /// `handle` came from [`Self::open`], was not closed before and is not in use.
    pub(crate) unsafe fn close(handle: i64) {
        // SAFETY: by the caller's promise this is the box that `open` leaked.
        drop(unsafe { Box::from_raw(handle as *mut Self) });
    }

    /// The counters; any thread.
    ///
    /// # Safety
    /// `handle` came from [`Self::open`] and is not closed before this returns.
    pub(crate) unsafe fn metrics(handle: i64) -> Vec<i64> {
        // SAFETY: by the caller's promise the handle is alive; only a shared reference is made, and
        // the counters are atomic.
        let handle = unsafe { &*(handle as *const Self) };
        let values = handle.metrics.iter().map(|counter| counter.load(Ordering::Relaxed));
        values.map(u64::cast_signed).collect()
    }

    /// Does something with the fragment that makes no event.
    ///
    /// # Safety
    /// As for [`Self::drive`].
    pub(crate) unsafe fn with<T>(
        handle: i64,
        step: impl FnOnce(&mut Fragment) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        // SAFETY: by the caller's promise the handle is alive.
        let handle = unsafe { &*(handle as *const Self) };
        // SAFETY: by the caller's promise nobody else has the fragment or writes the block; the host
        // reads the block only between calls.
        let (fragment, block) = unsafe { (&mut *handle.fragment.get(), &mut *handle.block.get()) };
        let result = step(fragment);
        // Restored timers have deadlines, and restored tables a size.
        block.deadline = fragment.deadline();
        fragment.count(&handle.metrics);
        result
    }

    /// Runs a step of the fragment, then puts the first event into the control block.
    ///
    /// # Safety
    /// `handle` came from [`Self::open`], is not closed, and the calling thread is the only one that
    /// uses it, [`Self::metrics`] aside.
    pub(crate) unsafe fn drive(
        handle: i64,
        step: impl FnOnce(&mut Fragment) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        // SAFETY: by the caller's promise the handle is alive.
        let handle = unsafe { &*(handle as *const Self) };
        // SAFETY: by the caller's promise nobody else has the fragment or writes the block; the host
        // reads the block only between calls.
        let (fragment, block) = unsafe { (&mut *handle.fragment.get(), &mut *handle.block.get()) };
        fragment.task.count_call();
        if block.flags & READS_PROCESSING_TIME != 0 {
            fragment.processing_time.set_millis(block.processing_time);
        }
        block.event_kind = EventKind::None as u32;
        block.more_events = 0;
        let result = step(fragment).and_then(|()| fragment.show_event(block));
        block.deadline = fragment.deadline();
        block.timers_fired = fragment.fired_timers.get();
        fragment.count(&handle.metrics);
        result
    }
}

impl Fragment {
    fn try_new(parts: Parts, context: &TaskContext) -> Result<Self, EngineError> {
        let batch_rows = or_default(context.batch_rows, DEFAULT_BATCH_ROWS);
        let mut ports = Vec::with_capacity(parts.ports.len());
        for (port, (kind, columns)) in parts.ports.into_iter().enumerate() {
            let memory = parts.memory.register(&format!("input port {port}"));
            ports.push(match kind {
                PortKind::Rows => {
                    let pool = SlabPool::try_new(SlabLayout::new(columns), batch_rows, memory)?;
                    Port { pool, frames: None }
                }
                PortKind::Frames(distribution) => {
                    let layout = SlabLayout::new(FramesIn::slab_columns());
                    let pool = SlabPool::try_new(layout, batch_rows, memory)?;
                    Port { pool, frames: Some(FramesIn::new(columns, &distribution, context)) }
                }
            });
        }
        let chunk_rows = or_default(context.output_chunk_rows, DEFAULT_CHUNK_ROWS);
        let mut outputs = Vec::with_capacity(context.outputs.len());
        for (output, form) in context.outputs.iter().enumerate() {
            let form = OutputForm::try_from(*form).unwrap_or(OutputForm::Unspecified);
            let partitioner = Partitioner::try_new(&parts.distribution, output, context)?;
            outputs.push(match (form, partitioner) {
                (OutputForm::Frames, partitioner) => {
                    OutputPort::Frames(FramesOut::new(partitioner))
                }
                (form, None) => OutputPort::Rows(RowsOut::try_new(form, chunk_rows)?),
                (_, Some(_)) => {
                    let message = "an exchange that sends no frames";
                    return Err(EngineError::new(ErrorCode::Protocol, message));
                }
            });
        }
        let slabs = ports.iter().map(|port| port.pool.header_address()).collect();
        let mut tables = String::new();
        parts.task.visit_tables(&mut |table| {
            let parts =
                [&table.layout.node, "\t", &table.layout.table, "\t", table.kind.rows_name()];
            parts.into_iter().chain(["\n"]).for_each(|part| tables.push_str(part));
        });
        Ok(Self {
            task: parts.task,
            ports,
            slabs,
            outputs,
            current: None,
            restoring: BTreeMap::new(),
            tables,
            input_activity: parts.input_activity,
            processing_time: parts.processing_time,
            fired_timers: parts.fired_timers,
            _plan: parts.plan,
        })
    }

    pub(crate) fn push(&mut self, port: usize) -> Result<(), EngineError> {
        self.release_outputs();
        let Port { pool, frames } = self.port(port)?;
        let taken = pool.take_batch()?;
        let batch = match frames {
            None => taken,
            Some(frames) => frames.read(&taken)?,
        };
        self.task.push(port, batch);
        Ok(())
    }

    /// Processing time reached `now_millis`; the clock of idle timeouts reads `active_millis`.
    pub(crate) fn timer(&mut self, now_millis: i64, active_millis: i64) {
        self.input_activity.set_millis(active_millis);
        self.processing_time.set_millis(now_millis);
        self.task.timer(now_millis);
    }

    /// Copies the counters, and rows and bytes of each table.
    fn count(&self, counters: &[AtomicU64]) {
        let (fixed, tables) = counters.split_at(METRICS.min(counters.len()));
        for (counter, value) in std::iter::zip(fixed, self.task.metrics().values()) {
            counter.store(value, Ordering::Relaxed);
        }
        let mut tables = tables.chunks_exact(TABLE_METRICS);
        self.task.visit_tables(&mut |table| {
            if let Some([rows, bytes]) = tables.next() {
                rows.store(table.rows as u64, Ordering::Relaxed);
                let second = match table.kind {
                    TableKind::Bundle { keys } => keys,
                    TableKind::Keyed | TableKind::Timers => table.bytes,
                };
                bytes.store(second as u64, Ordering::Relaxed);
            }
        });
    }

    /// Grows a buffer of a port's current slab.
    pub(crate) fn grow(
        &mut self,
        port: usize,
        buffer: usize,
        min_bytes: usize,
    ) -> Result<(), EngineError> {
        self.port(port)?.pool.grow(buffer, min_bytes)
    }

    /// Takes bytes of a key group's snapshot; `last` completes it.
    pub(crate) fn restore(
        &mut self,
        key_group: u32,
        bytes: &[u8],
        last: bool,
    ) -> Result<(), EngineError> {
        let received = self.restoring.entry(key_group).or_default();
        received.extend_from_slice(bytes);
        if !last {
            return Ok(());
        }
        let complete = self.restoring.remove(&key_group).unwrap_or_default();
        self.task.restore(key_group, &complete)
    }

    /// What the host was shown is not used any more: the memory can be filled again.
    fn release_outputs(&mut self) {
        if self.current.is_some() {
            return;
        }
        for output in &mut self.outputs {
            match output {
                OutputPort::Rows(rows) => rows.release(),
                OutputPort::Frames(frames) => frames.clear(),
            }
        }
    }

    pub(crate) fn task(&mut self) -> &mut FragmentTask {
        &mut self.task
    }

    fn port(&mut self, port: usize) -> Result<&mut Port, EngineError> {
        self.ports.get_mut(port).ok_or_else(|| {
            EngineError::new(ErrorCode::Protocol, format!("there is no port {port}"))
        })
    }

    fn deadline(&self) -> i64 {
        self.task.next_deadline().unwrap_or(i64::MAX)
    }

    /// Moves the next event, or the next rows of the current one, into the control block.
    fn show_event(&mut self, block: &mut ControlBlock) -> Result<(), EngineError> {
        if let Some(output) = self.current {
            return self.show_rows(block, output);
        }
        if let Some(output) = self.task.next_output()
            && matches!(output_port(&mut self.outputs, output)?, OutputPort::Frames(_))
        {
            return self.show_frames(block, output);
        }
        match self.task.take_event()? {
            None => {}
            Some(OutputEvent { output, event: Event::Batch(batch) }) => {
                self.rows_out(output)?.begin(batch);
                self.current = Some(output);
                self.show_rows(block, output)?;
            }
            Some(OutputEvent { output, event: Event::Watermark(timestamp) }) => {
                self.show_signal(block, output, EventKind::Watermark, timestamp);
            }
            Some(OutputEvent { output, event: Event::Status(status) }) => {
                let active = i64::from(status == StreamStatus::Active);
                self.show_signal(block, output, EventKind::Status, active);
            }
        }
        Ok(())
    }

    /// Moves all events of an output that leaves in frames into the control block, as far as memory
    /// should be used for them: the host takes them with one call.
    fn show_frames(&mut self, block: &mut ControlBlock, output: u32) -> Result<(), EngineError> {
        let OutputPort::Frames(frames) = output_port(&mut self.outputs, output)? else {
            return Err(EngineError::defect(format!("frames for output {output}")));
        };
        frames.clear();
        while !frames.is_full() && self.task.next_output() == Some(output) {
            let Some(event) = self.task.take_event()? else { break };
            if let Err(error) = frames.event(&event.event) {
                // It comes after what is in front of it.
                self.task.give_up(error);
            }
        }
        self.task.count_frames(frames.frames());
        block.event_output = output;
        block.event_kind = EventKind::Frames as u32;
        block.event_rows = u32::try_from(frames.entries().len())
            .map_err(|_| EngineError::defect("more than 2^32 events"))?;
        block.event_data = frames.region().as_ptr() as u64;
        block.event_data_bytes = frames.region().len() as u64;
        block.event_table = frames.entries().as_ptr() as u64;
        block.more_events = if self.task.has_event() { MORE_EVENTS } else { 0 };
        Ok(())
    }

    fn show_signal(&self, block: &mut ControlBlock, output: u32, kind: EventKind, value: i64) {
        block.event_output = output;
        block.event_value = value;
        block.event_kind = kind as u32;
        block.more_events = if self.task.has_event() { MORE_EVENTS } else { 0 };
    }

    fn show_rows(&mut self, block: &mut ControlBlock, output: u32) -> Result<(), EngineError> {
        let rows_out = self.rows_out(output)?;
        let event_rows = |rows: usize| {
            u32::try_from(rows).map_err(|_| EngineError::defect("a batch beyond 2^32 rows"))
        };
        block.row_ids = 0;
        block.event_data = 0;
        block.event_data_bytes = 0;
        block.event_table = 0;
        let kind = match rows_out.next_chunk()? {
            OutputData::BinaryRows { region, offsets } => {
                block.event_data = region.as_ptr() as u64;
                block.event_data_bytes = region.len() as u64;
                block.event_table = offsets.as_ptr() as u64;
                block.event_rows = event_rows(offsets.len() - 1)?;
                EventKind::BinaryRows
            }
            OutputData::Columns { entries, row_kinds, row_ids, rows } => {
                block.event_data = row_kinds.map_or(0, |kinds| kinds.as_ptr() as u64);
                block.event_data_bytes = row_kinds.map_or(0, |kinds| kinds.len() as u64);
                block.event_table = entries.as_ptr() as u64;
                block.row_ids = row_ids.map_or(0, |ids| ids.as_ptr() as u64);
                block.event_rows = event_rows(rows)?;
                EventKind::Columns
            }
        };
        if !rows_out.has_rows() {
            self.current = None;
        }
        block.event_output = output;
        block.event_kind = kind as u32;
        let last_rows = self.current.is_none();
        if let Some(timestamp) = last_rows.then(|| self.task.take_watermark(output)).flatten() {
            block.event_value = timestamp;
            block.more_events = WATERMARK_FOLLOWS;
        }
        if self.current.is_some() || self.task.has_event() {
            block.more_events |= MORE_EVENTS;
        }
        Ok(())
    }

    fn rows_out(&mut self, output: u32) -> Result<&mut RowsOut, EngineError> {
        match output_port(&mut self.outputs, output)? {
            OutputPort::Rows(rows) => Ok(rows),
            OutputPort::Frames(_) => Err(EngineError::defect(format!("rows of output {output}"))),
        }
    }
}

fn output_port(outputs: &mut [OutputPort], output: u32) -> Result<&mut OutputPort, EngineError> {
    outputs
        .get_mut(output as usize)
        .ok_or_else(|| EngineError::defect(format!("an event for output {output}")))
}

fn or_default(value: u32, default: usize) -> usize {
    if value == 0 { default } else { value as usize }
}
