//! Plans built by hand, opened and run: reader, expressions and operators together.

mod calc;
mod correlate;
mod dialect;
mod expand;
mod fixture;
mod host_calls;
mod mutations;
mod planned;
mod refusals;
mod short_circuit;
mod state;
mod union;
mod watermarks;
