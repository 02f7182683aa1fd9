//! Relations of the plan, one file per kind. The match names relations and calls; the work is elsewhere.

mod aggregate_rel;
mod exchange_rel;
mod expand_rel;
mod extension_rel;
mod filter_rel;
mod project_rel;
mod read_rel;
mod reference_rel;
mod set_rel;

pub(crate) use aggregate_rel::measure;
use sf_contract::LogicalType;
use sf_contract::proto::{StreamNode, StreamRelEnhancement};
use sf_runtime::encode::Distribution;
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::extensions::AdvancedExtension;
use substrait::proto::rel::RelType;
use substrait::proto::rel_common::EmitKind;
use substrait::proto::{Rel, RelCommon};

use crate::any;
use crate::fragment::{Builder, Built};

/// Reads the top of a fragment and what is below it: a host sink, an exchange, or an operator whose rows
/// other fragments read.
pub(crate) fn from_top(
    builder: &mut Builder<'_>,
    rel: &Rel,
) -> Result<(Built, Distribution), EngineError> {
    if let Some(RelType::Exchange(rel)) = &rel.rel_type {
        return exchange_rel::from_exchange_rel(builder, rel);
    }
    let built = from_rel(builder, extension_rel::below_host_sink(rel)?)?;
    Ok((built, Distribution::Forward))
}

/// Reads a relation and what is below it.
pub(crate) fn from_rel(builder: &mut Builder<'_>, rel: &Rel) -> Result<Built, EngineError> {
    match &rel.rel_type {
        Some(RelType::Read(rel)) => read_rel::from_read_rel(builder, rel),
        Some(RelType::Filter(rel)) => filter_rel::from_filter_rel(builder, rel),
        Some(RelType::Project(rel)) => project_rel::from_project_rel(builder, rel),
        Some(RelType::Set(rel)) => set_rel::from_set_rel(builder, rel),
        Some(RelType::Aggregate(rel)) => aggregate_rel::from_aggregate_rel(builder, rel),
        Some(RelType::Expand(rel)) => expand_rel::from_expand_rel(builder, rel),
        Some(RelType::Exchange(_)) => {
            Err(malformed("an exchange that is not at the top of its fragment"))
        }
        Some(RelType::Reference(rel)) => reference_rel::from_reference_rel(builder, rel),
        Some(RelType::ExtensionSingle(rel)) => extension_rel::from_single(builder, rel),
        Some(RelType::ExtensionMulti(rel)) => extension_rel::from_multi(builder, rel),
        Some(other) => Err(EngineError::new(
            ErrorCode::Relation,
            format!("the relation {} is not supported", relation_name(other)),
        )),
        None => Err(malformed("a relation without content")),
    }
}

/// The node of a relation whose enhancement holds nothing else.
fn node(extension: Option<&AdvancedExtension>, relation: &str) -> Result<StreamNode, EngineError> {
    let enhancement: StreamRelEnhancement = any::decode(enhancement(extension, relation)?)?;
    checked_node(enhancement.node, relation)
}

/// The enhancement that every relation of ours carries.
fn enhancement<'a>(
    extension: Option<&'a AdvancedExtension>,
    relation: &str,
) -> Result<&'a pbjson_types::Any, EngineError> {
    extension
        .and_then(|extension| extension.enhancement.as_ref())
        .ok_or_else(|| malformed(&format!("a {relation} without its enhancement")))
}

/// Refuses a node without an id: state and metrics are keyed by it.
fn checked_node(node: Option<StreamNode>, relation: &str) -> Result<StreamNode, EngineError> {
    node.filter(|node| !node.id.is_empty())
        .ok_or_else(|| malformed(&format!("a {relation} without a node id")))
}

/// The input of a relation.
fn input<'a>(input: Option<&'a Rel>, relation: &str) -> Result<&'a Rel, EngineError> {
    input.ok_or_else(|| malformed(&format!("a {relation} without input")))
}

/// The columns that a relation emits, out of its own `width` columns; None for all of them in order.
fn emit(
    common: Option<&RelCommon>,
    width: usize,
    relation: &str,
) -> Result<Option<Vec<usize>>, EngineError> {
    let Some(EmitKind::Emit(emit)) = common.and_then(|common| common.emit_kind.as_ref()) else {
        return Ok(None);
    };
    let mut columns = Vec::with_capacity(emit.output_mapping.len());
    for column in &emit.output_mapping {
        match usize::try_from(*column) {
            Ok(column) if column < width => columns.push(column),
            _ => {
                return Err(malformed(&format!(
                    "a {relation} that emits column {column} of {width}"
                )));
            }
        }
    }
    Ok(Some(columns))
}

/// Refuses an emit that changes columns, for relations where only a projection may.
fn refuse_emit(
    common: Option<&RelCommon>,
    width: usize,
    relation: &str,
) -> Result<(), EngineError> {
    match emit(common, width, relation)? {
        None => Ok(()),
        Some(columns) if columns.iter().copied().eq(0..width) => Ok(()),
        Some(_) => Err(EngineError::new(
            ErrorCode::Relation,
            format!("a {relation} that emits other columns than its own is not supported"),
        )),
    }
}

/// Refuses inputs whose columns differ; nullability may.
fn same_columns(
    left: &[LogicalType],
    right: &[LogicalType],
    what: &str,
) -> Result<(), EngineError> {
    let same = left.len() == right.len()
        && left.iter().enumerate().all(|(index, column)| column.same_kind(&right[index]));
    if same {
        return Ok(());
    }
    Err(EngineError::new(ErrorCode::TypeMismatch, format!("{what}: {left:?} and {right:?}")))
}

fn malformed(message: &str) -> EngineError {
    EngineError::new(ErrorCode::PlanMalformed, message)
}

fn relation_name(rel: &RelType) -> &'static str {
    match rel {
        RelType::Read(_) => "ReadRel",
        RelType::Filter(_) => "FilterRel",
        RelType::Fetch(_) => "FetchRel",
        RelType::Aggregate(_) => "AggregateRel",
        RelType::Sort(_) => "SortRel",
        RelType::Join(_) => "JoinRel",
        RelType::Project(_) => "ProjectRel",
        RelType::Set(_) => "SetRel",
        RelType::Cross(_) => "CrossRel",
        RelType::Reference(_) => "ReferenceRel",
        RelType::Write(_) => "WriteRel",
        RelType::Ddl(_) => "DdlRel",
        RelType::Update(_) => "UpdateRel",
        RelType::ExtensionSingle(_) => "ExtensionSingleRel",
        RelType::ExtensionMulti(_) => "ExtensionMultiRel",
        RelType::ExtensionLeaf(_) => "ExtensionLeafRel",
        RelType::HashJoin(_) => "HashJoinRel",
        RelType::MergeJoin(_) => "MergeJoinRel",
        RelType::NestedLoopJoin(_) => "NestedLoopJoinRel",
        RelType::Window(_) => "ConsistentPartitionWindowRel",
        RelType::Exchange(_) => "ExchangeRel",
        RelType::Expand(_) => "ExpandRel",
    }
}
