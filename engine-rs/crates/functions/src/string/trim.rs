//! `TRIM({BOTH | LEADING | TRAILING} set FROM text)`, its operands in the order of Flink's plan.

use super::trimming::{Ends, create as create_trim};
use crate::kernel::Made;
use crate::{FunctionCall, Unsupported};

pub(crate) const SIGNATURES: &[&str] = &["(=string, =string, string) -> string"];

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let ends = match crate::literal::text_of(call, 0) {
        Some("BOTH") => Ends { leading: true, trailing: true },
        Some("LEADING") => Ends { leading: true, trailing: false },
        Some("TRAILING") => Ends { leading: false, trailing: true },
        _ => return Err(Unsupported::signature(call)),
    };
    create_trim(call, "trim", ends, 2, Some(1))
}
