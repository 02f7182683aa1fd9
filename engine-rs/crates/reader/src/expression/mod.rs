//! Expressions of the plan, one file per kind, through datafusion-substrait's `SubstraitConsumer`.

mod cast;
mod consumer;
mod field_reference;
mod if_then;
mod literal;
mod scalar_function;
mod typed_call;

pub(crate) use consumer::ExpressionReader;
pub(crate) use typed_call::{KernelCall, Operation, TypedCall};
