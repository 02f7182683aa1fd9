use std::collections::VecDeque;

use arrow_buffer::{Buffer, MutableBuffer};

use sf_faults::{Fault, is_on};

use super::adopt::{Published, adopt};
use super::layout::{BufferUse, SlabLayout};
use crate::abi::slab_header;
use crate::{ChangelogBatch, EngineError, ErrorCode, OperatorMemory};

/// Slabs that are free or still read are kept up to this number; more are released.
const MAX_RETIRED: usize = 8;
/// First size of a data buffer per row; it grows with the data and keeps its size in the pool.
const INITIAL_DATA_BYTES_PER_ROW: usize = 16;

/// The slabs of one port: the current one, which the host fills, and the ones that went before.
#[derive(Debug)]
pub struct SlabPool {
    layout: SlabLayout,
    capacity_rows: usize,
    header: MutableBuffer,
    current: Vec<MutableBuffer>,
    retired: VecDeque<Vec<Buffer>>,
    next_id: u64,
    /// Holds what the slabs take of the fragment's memory.
    memory: OperatorMemory,
}

impl SlabPool {
    /// A pool whose first slab is ready to be filled.
    ///
    /// # Errors
    /// A capacity that does not fit the header, or more than the fragment's memory.
    pub fn try_new(
        layout: SlabLayout,
        capacity_rows: usize,
        memory: OperatorMemory,
    ) -> Result<Self, EngineError> {
        memory.resize(fresh_bytes(&layout, capacity_rows))?;
        let header_bytes = slab_header::SIZE
            + layout.buffers() * slab_header::BUFFER_ENTRY
            + layout.fields() * slab_header::FIELD_ENTRY;
        let mut pool = Self {
            current: fresh(&layout, capacity_rows),
            header: MutableBuffer::from_len_zeroed(header_bytes),
            layout,
            capacity_rows,
            retired: VecDeque::new(),
            next_id: 0,
            memory,
        };
        pool.write_header()?;
        Ok(pool)
    }

    /// The layout of the port.
    pub fn layout(&self) -> &SlabLayout {
        &self.layout
    }

    /// Address of the header; it stays the same for all slabs of the pool.
    pub fn header_address(&self) -> u64 {
        self.header.as_ptr() as u64
    }

    /// Bytes of the current slab and of those kept for reuse.
    pub fn allocated_bytes(&self) -> usize {
        let current: usize = self.current.iter().map(MutableBuffer::capacity).sum();
        let retired: usize = self.retired.iter().flatten().map(Buffer::capacity).sum();
        current + retired
    }

    /// Grows a buffer of the current slab, keeping its content.
    ///
    /// # Errors
    /// A buffer that does not exist, or more than the fragment's memory.
    pub fn grow(&mut self, buffer: usize, min_bytes: usize) -> Result<(), EngineError> {
        let allocated = self.allocated_bytes();
        let Some(target) = self.current.get_mut(buffer) else {
            return Err(EngineError::new(
                ErrorCode::Protocol,
                format!("there is no buffer {buffer}"),
            ));
        };
        if min_bytes > target.len() {
            // Reserved before it is allocated: the host gets an error, not a killed process.
            self.memory.resize(allocated + min_bytes.saturating_sub(target.capacity()))?;
            target.resize(min_bytes, 0);
        }
        self.memory.resize(self.allocated_bytes())?;
        self.write_header()
    }

    /// Makes a batch of what the host wrote and readies another slab.
    ///
    /// # Errors
    /// Counts, offsets or bitmaps that contradict each other, or more than the fragment's memory.
    pub fn take_batch(&mut self) -> Result<ChangelogBatch, EngineError> {
        let published = self.published();
        let next = self.acquire()?;
        let filled: Vec<Buffer> =
            std::mem::replace(&mut self.current, next).into_iter().map(Buffer::from).collect();
        let batch = adopt(&self.layout, &published, &filled);
        if self.retired.len() == MAX_RETIRED {
            self.retired.pop_front();
        }
        self.retired.push_back(filled);
        self.memory.resize(self.allocated_bytes())?;
        self.write_header()?;
        match batch {
            Ok(batch)
                if batch.physical_rows() < self.capacity_rows && is_on(Fault::LostRowAtFlush) =>
            {
                Ok(batch.slice(0, batch.physical_rows().saturating_sub(1)))
            }
            batch => batch,
        }
    }

    #[cfg(test)]
    pub(super) fn buffer_for_test(&mut self, buffer: usize) -> &mut [u8] {
        self.current[buffer].as_slice_mut()
    }

    #[cfg(test)]
    pub(super) fn header_for_test(&mut self) -> &mut [u8] {
        self.header.as_slice_mut()
    }

    /// A slab that nobody reads any more, or a fresh one.
    fn acquire(&mut self) -> Result<Vec<MutableBuffer>, EngineError> {
        let free = self
            .retired
            .iter()
            .position(|slab| slab.iter().all(|buffer| buffer.strong_count() == 1));
        let Some(slab) = free.and_then(|index| self.retired.remove(index)) else {
            let bytes = fresh_bytes(&self.layout, self.capacity_rows);
            self.memory.resize(self.allocated_bytes() + bytes)?;
            return Ok(fresh(&self.layout, self.capacity_rows));
        };
        let mut buffers = Vec::with_capacity(slab.len());
        for (buffer, buffer_use) in std::iter::zip(slab, self.layout.buffer_uses()) {
            buffers.push(buffer.into_mutable().unwrap_or_else(|shared| {
                // Not reached: the count was 1 and no other thread has these buffers.
                log::debug!("a buffer of {} bytes is shared after all", shared.len());
                MutableBuffer::from_len_zeroed(initial_bytes(*buffer_use, self.capacity_rows))
            }));
        }
        Ok(buffers)
    }

    fn published(&self) -> Published {
        let header = self.header.as_slice();
        let fields_start = slab_header::SIZE + self.layout.buffers() * slab_header::BUFFER_ENTRY;
        let fields = (0..self.layout.fields())
            .map(|field| {
                let entry = fields_start + field * slab_header::FIELD_ENTRY;
                (read_u32(header, entry) as usize, read_u32(header, entry + 4) as usize)
            })
            .collect();
        Published {
            rows: read_u32(header, slab_header::ROWS) as usize,
            row_kinds: read_u32(header, slab_header::FLAGS) & slab_header::FLAG_ROW_KINDS != 0,
            fields,
        }
    }

    fn write_header(&mut self) -> Result<(), EngineError> {
        let id = self.next_id;
        self.next_id += 1;
        let header = self.header.as_slice_mut();
        header[slab_header::ID..slab_header::ID + 8].copy_from_slice(&id.to_ne_bytes());
        write_u32(header, slab_header::CAPACITY_ROWS, self.capacity_rows)?;
        write_u32(header, slab_header::BUFFERS, self.layout.buffers())?;
        write_u32(header, slab_header::FIELDS, self.layout.fields())?;
        for (index, buffer) in self.current.iter_mut().enumerate() {
            let entry = slab_header::SIZE + index * slab_header::BUFFER_ENTRY;
            // The host writes through this address while no Rust reference to the content lives.
            let address = buffer.as_mut_ptr() as u64;
            header[entry..entry + 8].copy_from_slice(&address.to_ne_bytes());
            let capacity = buffer.len() as u64;
            header[entry + 8..entry + 16].copy_from_slice(&capacity.to_ne_bytes());
        }
        Ok(())
    }
}

fn fresh(layout: &SlabLayout, capacity_rows: usize) -> Vec<MutableBuffer> {
    layout
        .buffer_uses()
        .iter()
        .map(|buffer_use| MutableBuffer::from_len_zeroed(initial_bytes(*buffer_use, capacity_rows)))
        .collect()
}

/// Bytes of a slab that [`fresh`] makes.
fn fresh_bytes(layout: &SlabLayout, capacity_rows: usize) -> usize {
    layout.buffer_uses().iter().map(|buffer_use| initial_bytes(*buffer_use, capacity_rows)).sum()
}

fn initial_bytes(buffer_use: BufferUse, rows: usize) -> usize {
    let bytes = match buffer_use {
        BufferUse::Validity => rows.div_ceil(8),
        BufferUse::Fixed(width) => rows * width,
        BufferUse::Offsets => (rows + 1) * 4,
        BufferUse::Data => rows * INITIAL_DATA_BYTES_PER_ROW,
    };
    bytes.next_multiple_of(64).max(64)
}

fn read_u32(bytes: &[u8], at: usize) -> u32 {
    let mut word = [0; 4];
    word.copy_from_slice(&bytes[at..at + 4]);
    u32::from_ne_bytes(word)
}

fn write_u32(bytes: &mut [u8], at: usize, value: usize) -> Result<(), EngineError> {
    let value = u32::try_from(value)
        .map_err(|_| EngineError::new(ErrorCode::Protocol, format!("{value} is too many")))?;
    bytes[at..at + 4].copy_from_slice(&value.to_ne_bytes());
    Ok(())
}
