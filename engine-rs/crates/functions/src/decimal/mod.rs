//! `functions_flink_decimal`: `DecimalDataUtils`. Operands are used as they are (integers as decimals of scale
//! 0), the exact result is rounded HALF_UP to the declared type, and what does not fit is NULL.

pub(crate) mod abs;
pub(crate) mod add;
pub(crate) mod divide;
pub(crate) mod modulo;
pub(crate) mod multiply;
pub(crate) mod negate;
mod operator;
pub(crate) mod subtract;
