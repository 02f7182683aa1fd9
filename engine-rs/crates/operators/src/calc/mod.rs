//! `SELECT a, f(b) FROM t WHERE c`: Flink's StreamExecCalc.
//!
//! Follows the code that CalcCodeGenerator makes: per row the condition, then, only where it is true, the
//! projections from left to right; a NULL condition drops the row. The row keeps its kind, and all kinds
//! pass. There is no state. Plain columns leave without a copy.

mod factory;
mod operator;

pub(crate) use factory::create;
