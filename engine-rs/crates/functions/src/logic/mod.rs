//! `functions_flink_logic`: what AND, OR and CASE do not cover; those are evaluated by the expression tree.

pub(crate) mod is_false;
pub(crate) mod is_not_false;
pub(crate) mod is_not_true;
pub(crate) mod is_true;
pub(crate) mod not;

use arrow_buffer::BooleanBuffer;
use datafusion_expr::ColumnarValue;

use crate::kernel::numbers::{Truths, truths};
use crate::kernel::{Outcome, argument};

/// Maps each truth, NULL included, to a truth that is never NULL.
fn decide(arguments: &[ColumnarValue], rows: usize, row: impl Fn(Option<bool>) -> bool) -> Outcome {
    match Truths::read(argument(arguments, 0)?)? {
        Truths::Constant(value) => {
            truths(BooleanBuffer::collect_bool(1, |_| row(value)), None, true)
        }
        Truths::Column(column) => {
            let bits = BooleanBuffer::collect_bool(rows, |i| {
                row(arrow_array::Array::is_valid(&column, i).then(|| column.value(i)))
            });
            truths(bits, None, false)
        }
    }
}
