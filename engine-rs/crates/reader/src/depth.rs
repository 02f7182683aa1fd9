use sf_runtime::{EngineError, ErrorCode};

/// Deepest nesting of messages that the reader takes. prost stops at the same depth, but with an error
/// that cannot be told from a malformed plan.
pub const MAX_PLAN_DEPTH: usize = 100;

/// Refuses plan bytes that nest deeper than [`MAX_PLAN_DEPTH`], before anything decodes them.
///
/// The wire format does not tell a message from a string, so every length-delimited field that could be
/// a message is taken for one. A string that looks like nested messages counts too, which errs on the
/// side of refusing.
pub fn check_depth(plan: &[u8]) -> Result<(), EngineError> {
    match scan(plan, 1) {
        Scan::TooDeep => Err(EngineError::new(
            ErrorCode::PlanDepth,
            format!("the plan nests deeper than {MAX_PLAN_DEPTH} messages"),
        )),
        Scan::Message | Scan::Opaque => Ok(()),
    }
}

enum Scan {
    Message,
    Opaque,
    TooDeep,
}

fn scan(bytes: &[u8], depth: usize) -> Scan {
    if depth > MAX_PLAN_DEPTH {
        // Only an inner message can be too deep; an empty or odd field at this depth is still opaque.
        return if fields(bytes).is_some_and(|fields| !fields.is_empty()) {
            Scan::TooDeep
        } else {
            Scan::Opaque
        };
    }
    let Some(fields) = fields(bytes) else {
        return Scan::Opaque;
    };
    for field in fields {
        if matches!(scan(field, depth + 1), Scan::TooDeep) {
            return Scan::TooDeep;
        }
    }
    Scan::Message
}

/// The length-delimited fields of what may be a message; None if it is none.
fn fields(mut bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let mut delimited = Vec::new();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes)?;
        if tag >> 3 == 0 || tag >> 3 > 0x1fff_ffff {
            return None;
        }
        match tag & 7 {
            0 => {
                varint(&mut bytes)?;
            }
            1 => bytes = bytes.get(8..)?,
            2 => {
                let length = usize::try_from(varint(&mut bytes)?).ok()?;
                delimited.push(bytes.get(..length)?);
                bytes = &bytes[length..];
            }
            5 => bytes = bytes.get(4..)?,
            _ => return None,
        }
    }
    Some(delimited)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(first & 0x7f) << shift;
        if first & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(levels: usize) -> Vec<u8> {
        // The innermost message holds an empty string: at the last level only a message that holds
        // something length-delimited is told from text.
        let mut bytes = vec![0x0a, 0x00];
        for _ in 1..levels {
            let mut outer = vec![0x0a];
            let mut length = bytes.len();
            while length >= 0x80 {
                outer.push(u8::try_from(length & 0x7f).unwrap() | 0x80);
                length >>= 7;
            }
            outer.push(u8::try_from(length).unwrap());
            outer.extend(bytes);
            bytes = outer;
        }
        bytes
    }

    #[test]
    fn takes_the_limit_and_refuses_one_more() {
        assert!(check_depth(&nested(MAX_PLAN_DEPTH)).is_ok());
        let error = check_depth(&nested(MAX_PLAN_DEPTH + 1)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::PlanDepth);
        assert!(check_depth(&nested(50_000)).is_err());
    }

    #[test]
    fn leaves_garbage_to_the_decoder() {
        assert!(check_depth(&[0xff; 40]).is_ok());
        assert!(check_depth(&[]).is_ok());
    }
}
