use sf_contract::proto::JobHeader;
use sf_contract::{CONTRACT_VERSION, DecodeBytes};
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::extensions::AdvancedExtension;
use substrait::proto::{Plan, PlanRel, Rel, plan_rel};

use crate::any;
use crate::declarations::Declarations;
use crate::depth::check_depth;

/// A plan whose header and declarations were checked. Its relations are read per fragment.
#[derive(Debug)]
pub struct CheckedPlan {
    header: JobHeader,
    declarations: Declarations,
    relations: Vec<Rel>,
}

impl CheckedPlan {
    /// Decodes and checks plan bytes.
    ///
    /// # Errors
    /// Bytes that nest too deep, are no plan, are of another version, or declare what is not ours.
    pub fn decode(bytes: &[u8]) -> Result<Self, EngineError> {
        check_depth(bytes)?;
        let plan =
            Plan::decode_bytes(bytes).map_err(|error| malformed(format!("not a plan: {error}")))?;
        let header = header(plan.advanced_extensions.as_ref())?;
        let declarations = Declarations::try_new(&plan)?;
        refuse_rest(&plan)?;
        let relations: Result<Vec<_>, _> = plan.relations.into_iter().map(relation).collect();
        let relations = relations?;
        if relations.is_empty() {
            return Err(malformed("a plan without relations".into()));
        }
        Ok(Self { header, declarations, relations })
    }

    /// The job header.
    pub fn header(&self) -> &JobHeader {
        &self.header
    }

    /// Number of fragments.
    pub fn fragments(&self) -> usize {
        self.relations.len()
    }

    pub(crate) fn declarations(&self) -> &Declarations {
        &self.declarations
    }

    pub(crate) fn relation(&self, fragment: usize) -> Option<&Rel> {
        self.relations.get(fragment)
    }
}

/// Reads the header and refuses a contract version that is not ours.
fn header(extension: Option<&AdvancedExtension>) -> Result<JobHeader, EngineError> {
    let enhancement = extension
        .and_then(|extension| extension.enhancement.as_ref())
        .ok_or_else(|| EngineError::new(ErrorCode::PlanVersion, "a plan without a job header"))?;
    let header: JobHeader = any::decode(enhancement)?;
    if header.contract_version != CONTRACT_VERSION {
        return Err(EngineError::new(
            ErrorCode::PlanVersion,
            format!(
                "the plan is of contract version {}, this engine reads {CONTRACT_VERSION}",
                header.contract_version
            ),
        ));
    }
    Ok(header)
}

fn refuse_rest(plan: &Plan) -> Result<(), EngineError> {
    if !plan.parameter_bindings.is_empty() {
        return Err(EngineError::new(ErrorCode::Relation, "parameter bindings are not supported"));
    }
    if !plan.type_aliases.is_empty() {
        return Err(EngineError::new(ErrorCode::Type, "type aliases are not supported"));
    }
    Ok(())
}

fn relation(relation: PlanRel) -> Result<Rel, EngineError> {
    match relation.rel_type {
        Some(plan_rel::RelType::Rel(rel)) => Ok(rel),
        Some(plan_rel::RelType::Root(root)) => {
            root.input.ok_or_else(|| malformed("a root without input".into()))
        }
        None => Err(malformed("a relation without content".into())),
    }
}

fn malformed(message: String) -> EngineError {
    EngineError::new(ErrorCode::PlanMalformed, message)
}
