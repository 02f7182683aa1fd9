//! Decimal arithmetic of aggregate functions: unscaled values, sums of at most 38 digits.

use crate::kernel::decimal::{self, Shape};

const MAX_PRECISION: u32 = 38;

/// `DecimalDataUtils.add` of values of one scale; None if the sum has more than 38 digits.
#[inline]
pub fn add(a: i128, b: i128) -> Option<i128> {
    decimal::within(a.checked_add(b)?, MAX_PRECISION)
}

/// `DecimalDataUtils.subtract`, likewise.
#[inline]
pub fn subtract(a: i128, b: i128) -> Option<i128> {
    decimal::within(a.checked_sub(b)?, MAX_PRECISION)
}

/// `DecimalDataUtils.divide` of a sum by a count that is not zero, as a decimal of 38 digits and the
/// scale `to_scale`; None if it does not fit.
pub fn quotient(sum: i128, scale: u32, count: i64, to_scale: u32) -> Option<i128> {
    let to = Shape { precision: MAX_PRECISION, scale: to_scale };
    decimal::divide(sum, scale, i128::from(count), 0, to).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_stop_at_38_digits() {
        let max = 10_i128.pow(38) - 1;
        assert_eq!(add(max, 0), Some(max));
        assert_eq!(add(max, 1), None);
        assert_eq!(add(max, max), None);
        assert_eq!(subtract(-max, 1), None);
        assert_eq!(subtract(-max, -max), Some(0));
    }

    #[test]
    fn quotients_round_half_up_to_at_least_six_digits() {
        assert_eq!(quotient(100, 2, 3, 6), Some(333_333));
        assert_eq!(quotient(-200, 2, 3, 6), Some(-666_667));
        assert_eq!(quotient(10_i128.pow(38) - 1, 0, 1, 6), None);
    }
}
