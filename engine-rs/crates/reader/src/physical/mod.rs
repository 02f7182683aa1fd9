//! Physical expressions of our own: what DataFusion's would evaluate eagerly or with other types.

mod branch;
mod call;
mod case;
mod coalesce;
mod field;
mod logic;

pub(crate) use branch::Branch;
pub(crate) use call::{HostFallback, KernelExpr};
pub(crate) use case::CaseExpr;
pub(crate) use coalesce::CoalesceExpr;
pub(crate) use field::FieldExpr;
pub(crate) use logic::{Connective, LogicExpr};

use datafusion::arrow::array::ArrayRef;
use datafusion::arrow::datatypes::DataType;
use datafusion::common::Result;
use datafusion::logical_expr::ColumnarValue;
use sf_runtime::{EngineError, ErrorCode};

/// The value as an array of `rows` rows of exactly the declared type.
pub(crate) fn typed_array(
    value: ColumnarValue,
    rows: usize,
    declared: &DataType,
) -> Result<ArrayRef> {
    let array = value.into_array(rows)?;
    if array.data_type() != declared {
        return Err(type_mismatch("an expression", array.data_type(), declared).into());
    }
    Ok(array)
}

/// The engine built something of another type than the plan declares.
pub(crate) fn type_mismatch(what: &str, actual: &DataType, declared: &DataType) -> EngineError {
    EngineError::new(
        ErrorCode::TypeMismatch,
        format!("{what} gave {actual}, the plan declares {declared}"),
    )
}

/// Equality and hash by identity: two expressions of ours are equal when they are the same object's
/// kernel and children, which is all that DataFusion asks of an expression it does not rewrite.
macro_rules! identity_eq {
    ($type:ty, $($field:ident),+) => {
        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                $(self.$field.eq(&other.$field))&&+
            }
        }
        impl Eq for $type {}
        impl std::hash::Hash for $type {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                $(self.$field.hash(state);)+
            }
        }
    };
}
pub(crate) use identity_eq;
