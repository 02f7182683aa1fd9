//! The native interface: the only crate that knows Java, and the only one with unsafe code.
//!
//! * [`exports`]: the fourteen native methods of `NativeEngine`, a few lines each
//! * [`guard`]: where success, error and panic of every native method meet
//! * [`fragment`]: a fragment with its slabs, outputs and control block
//! * [`host`]: host calls, as Arrow C Data
//! * [`java`]: classes and methods of the Java side, looked up when the library is loaded
//! * [`registry`]: the operators
//! * `faults`: the switch of the deliberate faults, in no library but that of `make mutants`
//! * `testing`: exports for the Java tests, not in released libraries

mod exports;
#[cfg(feature = "faults")]
mod faults;
mod fragment;
mod guard;
mod host;
mod java;
mod logging;
mod registry;
#[cfg(feature = "test-operators")]
mod testing;

/// mimalloc instead of the C library's allocator: batches are allocated and freed all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
