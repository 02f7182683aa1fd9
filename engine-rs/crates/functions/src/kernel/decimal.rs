//! Exact decimal arithmetic as `DecimalDataUtils` does it on `BigDecimal`.
//!
//! A value is an unscaled integer of at most 38 digits. Intermediates that outgrow `i128` go on in
//! `i256`, which holds 76 digits: enough for every product, and for every dividend that a quotient of 38
//! digits needs.

use std::cmp::Ordering;

use arrow_array::types::{Decimal128Type, Int8Type, Int16Type, Int32Type, Int64Type};
use arrow_buffer::i256;
use datafusion_expr::ColumnarValue;
use sf_contract::{LogicalType, TypeKind};

use super::Thrown;
use super::numbers::Values;
use crate::FunctionError;
use sf_faults::{Fault, is_on};

/// Digits that `MathContext(38, HALF_UP)` keeps.
const MAX_DIGITS: u32 = 38;

/// Precision and scale of an operand; an integer takes part as a decimal of scale 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    pub precision: u32,
    pub scale: u32,
}

impl Shape {
    /// The shape of a decimal, or of an integer with the precision that Flink gives its type.
    pub(crate) fn of(logical: &LogicalType) -> Option<Self> {
        let shape = |precision, scale| Some(Self { precision, scale });
        match logical.kind {
            TypeKind::Decimal { precision, scale } => shape(precision.into(), scale.into()),
            TypeKind::TinyInt => shape(3, 0),
            TypeKind::SmallInt => shape(5, 0),
            TypeKind::Int => shape(10, 0),
            TypeKind::BigInt => shape(19, 0),
            _ => None,
        }
    }
}

/// Reads a decimal or integer argument as unscaled `i128` values.
pub(crate) fn read(
    value: &ColumnarValue,
    logical: &LogicalType,
) -> Result<Values<Decimal128Type>, FunctionError> {
    match logical.kind {
        TypeKind::TinyInt => Ok(Values::<Int8Type>::read(value)?.convert(i128::from)),
        TypeKind::SmallInt => Ok(Values::<Int16Type>::read(value)?.convert(i128::from)),
        TypeKind::Int => Ok(Values::<Int32Type>::read(value)?.convert(i128::from)),
        TypeKind::BigInt => Ok(Values::<Int64Type>::read(value)?.convert(i128::from)),
        _ => Values::read(value),
    }
}

/// 10 to the power `exponent`; saturates beyond what `i128` holds (38 digits).
pub(crate) fn pow10(exponent: u32) -> i128 {
    10_i128.saturating_pow(exponent)
}

fn pow10_wide(exponent: u32) -> Option<i256> {
    i256::from_i128(10).checked_pow(exponent)
}

fn digits(value: i256) -> u32 {
    value.wrapping_abs().checked_ilog10().map_or(1, |log| log + 1)
}

/// Divides rounding half away from zero.
pub(crate) fn div_half_up(value: i128, divisor: i128) -> i128 {
    let quotient = value / divisor;
    let remainder = (value % divisor).unsigned_abs();
    let rest = divisor.unsigned_abs() - remainder;
    if remainder > rest || (remainder == rest && !is_on(Fault::HalfDown)) {
        quotient + if (value < 0) == (divisor < 0) { 1 } else { -1 }
    } else {
        quotient
    }
}

fn div_half_up_wide(value: i256, divisor: i256) -> Option<i256> {
    let quotient = value.checked_div(divisor)?;
    let remainder = value.checked_rem(divisor)?.wrapping_abs();
    if remainder >= divisor.wrapping_abs().wrapping_sub(remainder) {
        let negative = value.is_negative() != divisor.is_negative();
        Some(quotient.wrapping_add(if negative { i256::MINUS_ONE } else { i256::ONE }))
    } else {
        Some(quotient)
    }
}

/// `DecimalData.fromBigDecimal`: rounds HALF_UP to the shape's scale, NULL if it does not fit.
pub(crate) fn fit(value: i128, scale: u32, to: Shape) -> Option<i128> {
    let rescaled = match to.scale.cmp(&scale) {
        Ordering::Equal => value,
        // Overflow means more than 38 digits, which fit no shape.
        Ordering::Greater => value.checked_mul(pow10(to.scale - scale))?,
        Ordering::Less => div_half_up(value, pow10(scale - to.scale)),
    };
    within(rescaled, to.precision)
}

/// The value if it has at most `precision` digits.
pub(crate) fn within(value: i128, precision: u32) -> Option<i128> {
    let fits = value.unsigned_abs() < pow10(precision).unsigned_abs();
    (fits || is_on(Fault::DecimalOverflowKept)).then_some(value)
}

fn fit_wide(value: i256, scale: u32, to: Shape) -> Option<i128> {
    let rescaled = match to.scale.cmp(&scale) {
        Ordering::Equal => value,
        Ordering::Greater => value.checked_mul(pow10_wide(to.scale - scale)?)?,
        Ordering::Less => match pow10_wide(scale - to.scale) {
            Some(divisor) => div_half_up_wide(value, divisor)?,
            // The divisor has more digits than any value: less than half.
            None => i256::ZERO,
        },
    };
    within(rescaled.to_i128()?, to.precision)
}

/// `DecimalDataUtils.add`.
pub(crate) fn add(a: i128, a_scale: u32, b: i128, b_scale: u32, to: Shape) -> Option<i128> {
    let scale = a_scale.max(b_scale);
    let narrow = || {
        let a = a.checked_mul(pow10(scale - a_scale))?;
        let b = b.checked_mul(pow10(scale - b_scale))?;
        a.checked_add(b)
    };
    match narrow() {
        Some(sum) => fit(sum, scale, to),
        None => {
            let a = i256::from_i128(a).checked_mul(pow10_wide(scale - a_scale)?)?;
            let b = i256::from_i128(b).checked_mul(pow10_wide(scale - b_scale)?)?;
            fit_wide(a.checked_add(b)?, scale, to)
        }
    }
}

/// `DecimalDataUtils.multiply`.
pub(crate) fn multiply(a: i128, a_scale: u32, b: i128, b_scale: u32, to: Shape) -> Option<i128> {
    let scale = a_scale + b_scale;
    match a.checked_mul(b) {
        // A scale above 38 needs a wide divisor when it is rounded away.
        Some(product) if scale <= MAX_DIGITS => fit(product, scale, to),
        _ => fit_wide(i256::from_i128(a).checked_mul(i256::from_i128(b))?, scale, to),
    }
}

/// `DecimalDataUtils.divide`: the quotient to 38 significant digits, HALF_UP, then to the shape, HALF_UP
/// again.
pub(crate) fn divide(
    a: i128,
    a_scale: u32,
    b: i128,
    b_scale: u32,
    to: Shape,
) -> Result<Option<i128>, Thrown> {
    if b == 0 {
        return Err(Thrown::Arithmetic(if a == 0 {
            "Division undefined"
        } else {
            "Division by zero"
        }));
    }
    if a == 0 {
        return Ok(Some(0));
    }
    if let Some(quotient) = divide_narrow(a, a_scale, b, b_scale, to) {
        return Ok(within(quotient, to.precision));
    }
    Ok(divide_wide(a, a_scale, b, b_scale, to))
}

/// The quotient at the target scale, rounded once, where rounding once cannot differ from rounding
/// twice: a quotient of `d` digits at that scale is at least `1/(2b)` away from a tie that it does not
/// hit, and the first rounding moves it by at most half a unit of digit 38.
fn divide_narrow(a: i128, a_scale: u32, b: i128, b_scale: u32, to: Shape) -> Option<i128> {
    let (raise, lower) = (to.scale + b_scale, a_scale);
    let (dividend, b) = if raise >= lower {
        (a.checked_mul(10_i128.checked_pow(raise - lower)?)?, b)
    } else {
        (a, b.checked_mul(10_i128.checked_pow(lower - raise)?)?)
    };
    let quotient = div_half_up(dividend, b);
    let integer_digits = quotient.unsigned_abs().checked_ilog10().map_or(1, |log| log + 1);
    // One digit to spare, for a quotient that rounding has just carried to the next power of ten.
    let spare = (MAX_DIGITS - 1).checked_sub(integer_digits)?;
    (b.unsigned_abs() < pow10(spare).unsigned_abs()).then_some(quotient)
}

fn divide_wide(a: i128, a_scale: u32, b: i128, b_scale: u32, to: Shape) -> Option<i128> {
    let (wide_a, wide_b) = (i256::from_i128(a), i256::from_i128(b));
    // So many more digits that the quotient has 38 or 39; the dividend has at most 76.
    let shift = digits(wide_b) + MAX_DIGITS - digits(wide_a);
    let dividend = wide_a.checked_mul(pow10_wide(shift)?)?;
    let exact = dividend.checked_div(wide_b)?;
    let surplus = digits(exact).saturating_sub(MAX_DIGITS);
    // Digits dropped from the exact quotient decide alone: what lies below them is less than one of them.
    let significant = match surplus {
        0 => div_half_up_wide(dividend, wide_b)?,
        _ => div_half_up_wide(exact, pow10_wide(surplus)?)?,
    };
    // The quotient is significant * 10^-(a_scale + shift - b_scale - surplus).
    let scale = i64::from(a_scale) + i64::from(shift) - i64::from(b_scale) - i64::from(surplus);
    if scale >= 0 {
        fit_wide(significant, u32::try_from(scale).ok()?, to)
    } else {
        let raised = significant.checked_mul(pow10_wide(u32::try_from(-scale).ok()?)?)?;
        fit_wide(raised, 0, to)
    }
}

/// `DecimalDataUtils.mod`: `BigDecimal.remainder` under `MathContext(38)`, which fails when the integer
/// quotient has more than 38 significant digits.
pub(crate) fn modulo(
    a: i128,
    a_scale: u32,
    b: i128,
    b_scale: u32,
    to: Shape,
) -> Result<Option<i128>, Thrown> {
    if b == 0 {
        return Err(Thrown::Arithmetic(if a == 0 {
            "Division undefined"
        } else {
            "Division by zero"
        }));
    }
    let scale = a_scale.max(b_scale);
    let narrow_a = a.checked_mul(pow10(scale - a_scale));
    let narrow_b = b.checked_mul(pow10(scale - b_scale));
    if let (Some(a), Some(b)) = (narrow_a, narrow_b)
        && within(a, MAX_DIGITS).is_some()
    {
        return Ok(fit(a.wrapping_rem(b), scale, to));
    }
    let wide = |value: i128, by: u32| {
        pow10_wide(by).and_then(|factor| i256::from_i128(value).checked_mul(factor))
    };
    let (Some(a), Some(b)) = (wide(a, scale - a_scale), wide(b, scale - b_scale)) else {
        // Both have at most 76 digits, so this is not reached.
        return Ok(None);
    };
    let (Some(quotient), Some(remainder)) = (a.checked_div(b), a.checked_rem(b)) else {
        return Ok(None);
    };
    let surplus = digits(quotient).saturating_sub(MAX_DIGITS);
    let full = match pow10_wide(surplus) {
        Some(unit) => quotient.checked_rem(unit) == Some(i256::ZERO),
        None => false,
    };
    if !full {
        return Err(Thrown::Arithmetic("Division impossible"));
    }
    Ok(fit_wide(remainder, scale, to))
}

/// `BigDecimal.compareTo`.
pub(crate) fn compare(a: i128, a_scale: u32, b: i128, b_scale: u32) -> Ordering {
    let scale = a_scale.max(b_scale);
    let narrow_a = a.checked_mul(pow10(scale - a_scale));
    let narrow_b = b.checked_mul(pow10(scale - b_scale));
    if let (Some(a), Some(b)) = (narrow_a, narrow_b) {
        return a.cmp(&b);
    }
    let wide =
        |value: i128, by: u32| i256::from_i128(value).wrapping_mul(i256::from_i128(pow10(by)));
    wide(a, scale - a_scale).cmp(&wide(b, scale - b_scale))
}

/// `DecimalDataUtils.doubleValue`: up to 18 digits by a division of doubles, beyond by parsing, which is
/// the nearest double.
#[allow(clippy::cast_precision_loss, reason = "Java's (double) of a long")]
pub(crate) fn to_double(value: i128, shape: Shape) -> f64 {
    const COMPACT_PRECISION: u32 = 18;
    if shape.precision <= COMPACT_PRECISION {
        return value as f64 / pow10(shape.scale) as f64;
    }
    let mut text = Vec::with_capacity(48);
    push_plain(&mut text, value, shape.scale);
    std::str::from_utf8(&text).ok().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
}

/// `Double.compare`: -0.0 below 0.0, NaN equal to itself and above everything.
pub(crate) fn compare_doubles(a: f64, b: f64) -> Ordering {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => Ordering::Equal,
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        (false, false) => a.total_cmp(&b),
    }
}

/// Appends an integer's digits.
pub(crate) fn push_integer(text: &mut Vec<u8>, value: i128) {
    if value < 0 {
        text.push(b'-');
    }
    push_digits(text, value.unsigned_abs(), 1);
}

/// Appends digits, padded with zeros to at least `width`.
fn push_digits(text: &mut Vec<u8>, value: u128, width: usize) {
    let mut digits = [b'0'; 39];
    let mut at = digits.len();
    let mut rest = value;
    while rest > 0 && at > 0 {
        at -= 1;
        // A digit is below 10.
        digits[at] += u8::try_from(rest % 10).unwrap_or_default();
        rest /= 10;
    }
    let at = at.min(digits.len().saturating_sub(width));
    text.extend_from_slice(&digits[at..]);
}

/// Appends `BigDecimal.toPlainString`.
pub(crate) fn push_plain(text: &mut Vec<u8>, value: i128, scale: u32) {
    if scale == 0 {
        return push_integer(text, value);
    }
    if value < 0 {
        text.push(b'-');
    }
    let unit = pow10(scale).unsigned_abs();
    push_digits(text, value.unsigned_abs() / unit, 1);
    text.push(b'.');
    push_digits(text, value.unsigned_abs() % unit, usize::try_from(scale).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn shape(precision: u32, scale: u32) -> Shape {
        Shape { precision, scale }
    }

    fn plain(value: i128, scale: u32) -> String {
        let mut text = Vec::new();
        push_plain(&mut text, value, scale);
        String::from_utf8(text).expect("ascii")
    }

    #[test]
    fn prints_plainly() {
        assert_eq!(plain(0, 8), "0.00000000");
        assert_eq!(plain(-1, 8), "-0.00000001");
        assert_eq!(plain(12345, 2), "123.45");
        assert_eq!(plain(-7, 0), "-7");
        assert_eq!(plain(pow10(38) - 1, 38), format!("0.{}", "9".repeat(38)));
    }

    #[test]
    fn adds_across_a_wide_intermediate() {
        let max = pow10(38) - 1;
        assert_eq!(add(max, 3, max, 3, shape(38, 3)), None);
        // 10^37 at scale 0 and 1 at scale 10 meet at 48 digits, and the sum fits at scale 0 only.
        assert_eq!(add(pow10(37), 0, 5_000_000_000, 10, shape(38, 0)), Some(pow10(37) + 1));
    }

    #[test]
    fn multiplies_through_76_digits() {
        let max = pow10(38) - 1;
        // (1 - 10^-38)^2 = 1 - 2*10^-38 + 10^-76, which has 38 nines but one at scale 38.
        assert_eq!(multiply(max, 38, max, 38, shape(38, 38)), Some(max - 1));
        assert_eq!(multiply(max, 0, max, 0, shape(38, 0)), None);
    }

    #[test]
    fn divides_by_the_slow_path_as_by_the_fast_one() {
        let cases = [(1, 3), (2, 3), (-2, 3), (10, 4), (1, 8), (-1, 8), (999, 1000), (7, -7)];
        for (a, b) in cases {
            for scale in [0, 2, 6, 19] {
                let to = shape(38, scale);
                let fast = divide_narrow(a, 2, b, 1, to).and_then(|q| within(q, 38));
                assert!(fast.is_some());
                assert_eq!(divide_wide(a, 2, b, 1, to), fast, "{a} / {b} at {scale}");
            }
        }
    }

    #[test]
    fn rounds_a_quotient_twice() {
        // 0.4999... with 38 nines becomes 0.5 at 38 digits, and 1 at scale 0.
        let b = pow10(37) * 2;
        let a = pow10(37) - 1;
        let quotient = divide(a, 0, b, 0, shape(38, 0)).expect("divides");
        // a/b = 0.49999999999999999999999999999999999995: exactly 38 digits, so no first rounding.
        assert_eq!(quotient, Some(0));
        let (a, b) = (pow10(38) / 2 - 1, pow10(38) - 1);
        // a/b = 0.49999999999999999999999999999999999999499...: still below a half at 38 digits.
        assert_eq!(divide(a, 0, b, 0, shape(38, 0)).expect("divides"), Some(0));
    }

    #[test]
    fn refuses_a_quotient_of_39_digits_in_mod() {
        let impossible = modulo(pow10(37), 0, 3, 38, shape(38, 38));
        assert_eq!(impossible, Err(Thrown::Arithmetic("Division impossible")));
        // 10^39 has 40 digits but one significant.
        assert_eq!(modulo(pow10(37), 0, 1, 2, shape(38, 2)), Ok(Some(0)));
        assert_eq!(modulo(-7, 0, 3, 0, shape(10, 0)), Ok(Some(-1)));
    }

    #[test]
    fn compares_across_scales() {
        assert_eq!(compare(10, 1, 1, 0), Ordering::Equal);
        assert_eq!(compare(pow10(37), 0, 1, 38), Ordering::Greater);
        assert_eq!(compare(-pow10(37), 0, 1, 38), Ordering::Less);
    }
}
