use pbjson_types::Any;
use prost::Name;
use sf_contract::proto::StreamHostSinkRel;
use sf_runtime::{ConstructContext, EngineError, ErrorCode};
use substrait::proto::rel::RelType;
use substrait::proto::{ExtensionMultiRel, ExtensionSingleRel, Rel};

use super::{checked_node, from_rel, input, malformed, refuse_emit};
use crate::any;
use crate::fragment::{Builder, Built};

/// Reads an extension relation with one input.
pub(super) fn from_single(
    builder: &mut Builder<'_>,
    rel: &ExtensionSingleRel,
) -> Result<Built, EngineError> {
    let detail =
        rel.detail.as_ref().ok_or_else(|| malformed("an extension relation without content"))?;
    let input = input(rel.input.as_deref(), "extension relation")?;
    if any::message_name(detail) == StreamHostSinkRel::full_name() {
        return Err(malformed("a host sink that is not at the top of its fragment"));
    }
    let built = construct(builder, detail, std::slice::from_ref(input))?;
    refuse_emit(rel.common.as_ref(), built.columns.len(), "extension relation")?;
    Ok(built)
}

/// Reads an extension relation with any number of inputs.
pub(super) fn from_multi(
    builder: &mut Builder<'_>,
    rel: &ExtensionMultiRel,
) -> Result<Built, EngineError> {
    let detail =
        rel.detail.as_ref().ok_or_else(|| malformed("an extension relation without content"))?;
    let built = construct(builder, detail, &rel.inputs)?;
    refuse_emit(rel.common.as_ref(), built.columns.len(), "extension relation")?;
    Ok(built)
}

/// The operator comes from the registry, by the message's name.
fn construct(builder: &mut Builder<'_>, detail: &Any, rels: &[Rel]) -> Result<Built, EngineError> {
    let name = any::message_name(detail);
    let constructor = builder.operators().extension(name).ok_or_else(|| {
        EngineError::new(ErrorCode::Extension, format!("the relation {name} is not known here"))
    })?;
    if rels.len() != constructor.inputs() {
        return Err(malformed(&format!("{name} with {} inputs", rels.len())));
    }
    let mut inputs = Vec::with_capacity(rels.len());
    for rel in rels {
        inputs.push(from_rel(builder, rel)?);
    }
    let types: Vec<_> = inputs.iter().map(|input| input.columns.clone()).collect();
    let context =
        ConstructContext { inputs: &types, compiler: &*builder, operator: builder.context() };
    let constructed = constructor.construct(&detail.value, &context)?;
    let node = checked_node(Some(constructed.node), name)?;
    builder.place(&node.id, constructed.operator, inputs, constructed.output)
}

/// Takes the host sink off the top of a fragment. Nothing runs for it: the driver queues its rows.
pub(super) fn below_host_sink(rel: &Rel) -> Result<&Rel, EngineError> {
    let Some(RelType::ExtensionSingle(single)) = &rel.rel_type else {
        return Ok(rel);
    };
    let Some(detail) = single
        .detail
        .as_ref()
        .filter(|detail| any::message_name(detail) == StreamHostSinkRel::full_name())
    else {
        return Ok(rel);
    };
    let sink: StreamHostSinkRel = any::decode(detail)?;
    checked_node(sink.node, "StreamHostSinkRel")?;
    if sink.output != 0 {
        return Err(EngineError::new(ErrorCode::Relation, "a fragment has one output"));
    }
    input(single.input.as_deref(), "StreamHostSinkRel")
}
