use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, StructArray, make_array};
use arrow_buffer::NullBuffer;
use sf_contract::{LogicalType, TypeKind};
use sf_faults::{Fault, is_on};
use sf_runtime::EngineError;

use crate::evaluation::Failure;

/// Whether joined rows carry the element's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ordinality {
    With,
    Without,
}

/// What becomes of a NULL element of a ROW type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NullRow {
    /// Flink's result collector drops it.
    Skipped,
    /// WITH ORDINALITY, Flink joins the row (NULL, position): right where the element has one field.
    Joined,
    /// The same row where the element has more fields: too short, and the operator behind fails when
    /// it copies it.
    TooShort {
        /// Fields of the joined row that Flink makes.
        arity: usize,
        /// Fields of the joined row's type.
        expected: usize,
    },
}

impl NullRow {
    /// For elements of this type, joined to rows that have `left_arity` fields in Flink.
    pub(super) fn of(element: &LogicalType, ordinality: Ordinality, left_arity: usize) -> Self {
        match (&element.kind, ordinality) {
            (TypeKind::Row(fields), Ordinality::With) if fields.len() == 1 => Self::Joined,
            (TypeKind::Row(fields), Ordinality::With) => {
                Self::TooShort { arity: left_arity + 2, expected: left_arity + fields.len() + 1 }
            }
            _ => Self::Skipped,
        }
    }
}

/// Takes collections apart.
#[derive(Debug)]
pub(super) struct Unnest {
    pub(super) collection: TypeKind,
    pub(super) ordinality: Ordinality,
    pub(super) null_row: NullRow,
}

/// The elements of all collections of a batch as columns, and which of them belong to which row.
pub(super) struct Elements {
    /// The element's columns, over all elements.
    pub(super) columns: Vec<ArrayRef>,
    /// Per element that leaves: its collection's row, its place in `columns`, its position from 1.
    pub(super) joined: Vec<Joined>,
    /// The failure behind the last element that leaves.
    pub(super) failure: Option<Failure>,
}

/// One element that leaves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Joined {
    pub(super) row: usize,
    pub(super) element: u32,
    pub(super) position: i32,
}

impl Unnest {
    /// Takes apart an array of collections.
    pub(super) fn elements(&self, collections: &ArrayRef) -> Result<Elements, EngineError> {
        match &self.collection {
            TypeKind::Array(element) => {
                let lists = collections.as_list_opt::<i32>().ok_or_else(|| not_a("list"))?;
                let columns = element_columns(element, lists.values())?;
                let nulls = rows_of(element, lists.values()).and_then(Array::nulls);
                self.join(columns, collections, lists.value_offsets(), nulls, |_| 1)
            }
            TypeKind::Map(_, _) => {
                let (offsets, pairs) = pairs(collections)?;
                self.join(pairs.columns().to_vec(), collections, offsets, None, |_| 1)
            }
            TypeKind::Multiset(element) => {
                let (offsets, pairs) = pairs(collections)?;
                let counts = pairs
                    .column(1)
                    .as_primitive_opt::<Int32Type>()
                    .ok_or_else(|| not_a("multiset count"))?;
                let columns = element_columns(element, pairs.column(0))?;
                let nulls = rows_of(element, pairs.column(0)).and_then(Array::nulls);
                let count = |element: usize| counts.value(element).max(0);
                self.join(columns, collections, offsets, nulls, count)
            }
            other => Err(EngineError::defect(format!("UNNEST of {other:?}"))),
        }
    }

    /// Lists the elements of every row that is not NULL, each as often as `count` says.
    fn join(
        &self,
        columns: Vec<ArrayRef>,
        collections: &ArrayRef,
        offsets: &[i32],
        row_nulls: Option<&NullBuffer>,
        count: impl Fn(usize) -> i32,
    ) -> Result<Elements, EngineError> {
        let mut joined = Vec::new();
        for row in (0..collections.len()).filter(|row| collections.is_valid(*row)) {
            let mut position = 0_i32;
            for element in offsets[row]..offsets[row + 1] {
                let place = u32::try_from(element).map_err(|_| not_a("list offset"))?;
                let repeat = count(place as usize);
                if repeat > 0 && row_nulls.is_some_and(|nulls| nulls.is_null(place as usize)) {
                    match self.null_row {
                        NullRow::Joined => {}
                        NullRow::Skipped => {
                            position = position.wrapping_add(repeat);
                            continue;
                        }
                        NullRow::TooShort { arity, expected } => {
                            let failure = Some(Failure { row, error: too_short(arity, expected) });
                            return Ok(Elements { columns, joined, failure });
                        }
                    }
                }
                for _ in 0..repeat {
                    position = position.wrapping_add(1);
                    let position = position - i32::from(is_on(Fault::OrdinalityFromZero));
                    joined.push(Joined { row, element: place, position });
                }
            }
        }
        Ok(Elements { columns, joined, failure: None })
    }
}

/// The offsets and the pairs of maps.
fn pairs(collections: &ArrayRef) -> Result<(&[i32], &StructArray), EngineError> {
    let lists = collections.as_list_opt::<i32>().ok_or_else(|| not_a("map"))?;
    let pairs = lists.values().as_struct_opt().ok_or_else(|| not_a("map"))?;
    match pairs.num_columns() {
        2 => Ok((lists.value_offsets(), pairs)),
        _ => Err(not_a("map")),
    }
}

/// The exception of RowDataSerializer.copy.
fn too_short(arity: usize, expected: usize) -> EngineError {
    EngineError::User {
        java_class: "java.lang.IllegalArgumentException",
        message: Some(format!("Row arity: {arity}, but serializer arity: {expected}")),
    }
}

/// The columns of an element: the fields of a ROW, NULL where the row is, or the element itself.
fn element_columns(
    element: &LogicalType,
    elements: &ArrayRef,
) -> Result<Vec<ArrayRef>, EngineError> {
    let Some(rows) = rows_of(element, elements) else {
        return Ok(vec![ArrayRef::clone(elements)]);
    };
    let mut columns = Vec::with_capacity(rows.num_columns());
    for column in rows.columns() {
        columns.push(match rows.nulls().filter(|nulls| nulls.null_count() > 0) {
            None => ArrayRef::clone(column),
            Some(parent) => {
                let nulls = NullBuffer::union(Some(parent), column.nulls());
                make_array(column.to_data().into_builder().nulls(nulls).build()?)
            }
        });
    }
    Ok(columns)
}

/// The elements as rows, if their type is ROW; a precise timestamp is a struct in Arrow too.
fn rows_of<'a>(element: &LogicalType, elements: &'a ArrayRef) -> Option<&'a StructArray> {
    match element.kind {
        TypeKind::Row(_) => elements.as_struct_opt(),
        _ => None,
    }
}

fn not_a(what: &str) -> EngineError {
    EngineError::defect(format!("a collection that is no {what}"))
}
