use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, StructArray, make_array};
use arrow_buffer::NullBuffer;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::EngineError;

/// Whether joined rows carry the element's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ordinality {
    With,
    Without,
}

/// Takes collections apart.
#[derive(Debug)]
pub(super) struct Unnest {
    pub(super) collection: TypeKind,
    pub(super) ordinality: Ordinality,
}

/// The elements of all collections of a batch as columns, and which of them belong to which row.
pub(super) struct Elements {
    /// The element's columns, over all elements.
    pub(super) columns: Vec<ArrayRef>,
    /// Per element that leaves: its collection's row, its place in `columns`, its position from 1.
    pub(super) joined: Vec<Joined>,
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
                let joined = self.join(collections, lists.value_offsets(), nulls, |_| Ok(1))?;
                Ok(Elements { columns, joined })
            }
            TypeKind::Map(_, _) => {
                let maps = collections.as_map_opt().ok_or_else(|| not_a("map"))?;
                let columns = vec![ArrayRef::clone(maps.keys()), ArrayRef::clone(maps.values())];
                let joined = self.join(collections, maps.value_offsets(), None, |_| Ok(1))?;
                Ok(Elements { columns, joined })
            }
            TypeKind::Multiset(element) => {
                let maps = collections.as_map_opt().ok_or_else(|| not_a("map"))?;
                let counts = maps
                    .values()
                    .as_primitive_opt::<Int32Type>()
                    .ok_or_else(|| not_a("multiset count"))?;
                let columns = element_columns(element, maps.keys())?;
                let nulls = rows_of(element, maps.keys()).and_then(Array::nulls);
                let count = |element: usize| Ok(counts.value(element).max(0));
                let joined = self.join(collections, maps.value_offsets(), nulls, count)?;
                Ok(Elements { columns, joined })
            }
            other => Err(EngineError::defect(format!("UNNEST of {other:?}"))),
        }
    }

    /// Lists the elements of every row that is not NULL, each as often as `count` says.
    fn join(
        &self,
        collections: &ArrayRef,
        offsets: &[i32],
        row_nulls: Option<&NullBuffer>,
        count: impl Fn(usize) -> Result<i32, EngineError>,
    ) -> Result<Vec<Joined>, EngineError> {
        let mut joined = Vec::new();
        for row in (0..collections.len()).filter(|row| collections.is_valid(*row)) {
            let mut position = 0_i32;
            for element in offsets[row]..offsets[row + 1] {
                let place = u32::try_from(element).map_err(|_| not_a("list offset"))?;
                let skipped = row_nulls.is_some_and(|nulls| nulls.is_null(place as usize));
                if skipped && self.ordinality == Ordinality::With {
                    // Flink makes a row of the wrong width here and fails where it is read.
                    return Err(EngineError::defect(
                        "UNNEST WITH ORDINALITY of a NULL ROW element",
                    ));
                }
                for _ in 0..count(place as usize)? {
                    position = position.wrapping_add(1);
                    if !skipped {
                        joined.push(Joined { row, element: place, position });
                    }
                }
            }
        }
        Ok(joined)
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
