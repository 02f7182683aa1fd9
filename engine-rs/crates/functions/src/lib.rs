//! Exact kernels: Flink's scalar functions over Arrow columns.
//!
//! A function is one file `<family>/<function>.rs` with a factory and its kernel, and one line in
//! [`registry`]. The reader looks a call up by family and name, asks the factory for a kernel of the
//! call's types, and checks that the kernel's result has exactly the declared type.

pub mod aggregate;
mod arithmetic;
mod call;
mod cast;
mod comparison;
mod datetime;
mod decimal;
mod error;
mod kernel;
mod literal;
mod logic;
pub mod registry;
mod signature;
mod string;

pub use call::{FunctionCall, FunctionOptions, ScalarFunction};
pub use error::{FunctionError, Unsupported, UserMessage};
pub use kernel::texts::decoded;
pub use registry::{FunctionEntry, Registry};
