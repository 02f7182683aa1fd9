use std::collections::BTreeMap;

use sf_state::SlotId;

use super::CallState;

/// A text as it is after some change: the first bytes of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    buffer: usize,
    bytes: usize,
}

/// The text of a call's state, where it mostly grows at its end. Those of the batch at hand lie in buffers,
/// so that the text after each of many changes takes no memory of its own: it is the beginning of the last
/// one.
#[derive(Debug, Default)]
pub(super) struct Growing {
    buffers: Vec<Vec<u8>>,
    /// The text of each slot that the batch came to, and whether it changed.
    texts: BTreeMap<SlotId, (Option<Extent>, bool)>,
    /// Before and after each change.
    results: Vec<Option<Extent>>,
}

impl Growing {
    /// Starts a batch.
    pub(super) fn begin(&mut self) {
        self.buffers.clear();
        self.texts.clear();
        self.results.clear();
    }

    /// The text of a slot as it is now.
    pub(super) fn of(&mut self, state: &CallState<'_>, slot: SlotId) -> Option<Extent> {
        if let Some((known, _)) = self.texts.get(&slot) {
            return *known;
        }
        let known = state.text_of(slot, 0).map(|text| self.start(&[text]));
        self.texts.insert(slot, (known, false));
        known
    }

    /// A new text.
    pub(super) fn start(&mut self, parts: &[&[u8]]) -> Extent {
        let text = parts.concat();
        self.buffers.push(text);
        let buffer = self.buffers.len() - 1;
        Extent { buffer, bytes: self.buffers[buffer].len() }
    }

    /// The text that follows on one when parts are added: in place, if nothing else was added to it.
    pub(super) fn append(&mut self, known: Extent, parts: &[&[u8]]) -> Extent {
        let buffer = &mut self.buffers[known.buffer];
        if buffer.len() != known.bytes {
            let mut copy = vec![&buffer[..known.bytes]];
            copy.extend_from_slice(parts);
            let copy = copy.concat();
            self.buffers.push(copy);
            let buffer = self.buffers.len() - 1;
            return Extent { buffer, bytes: self.buffers[buffer].len() };
        }
        parts.iter().for_each(|part| buffer.extend_from_slice(part));
        Extent { buffer: known.buffer, bytes: buffer.len() }
    }

    /// Notes what a change did to a slot's text.
    pub(super) fn push(&mut self, slot: SlotId, before: Option<Extent>, after: Option<Extent>) {
        self.results.push(before);
        self.results.push(after);
        if before != after {
            self.texts.insert(slot, (after, true));
        }
    }

    /// Puts the changed texts into the state.
    pub(super) fn write(&self, state: &mut CallState<'_>) {
        for (slot, (text, changed)) in &self.texts {
            if *changed {
                state.put_text_of(*slot, 0, text.map(|text| self.bytes(text).into()));
            }
        }
    }

    /// A text.
    pub(super) fn bytes(&self, text: Extent) -> &[u8] {
        &self.buffers[text.buffer][..text.bytes]
    }

    /// The result of a pick.
    pub(super) fn result(&self, pick: usize) -> Option<&[u8]> {
        self.results[pick].map(|text| self.bytes(text))
    }
}
