//! A whole projection that runs in the host, as Flink's generated code over the batch: a Calc whose
//! outputs have no exact kernels. The rows that a condition drops never cross.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_buffer::ScalarBuffer;
use sf_contract::DecodeBytes;
use sf_contract::proto::{HostCallKind, StreamHostProjectRel};
use sf_contract::substrait_proto::{Type, r#type};
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::{
    ChangelogBatch, ConstructContext, Constructed, EngineError, ErrorCode, HostCallSite, Mark,
    MarkHandling, OperatorMemory, Output, RelationConstructor, StreamOperator,
};

use crate::evaluation::{HostCalls, Rows};
use crate::message::{invalid, malformed, name_of, node, required};

/// Makes the operator.
pub(crate) struct HostProjectFactory;

impl RelationConstructor for HostProjectFactory {
    fn slug(&self) -> &'static str {
        "host_project"
    }

    fn message_name(&self) -> &'static str {
        "streamfusion.substrait.v1.StreamHostProjectRel"
    }

    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError> {
        let rel = StreamHostProjectRel::decode_bytes(message).map_err(malformed)?;
        if HostCallKind::try_from(rel.kind) != Ok(HostCallKind::Scalar) {
            return Err(invalid("a host projection that is no scalar call"));
        }
        let input = required(context.inputs.first(), "the input")?;
        let arguments = context.compiler.compile(&rel.arguments, input)?;
        if !arguments.host_calls.is_empty() {
            let message = "a host call in an argument of a host projection";
            return Err(EngineError::new(ErrorCode::Expression, message));
        }
        let mut row = required(rel.output_type, "the output type")?;
        row.nullability = r#type::Nullability::Required as i32;
        let row = Type { kind: Some(r#type::Kind::Struct(row)) };
        let result = context.compiler.logical_type(&row)?;
        let output = fields(&result)?;
        let site = HostCallSite {
            call_id: rel.call_id,
            arguments: arguments.expressions,
            result,
            first_use: 0,
        };
        let node = node(rel.node, name_of(self))?;
        let operator = HostProjectOperator {
            call: HostCalls::try_new(&[site], input, &context.operator.host)?,
            memory: context.operator.memory.register(&node.id),
        };
        Ok(Constructed { node, operator: Box::new(operator), output })
    }
}

fn fields(row: &LogicalType) -> Result<Vec<LogicalType>, EngineError> {
    match &row.kind {
        TypeKind::Row(fields) => Ok(fields.clone()),
        other => Err(invalid(format!("an output row of type {other:?}"))),
    }
}

struct HostProjectOperator {
    call: HostCalls,
    memory: OperatorMemory,
}

impl StreamOperator for HostProjectOperator {
    fn mark_handling(&self) -> MarkHandling {
        MarkHandling::Carried
    }

    fn process(
        &mut self,
        _port: usize,
        mut batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let mut marks = batch.take_marks();
        let rows = Rows::of(&batch);
        let results = self.call.run(batch.columns(), &rows)?;
        let count = results.limit(rows.len());
        if let Some(failure) = &results.failure {
            let failing_row = rows.physical(failure.failure.row);
            marks.retain(|mark| mark.position <= failing_row);
        }
        let columns = columns(results.values.first(), count)?;
        self.memory.resize(columns.iter().map(|column| column.get_array_memory_size()).sum())?;
        let kinds: Option<Vec<u8>> = batch
            .row_kinds()
            .map(|kinds| (0..count).map(|place| kinds[rows.physical(place)]).collect());
        let marks = marks
            .into_iter()
            .map(|mark| Mark {
                position: (0..count)
                    .take_while(|place| rows.physical(*place) < mark.position)
                    .count(),
                signal: mark.signal,
            })
            .collect();
        let projected = ChangelogBatch::try_new(columns, count)?
            .with_row_kinds(kinds.map(ScalarBuffer::from))?
            .with_marks(marks)?;
        out.batch(projected)?;
        match results.failure {
            Some(failure) => Err(failure.failure.error),
            None => Ok(()),
        }
    }
}

/// The fields of the result rows. A result row itself is never NULL.
fn columns(result: Option<&ArrayRef>, count: usize) -> Result<Vec<ArrayRef>, EngineError> {
    let row = result
        .and_then(|result| result.as_struct_opt())
        .ok_or_else(|| EngineError::defect("a host projection without result rows"))?;
    if row.null_count() > 0 {
        return Err(EngineError::defect("a host projection gave a NULL row"));
    }
    Ok(row.columns().iter().map(|column| column.slice(0, count)).collect())
}
