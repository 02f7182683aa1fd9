use std::collections::BTreeMap;
use std::ops::Range;

use sf_state::SlotId;

use super::CallState;

/// A text as it is after some change: the first bytes of a buffer, without what was taken out until then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    buffer: usize,
    bytes: usize,
    /// How many ranges were taken out.
    taken: usize,
    /// How many bytes are left.
    size: usize,
}

impl Extent {
    /// Bytes of the text.
    pub(super) fn size(self) -> usize {
        self.size
    }
}

#[derive(Debug)]
struct Buffer {
    bytes: Vec<u8>,
    /// Ranges that were taken out, by their start.
    taken: BTreeMap<usize, Taken>,
}

#[derive(Debug)]
struct Taken {
    end: usize,
    /// How many were taken out before.
    before: usize,
}

/// A text that is known by the runs of bytes it consists of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Runs<'a> {
    buffer: &'a Buffer,
    extent: Extent,
}

impl<'a> Runs<'a> {
    /// The runs, one behind the other, each with its place in the buffer.
    pub(super) fn iter(self) -> impl Iterator<Item = (usize, &'a [u8])> + Clone {
        let Self { buffer, extent } = self;
        let taken = buffer.taken.iter().filter(move |(_, one)| one.before < extent.taken);
        let starts = std::iter::once(0).chain(taken.clone().map(|(_, one)| one.end));
        let ends = taken.map(|(start, _)| *start).chain(std::iter::once(extent.bytes));
        let runs = starts.zip(ends).filter(|(start, end)| start < end);
        runs.map(move |(start, end)| (start, &buffer.bytes[start..end]))
    }

    /// All of them.
    pub(super) fn to_vec(self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.extent.size);
        self.iter().for_each(|(_, run)| text.extend_from_slice(run));
        text
    }
}

/// The text of a call's state, where it mostly grows at its end. Those of the batch at hand lie in buffers,
/// so that the text after each of many changes takes no memory of its own: it is the beginning of the last
/// one, with what was taken out since.
#[derive(Debug, Default)]
pub(super) struct Growing {
    buffers: Vec<Buffer>,
    /// The text of each slot that the batch came to, and whether it changed.
    texts: BTreeMap<SlotId, (Option<Extent>, bool)>,
}

impl Growing {
    /// Starts a batch.
    pub(super) fn begin(&mut self) {
        self.buffers.clear();
        self.texts.clear();
    }

    /// The text of a slot as it is now, at first that of the state.
    pub(super) fn of(
        &mut self,
        state: &CallState<'_>,
        slot: SlotId,
        text: usize,
    ) -> Option<Extent> {
        if let Some((known, _)) = self.texts.get(&slot) {
            return *known;
        }
        let known = state.text_of(slot, text).map(|text| self.start(&[text]));
        self.texts.insert(slot, (known, false));
        known
    }

    /// A new text.
    pub(super) fn start(&mut self, parts: &[&[u8]]) -> Extent {
        let bytes = parts.concat();
        let size = bytes.len();
        self.buffers.push(Buffer { bytes, taken: BTreeMap::new() });
        Extent { buffer: self.buffers.len() - 1, bytes: size, taken: 0, size }
    }

    /// The text that follows on the last one of a slot when parts are added.
    pub(super) fn append(&mut self, known: Extent, parts: &[&[u8]]) -> Extent {
        let bytes = &mut self.buffers[known.buffer].bytes;
        parts.iter().for_each(|part| bytes.extend_from_slice(part));
        let added = bytes.len() - known.bytes;
        Extent { bytes: bytes.len(), size: known.size + added, ..known }
    }

    /// The text that follows on the last one of a slot when a place in one of its runs is taken out.
    pub(super) fn take_out(&mut self, known: Extent, place: Range<usize>) -> Extent {
        let taken = Taken { end: place.end, before: known.taken };
        self.buffers[known.buffer].taken.insert(place.start, taken);
        Extent { taken: known.taken + 1, size: known.size - place.len(), ..known }
    }

    /// Notes that the text of a slot is another one now.
    pub(super) fn put(&mut self, slot: SlotId, text: Option<Extent>) {
        self.texts.insert(slot, (text, true));
    }

    /// Puts the changed texts into the state.
    pub(super) fn write(&self, state: &mut CallState<'_>, text: usize) {
        for (slot, (known, changed)) in &self.texts {
            if *changed {
                let bytes = known.map(|known| self.text(known).to_vec().into());
                state.put_text_of(*slot, text, bytes);
            }
        }
    }

    /// A text.
    pub(super) fn text(&self, text: Extent) -> Runs<'_> {
        Runs { buffer: &self.buffers[text.buffer], extent: text }
    }
}
