use datafusion::common::{Column, Result};
use datafusion::logical_expr::Expr;
use datafusion_substrait::logical_plan::consumer::SubstraitConsumer;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::expression::field_reference::{ReferenceType, RootType};
use substrait::proto::expression::reference_segment::{ReferenceType as SegmentType, StructField};
use substrait::proto::expression::{FieldReference, ReferenceSegment};

use super::{ExpressionReader, Operation, TypedCall};

/// Reads a reference to a column, or to a field nested in a column or in another expression.
pub(super) async fn from_field_reference(
    reader: &ExpressionReader<'_>,
    reference: &FieldReference,
) -> Result<Expr> {
    let Some(ReferenceType::DirectReference(segment)) = &reference.reference_type else {
        return Err(unsupported("only direct references are supported"));
    };
    match &reference.root_type {
        Some(RootType::RootReference(_)) => {
            let (field, child) = struct_field(segment)?;
            let column = column(reader, field)?;
            nested(reader, column, child)
        }
        Some(RootType::Expression(root)) => {
            // Only the root's own level is checked against the input: the segments go into its fields.
            let schema = datafusion::common::DFSchema::empty();
            let root = reader.consume_expression(root, &schema).await?;
            nested(reader, root, Some(segment))
        }
        _ => Err(unsupported("outer and lambda references are not supported")),
    }
}

fn column(reader: &ExpressionReader<'_>, field: usize) -> Result<Expr> {
    if field >= reader.input().len() {
        let message = format!("column {field} of an input of {} columns", reader.input().len());
        return Err(EngineError::new(ErrorCode::PlanMalformed, message).into());
    }
    Ok(Expr::Column(Column::new_unqualified(format!("f{field}"))))
}

/// Follows segments into the fields of a ROW. A field of a NULL row is NULL, so each step is nullable
/// when the row is.
fn nested(
    reader: &ExpressionReader<'_>,
    mut root: Expr,
    mut segment: Option<&ReferenceSegment>,
) -> Result<Expr> {
    while let Some(current) = segment {
        let (field, child) = struct_field(current)?;
        let row = reader.logical_type(&root)?;
        let TypeKind::Row(fields) = &row.kind else {
            let message = format!("a field of {:?}, which is no ROW", row.kind);
            return Err(EngineError::new(ErrorCode::PlanMalformed, message).into());
        };
        let Some(declared) = fields.get(field) else {
            let message = format!("field {field} of a ROW of {} fields", fields.len());
            return Err(EngineError::new(ErrorCode::PlanMalformed, message).into());
        };
        let nullable = declared.nullable || row.nullable;
        let logical_type = LogicalType { kind: declared.kind.clone(), nullable };
        root = TypedCall::expression("field", Operation::Field(field), logical_type, vec![root]);
        segment = child;
    }
    Ok(root)
}

fn struct_field(segment: &ReferenceSegment) -> Result<(usize, Option<&ReferenceSegment>)> {
    match &segment.reference_type {
        Some(SegmentType::StructField(field)) => Ok((ordinal(field)?, field.child.as_deref())),
        _ => Err(unsupported("references to map keys and list elements are not supported")),
    }
}

fn ordinal(field: &StructField) -> Result<usize> {
    usize::try_from(field.field).map_err(|_| {
        EngineError::new(ErrorCode::PlanMalformed, format!("field {}", field.field)).into()
    })
}

fn unsupported(message: &str) -> datafusion::common::DataFusionError {
    EngineError::new(ErrorCode::Expression, message).into()
}
