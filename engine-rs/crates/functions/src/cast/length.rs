//! `CharVarCharTrimPadCastRule` and `BinaryToBinaryCastRule`: cut or pad to the declared length. The declared
//! length of the input is trusted.

use sf_contract::TypeKind;

use super::identity;
use crate::kernel::texts::{TextBuilder, Texts, build, count_chars, substring};
use crate::kernel::{Made, Thrown, argument, partial, total};
use crate::{FunctionCall, Unsupported};

/// What a CHAR or VARCHAR of a length does to text: the length, and whether to pad.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    pub length: usize,
    pub pads: bool,
}

impl Limit {
    /// The limit of a target type, None where it has none (`STRING`).
    pub(crate) fn of(target: &TypeKind) -> Option<Self> {
        let limit = |length: u32, pads| Some(Self { length: usize::try_from(length).ok()?, pads });
        match target {
            target if *target == TypeKind::STRING => None,
            TypeKind::Char { length } => limit(*length, true),
            TypeKind::VarChar { length } => limit(*length, false),
            _ => None,
        }
    }

    /// Appends the text under the limit.
    pub(crate) fn push(self, text: &[u8], builder: &mut TextBuilder) -> Result<(), Thrown> {
        // No text has more characters than bytes.
        let chars = if text.len() <= self.length && !self.pads { 0 } else { count_chars(text) };
        if chars > self.length {
            builder.bytes().extend_from_slice(substring(text, 0, self.length)?);
        } else {
            builder.bytes().extend_from_slice(text);
            if self.pads {
                let padded = builder.bytes().len() + (self.length - chars);
                builder.bytes().resize(padded, b' ');
            }
        }
        builder.close()
    }
}

pub(crate) fn create(call: &FunctionCall<'_>) -> Made {
    let declared = match call.arguments[0].kind {
        TypeKind::Char { length } | TypeKind::VarChar { length } => length,
        _ => return Err(Unsupported::signature(call)),
    };
    let Some(limit) = Limit::of(&call.output.kind) else {
        return identity();
    };
    let trusted = usize::try_from(declared).is_ok_and(|declared| declared <= limit.length);
    if trusted && !limit.pads {
        return identity();
    }
    partial("cast", move |arguments, rows| {
        let texts = Texts::read(argument(arguments, 0)?)?;
        let bytes = texts.all_bytes().len();
        build(rows, texts.is_constant(), bytes, |row, builder| match texts.get(row) {
            Some(text) => limit.push(text, builder),
            None => builder.close_null(),
        })
    })
}

pub(crate) fn bytes(call: &FunctionCall<'_>) -> Made {
    let (target, pads) = match call.output.kind {
        TypeKind::Binary { length } => (length, true),
        TypeKind::VarBinary { length } => (length, false),
        _ => return Err(Unsupported::signature(call)),
    };
    let declared = match call.arguments[0].kind {
        TypeKind::Binary { length } | TypeKind::VarBinary { length } => length,
        _ => return Err(Unsupported::signature(call)),
    };
    // The contract writes every VARBINARY(n) as BYTES, so a limited target cannot arrive here.
    if call.output.kind == TypeKind::BYTES || (!pads && declared <= target) {
        return identity();
    }
    let target = usize::try_from(target).map_err(|_| Unsupported::signature(call))?;
    total("cast", move |arguments, rows| {
        let texts = Texts::read(argument(arguments, 0)?)?;
        let bytes = texts.all_bytes().len();
        build(rows, texts.is_constant(), bytes, |row, builder| {
            let Some(value) = texts.get(row) else {
                return builder.close_null();
            };
            let end = builder.bytes().len() + if pads { target } else { value.len().min(target) };
            builder.bytes().extend_from_slice(value);
            // Cuts a longer value and fills a shorter one, as `Arrays.copyOf` does.
            builder.bytes().resize(end, 0);
            builder.close()
        })
    })
}
