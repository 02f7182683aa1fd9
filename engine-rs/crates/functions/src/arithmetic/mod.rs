//! `functions_flink_arithmetic`: integers and floats by Java's rules. Flink casts both operands to the
//! result type, computes there, and casts a narrow result back (`ScalarOperatorGens`).

pub(crate) mod abs;
pub(crate) mod add;
pub(crate) mod ceil;
pub(crate) mod divide;
pub(crate) mod floor;
pub(crate) mod java;
pub(crate) mod modulo;
pub(crate) mod multiply;
pub(crate) mod negate;
mod operator;
pub(crate) mod sign;
pub(crate) mod subtract;
