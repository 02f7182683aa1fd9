//! Which functions the engine has.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::{FunctionCall, ScalarFunction, Unsupported, signature};
use crate::{arithmetic, cast, comparison, datetime, decimal, logic, string};

/// Makes the kernel of one call, or says why there is none.
pub type Factory = fn(&FunctionCall<'_>) -> Result<Arc<dyn ScalarFunction>, Unsupported>;

/// Whether a kernel can hand a batch back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standby {
    /// The kernel is exact on every input of its signatures.
    None,
    /// On some input the kernel answers [`crate::FunctionError::NeedsHost`], so a call of it travels with a
    /// host call.
    Host,
}

/// One function.
#[derive(Debug, Clone, Copy)]
pub struct FunctionEntry {
    /// The family: the part of the function's URN after `functions_flink_`.
    pub family: &'static str,
    /// The name in the family's YAML.
    pub name: &'static str,
    /// Whether calls need the host to stand by.
    pub standby: Standby,
    /// The argument and result types for which there are kernels. A factory may still refuse a literal,
    /// a length or a scale.
    pub signatures: &'static [&'static str],
    /// Makes kernels.
    pub factory: Factory,
}

const fn entry(
    family: &'static str,
    name: &'static str,
    standby: Standby,
    signatures: &'static [&'static str],
    factory: Factory,
) -> FunctionEntry {
    FunctionEntry { family, name, standby, signatures, factory }
}

/// Every function, one line each, sorted by family and name.
#[rustfmt::skip]
const FUNCTIONS: &[FunctionEntry] = &[
    entry("arithmetic", "abs", Standby::None, arithmetic::abs::SIGNATURES, arithmetic::abs::create),
    entry("arithmetic", "add", Standby::None, arithmetic::add::SIGNATURES, arithmetic::add::create),
    entry("arithmetic", "ceil", Standby::None, arithmetic::ceil::SIGNATURES, arithmetic::ceil::create),
    entry("arithmetic", "divide", Standby::None, arithmetic::divide::SIGNATURES, arithmetic::divide::create),
    entry("arithmetic", "floor", Standby::None, arithmetic::floor::SIGNATURES, arithmetic::floor::create),
    entry("arithmetic", "mod", Standby::None, arithmetic::modulo::SIGNATURES, arithmetic::modulo::create),
    entry("arithmetic", "multiply", Standby::None, arithmetic::multiply::SIGNATURES, arithmetic::multiply::create),
    entry("arithmetic", "negate", Standby::None, arithmetic::negate::SIGNATURES, arithmetic::negate::create),
    entry("arithmetic", "sign", Standby::None, arithmetic::sign::SIGNATURES, arithmetic::sign::create),
    entry("arithmetic", "subtract", Standby::None, arithmetic::subtract::SIGNATURES, arithmetic::subtract::create),
    entry("cast", "cast", Standby::Host, cast::SIGNATURES, cast::create),
    entry("cast", "try_cast", Standby::Host, cast::SIGNATURES, cast::create),
    entry("comparison", "equal", Standby::None, comparison::equal::SIGNATURES, comparison::equal::create),
    entry("comparison", "greater_than", Standby::None, comparison::greater_than::SIGNATURES, comparison::greater_than::create),
    entry("comparison", "greater_than_or_equal", Standby::None, comparison::greater_than_or_equal::SIGNATURES, comparison::greater_than_or_equal::create),
    entry("comparison", "in", Standby::None, comparison::is_in::SIGNATURES, comparison::is_in::create),
    entry("comparison", "is_distinct_from", Standby::None, comparison::is_distinct_from::SIGNATURES, comparison::is_distinct_from::create),
    entry("comparison", "is_not_distinct_from", Standby::None, comparison::is_not_distinct_from::SIGNATURES, comparison::is_not_distinct_from::create),
    entry("comparison", "is_not_null", Standby::None, comparison::is_not_null::SIGNATURES, comparison::is_not_null::create),
    entry("comparison", "is_null", Standby::None, comparison::is_null::SIGNATURES, comparison::is_null::create),
    entry("comparison", "less_than", Standby::None, comparison::less_than::SIGNATURES, comparison::less_than::create),
    entry("comparison", "less_than_or_equal", Standby::None, comparison::less_than_or_equal::SIGNATURES, comparison::less_than_or_equal::create),
    entry("comparison", "not_equal", Standby::None, comparison::not_equal::SIGNATURES, comparison::not_equal::create),
    entry("datetime", "ceil", Standby::None, datetime::ceil::SIGNATURES, datetime::ceil::create),
    entry("datetime", "date_format", Standby::None, datetime::date_format::SIGNATURES, datetime::date_format::create),
    entry("datetime", "extract", Standby::None, datetime::extract::SIGNATURES, datetime::extract::create),
    entry("datetime", "floor", Standby::None, datetime::floor::SIGNATURES, datetime::floor::create),
    entry("datetime", "minus", Standby::None, datetime::minus::SIGNATURES, datetime::minus::create),
    entry("datetime", "plus", Standby::None, datetime::plus::SIGNATURES, datetime::plus::create),
    entry("decimal", "abs", Standby::None, decimal::abs::SIGNATURES, decimal::abs::create),
    entry("decimal", "add", Standby::None, decimal::add::SIGNATURES, decimal::add::create),
    entry("decimal", "divide", Standby::None, decimal::divide::SIGNATURES, decimal::divide::create),
    entry("decimal", "mod", Standby::None, decimal::modulo::SIGNATURES, decimal::modulo::create),
    entry("decimal", "multiply", Standby::None, decimal::multiply::SIGNATURES, decimal::multiply::create),
    entry("decimal", "negate", Standby::None, decimal::negate::SIGNATURES, decimal::negate::create),
    entry("decimal", "subtract", Standby::None, decimal::subtract::SIGNATURES, decimal::subtract::create),
    entry("logic", "is_false", Standby::None, logic::is_false::SIGNATURES, logic::is_false::create),
    entry("logic", "is_not_false", Standby::None, logic::is_not_false::SIGNATURES, logic::is_not_false::create),
    entry("logic", "is_not_true", Standby::None, logic::is_not_true::SIGNATURES, logic::is_not_true::create),
    entry("logic", "is_true", Standby::None, logic::is_true::SIGNATURES, logic::is_true::create),
    entry("logic", "not", Standby::None, logic::not::SIGNATURES, logic::not::create),
    entry("string", "char_length", Standby::None, string::char_length::SIGNATURES, string::char_length::create),
    entry("string", "concat", Standby::None, string::concat::SIGNATURES, string::concat::create),
    entry("string", "concat_operator", Standby::None, string::concat_operator::SIGNATURES, string::concat_operator::create),
    entry("string", "concat_ws", Standby::None, string::concat_ws::SIGNATURES, string::concat_ws::create),
    entry("string", "left", Standby::Host, string::left::SIGNATURES, string::left::create),
    entry("string", "like", Standby::None, string::like::SIGNATURES, string::like::create),
    entry("string", "lower", Standby::Host, string::lower::SIGNATURES, string::lower::create),
    entry("string", "ltrim", Standby::Host, string::ltrim::SIGNATURES, string::ltrim::create),
    entry("string", "position", Standby::None, string::position::SIGNATURES, string::position::create),
    entry("string", "regexp_extract", Standby::None, string::regexp_extract::SIGNATURES, string::regexp_extract::create),
    entry("string", "right", Standby::Host, string::right::SIGNATURES, string::right::create),
    entry("string", "rtrim", Standby::Host, string::rtrim::SIGNATURES, string::rtrim::create),
    entry("string", "split_index", Standby::Host, string::split_index::SIGNATURES, string::split_index::create),
    entry("string", "substring", Standby::Host, string::substring::SIGNATURES, string::substring::create),
    entry("string", "trim", Standby::Host, string::trim::SIGNATURES, string::trim::create),
    entry("string", "upper", Standby::Host, string::upper::SIGNATURES, string::upper::create),
];

/// Functions by family and name.
#[derive(Debug)]
pub struct Registry {
    entries: BTreeMap<(&'static str, &'static str), FunctionEntry>,
}

static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry {
    entries: FUNCTIONS.iter().map(|entry| ((entry.family, entry.name), *entry)).collect(),
});

/// The engine's functions.
pub fn registry() -> &'static Registry {
    &REGISTRY
}

impl Registry {
    /// The kernel of a call.
    pub fn create(&self, call: &FunctionCall<'_>) -> Result<Arc<dyn ScalarFunction>, Unsupported> {
        let entry = self.entries.get(&(call.family, call.name)).ok_or_else(|| {
            Unsupported::UnknownFunction { family: call.family.into(), name: call.name.into() }
        })?;
        if !entry.signatures.iter().any(|signature| signature::matches(signature, call)) {
            return Err(Unsupported::signature(call));
        }
        (entry.factory)(call)
    }

    /// All functions in order of family and name.
    pub fn entries(&self) -> impl Iterator<Item = &FunctionEntry> {
        self.entries.values()
    }

    /// The functions with their signatures as `substrait-ext/extensions/kernels.yaml` lists them for the
    /// planner.
    pub fn to_yaml(&self) -> String {
        let mut yaml = String::from(
            "# The functions that have kernels in the engine, with the types they take. Generated from the\n\
             # engine's registry (engine-rs/crates/functions, test `kernels_yaml_is_current`); do not edit.\n\
             # needs_host: on some input the kernel hands the batch back, so calls travel with a host call.\n",
        );
        for entry in self.entries() {
            yaml.push_str(&format!("- family: {}\n  name: {}\n", entry.family, entry.name));
            if entry.standby == Standby::Host {
                yaml.push_str("  needs_host: true\n");
            }
            yaml.push_str("  signatures:\n");
            for signature in entry.signatures {
                yaml.push_str(&format!("    - \"{signature}\"\n"));
            }
        }
        yaml
    }
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, registry};
    use crate::signature;

    #[test]
    fn lines_are_sorted_and_unique() {
        let names: Vec<_> = FUNCTIONS.iter().map(|entry| (entry.family, entry.name)).collect();
        assert!(names.is_sorted_by(|left, right| left < right));
    }

    #[test]
    fn signatures_parse() {
        for entry in registry().entries() {
            assert!(!entry.signatures.is_empty(), "{}", entry.name);
            for text in entry.signatures {
                let (parameters, output) = signature::split(text).expect(text);
                let types = parameters
                    .iter()
                    .map(|parameter| parameter.trim_start_matches('=').trim_end_matches("..."));
                for name in types.chain([output]).flat_map(|types| types.split('|')) {
                    assert!(signature::is_type_name(name), "{text}: {name}");
                }
            }
        }
    }

    #[test]
    fn every_function_is_declared() {
        // What the reader evaluates itself has no kernel.
        const OPERATIONS: &[(&str, &str)] = &[
            ("conditional", "coalesce"),
            ("host", "host_call"),
            ("logic", "and"),
            ("logic", "or"),
        ];
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../substrait-ext/extensions");
        let mut declared = Vec::new();
        for file in std::fs::read_dir(folder).expect(folder) {
            let path = file.expect(folder).path();
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            // Aggregate functions are sf-operators' matter.
            let family = name.strip_prefix("functions_flink_").filter(|name| *name != "aggregate");
            let Some(family) = family else { continue };
            let yaml = std::fs::read_to_string(&path).expect(folder);
            for name in yaml.lines().filter_map(|line| line.strip_prefix("  - name: ")) {
                if !OPERATIONS.contains(&(family, name)) {
                    declared.push((family.to_owned(), name.to_owned()));
                }
            }
        }
        declared.sort_unstable();
        let known: Vec<_> =
            FUNCTIONS.iter().map(|entry| (entry.family.into(), entry.name.into())).collect();
        assert_eq!(declared, known);
    }

    #[test]
    fn kernels_yaml_is_current() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../../substrait-ext/extensions/kernels.yaml");
        let expected = registry().to_yaml();
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            std::fs::write(path, &expected).expect("writes");
        }
        let found = std::fs::read_to_string(path).expect("substrait-ext/extensions/kernels.yaml");
        assert_eq!(found, expected, "run the test with UPDATE_GENERATED=1");
    }
}
