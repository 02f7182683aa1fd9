//! `MOD` and `%` on integers: Java's remainder, which has the dividend's sign. Flink's result type is the divisor's; the
//! dividend keeps its own type, and the remainder is cast back. Flink has no MOD of floats.

use super::operator::{dividing, modulo_longs};
use crate::FunctionCall;
use crate::kernel::Made;

pub(crate) const SIGNATURES: &[&str] = &[
    "(integer, tinyint) -> tinyint",
    "(integer, smallint) -> smallint",
    "(integer, int) -> int",
    "(integer, bigint) -> bigint",
];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    dividing(call, "mod", modulo_longs)
}
