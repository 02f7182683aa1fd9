//! How operators evaluate expressions over the rows of a batch: only on the rows that count, over only
//! the columns that are read, and in Flink's order when a row fails.
//!
//! Expressions are evaluated column by column. When that fails on user data, the rows are evaluated one at a
//! time to find the first failing row and its first error; the rows before it are the result. Calls
//! to the host are made once per batch, before the expressions that use their results, and never
//! repeated for a row.

mod expression_list;
mod expressions;
mod host_calls;
mod rows;

pub(crate) use expression_list::Columns;
pub(crate) use expressions::{ExpressionSet, Failure};
pub(crate) use host_calls::{HostCalls, HostResults};
pub(crate) use rows::Rows;
