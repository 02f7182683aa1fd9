use std::collections::BTreeMap;

use sf_contract::substrait_proto::extensions::simple_extension_declaration::MappingType;
use sf_contract::{FUNCTION_URN_PREFIX, MULTISET_TYPE, TYPES_URN, TypeContext};
use sf_runtime::{EngineError, ErrorCode};
use substrait::proto::Plan;

/// A function that the plan declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FunctionName {
    /// The family, from the URN.
    pub(crate) family: String,
    /// The name without its signature.
    pub(crate) name: String,
}

/// The plan's extension declarations: functions and types by anchor.
#[derive(Debug, Clone, Default)]
pub(crate) struct Declarations {
    functions: BTreeMap<u32, FunctionName>,
    types: TypeContext,
}

impl Declarations {
    /// Reads the declarations; everything declared must be ours, because a name means what its URN says.
    pub(crate) fn try_new(plan: &Plan) -> Result<Self, EngineError> {
        let mut urns = BTreeMap::new();
        for urn in &plan.extension_urns {
            if urns.insert(urn.extension_urn_anchor, urn.urn.as_str()).is_some() {
                return Err(malformed(format!("URN anchor {} twice", urn.extension_urn_anchor)));
            }
        }
        let mut declarations = Self::default();
        for declaration in &plan.extensions {
            match &declaration.mapping_type {
                Some(MappingType::ExtensionFunction(function)) => {
                    let urn = find_urn(&urns, function.extension_urn_reference)?;
                    let Some(family) = urn.strip_prefix(FUNCTION_URN_PREFIX) else {
                        return Err(unknown(format!("the functions of {urn} are not known here")));
                    };
                    let name = function.name.split(':').next().unwrap_or_default();
                    let name = FunctionName { family: family.into(), name: name.into() };
                    if declarations.functions.insert(function.function_anchor, name).is_some() {
                        return Err(malformed(format!(
                            "function anchor {} twice",
                            function.function_anchor
                        )));
                    }
                }
                Some(MappingType::ExtensionType(declared)) => {
                    let urn = find_urn(&urns, declared.extension_urn_reference)?;
                    if urn != TYPES_URN || declared.name != MULTISET_TYPE {
                        return Err(unknown(format!(
                            "the type {} of {urn} is not known here",
                            declared.name
                        )));
                    }
                    declarations.types.multiset_anchor = Some(declared.type_anchor);
                }
                Some(MappingType::ExtensionTypeVariation(variation)) => {
                    return Err(unknown(format!(
                        "the type variation {} is not known here",
                        variation.name
                    )));
                }
                None => return Err(malformed("an extension declaration without content".into())),
            }
        }
        Ok(declarations)
    }

    pub(crate) fn function(&self, anchor: u32) -> Result<&FunctionName, EngineError> {
        self.functions
            .get(&anchor)
            .ok_or_else(|| malformed(format!("function anchor {anchor} is not declared")))
    }

    pub(crate) fn types(&self) -> &TypeContext {
        &self.types
    }
}

fn find_urn<'a>(urns: &BTreeMap<u32, &'a str>, anchor: u32) -> Result<&'a str, EngineError> {
    urns.get(&anchor)
        .copied()
        .ok_or_else(|| malformed(format!("URN anchor {anchor} is not declared")))
}

fn malformed(message: String) -> EngineError {
    EngineError::new(ErrorCode::PlanMalformed, message)
}

fn unknown(message: String) -> EngineError {
    EngineError::new(ErrorCode::Extension, message)
}
