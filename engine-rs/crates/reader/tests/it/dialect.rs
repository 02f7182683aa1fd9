//! The dialect says what the engine accepts. It is generated from the registries, so it cannot say
//! something else than what runs; `UPDATE_GENERATED=1` writes it anew.

use std::collections::BTreeSet;
use std::fmt::Write;

use sf_contract::{FUNCTION_URN_PREFIX, MULTISET_TYPE, TYPES_URN};
use sf_functions::registry::registry;
use sf_operators::AGGREGATE_FUNCTIONS;

const PATH: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../substrait-ext/dialect/engine.yaml");

/// Types with a parameter that the schema asks for come as an object.
const TYPES: &[&str] = &[
    "BOOL",
    "I8",
    "I16",
    "I32",
    "I64",
    "FP32",
    "FP64",
    "BINARY",
    "FIXED_BINARY",
    "STRING",
    "VARCHAR",
    "FIXED_CHAR",
    "{type: PRECISION_TIME, max_precision: 9}",
    "{type: PRECISION_TIMESTAMP, max_precision: 9}",
    "{type: PRECISION_TIMESTAMP_TZ, max_precision: 9}",
    "DATE",
    "{type: INTERVAL_DAY, max_precision: 3}",
    "INTERVAL_YEAR",
    "DECIMAL",
    "STRUCT",
    "LIST",
    "MAP",
];

const RELATIONS: &[&str] = &[
    "{relation: READ, read_types: [NAMED_TABLE]}",
    "AGGREGATE",
    "FILTER",
    "PROJECT",
    "{relation: SET, operations: [UNION_ALL]}",
    "REFERENCE",
    "EXPAND",
    "{relation: EXCHANGE, kinds: [SCATTER_BY_FIELDS, SINGLE_TARGET]}",
];

const EXPRESSIONS: &[&str] = &[
    "LITERAL",
    "SELECTION",
    "SCALAR_FUNCTION",
    "IF_THEN",
    "{expression: CAST, failure_options: [RETURN_NULL, THROW_EXCEPTION]}",
];

/// Calls that the engine itself evaluates, with the argument types they take: per-row logic, COALESCE
/// and the call that goes up to the host.
const OPERATIONS: &[(&str, &str, &str)] = &[
    ("conditional", "coalesce", "any1"),
    ("host", "host_call", "any"),
    ("logic", "and", "bool"),
    ("logic", "or", "bool"),
];

const AGGREGATE_FAMILY: &str = "aggregate";

/// One function of the dialect.
struct Function {
    family: String,
    name: String,
    impls: BTreeSet<String>,
    variadic: bool,
}

#[test]
fn the_dialect_is_current() {
    let expected = dialect();
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        std::fs::create_dir_all(std::path::Path::new(PATH).parent().unwrap()).unwrap();
        std::fs::write(PATH, &expected).unwrap();
    }
    let found = std::fs::read_to_string(PATH).unwrap_or_default();
    assert!(found == expected, "engine.yaml is not current: run the test with UPDATE_GENERATED=1");
}

fn dialect() -> String {
    let functions = functions();
    let families: BTreeSet<&str> = functions
        .iter()
        .map(|function| function.family.as_str())
        .chain([AGGREGATE_FAMILY])
        .collect();
    let mut text = String::from(
        "# What the engine accepts, generated from its registries by sf-reader's test\n\
         # `the_dialect_is_current`; do not edit.\n\
         name: streamfusion\n\
         dependencies:\n",
    );
    for family in families {
        writeln!(text, "  {family}: {FUNCTION_URN_PREFIX}{family}").unwrap();
    }
    writeln!(text, "  types: {TYPES_URN}").unwrap();
    list(&mut text, "supported_types", TYPES);
    writeln!(text, "  - {{type: USER_DEFINED, source: types, name: {MULTISET_TYPE}}}").unwrap();
    list(&mut text, "supported_relations", RELATIONS);
    text.push_str("  - relation: EXTENSION_SINGLE\n    message_types:\n");
    let mut messages: Vec<&str> = sf_operators::REGISTRY
        .extensions
        .iter()
        .map(|constructor| constructor.message_name())
        .chain(["streamfusion.substrait.v1.StreamHostSinkRel"])
        .collect();
    messages.sort_unstable();
    for message in messages {
        writeln!(text, "      - type.googleapis.com/{message}").unwrap();
    }
    list(&mut text, "supported_expressions", EXPRESSIONS);
    text.push_str("supported_scalar_functions:\n");
    for function in functions {
        writeln!(text, "  - source: {}\n    name: {}", function.family, function.name).unwrap();
        text.push_str("    supported_impls:\n");
        for signature in &function.impls {
            writeln!(text, "      - \"{signature}\"").unwrap();
        }
        if function.variadic {
            text.push_str("    variadic: {min: 1}\n");
        }
    }
    text.push_str("supported_aggregate_functions:\n");
    for function in AGGREGATE_FUNCTIONS {
        writeln!(text, "  - source: {AGGREGATE_FAMILY}\n    name: {}", function.name).unwrap();
        text.push_str("    supported_impls:\n");
        let impls: BTreeSet<String> =
            function.signatures.iter().flat_map(|signature| expand(signature)).collect();
        for signature in impls {
            writeln!(text, "      - \"{signature}\"").unwrap();
        }
    }
    text
}

#[test]
fn the_yaml_declares_the_aggregate_functions_that_there_are() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../substrait-ext/extensions/functions_flink_aggregate.yaml"
    );
    let yaml = std::fs::read_to_string(path).unwrap();
    let declared: Vec<&str> =
        yaml.lines().filter_map(|line| line.strip_prefix("  - name: ")).collect();
    let known: Vec<&str> = AGGREGATE_FUNCTIONS.iter().map(|function| function.name).collect();
    assert_eq!(declared, known);
}

fn list(text: &mut String, name: &str, items: &[&str]) {
    writeln!(text, "{name}:").unwrap();
    for item in items {
        writeln!(text, "  - {item}").unwrap();
    }
}

fn functions() -> Vec<Function> {
    let mut functions: Vec<Function> = registry()
        .entries()
        .map(|entry| {
            let mut impls = BTreeSet::new();
            let mut variadic = false;
            for signature in entry.signatures {
                variadic |= signature.contains("...");
                impls.extend(expand(signature));
            }
            Function { family: entry.family.into(), name: entry.name.into(), impls, variadic }
        })
        .chain(OPERATIONS.iter().map(|(family, name, signature)| Function {
            family: (*family).into(),
            name: (*name).into(),
            impls: BTreeSet::from([(*signature).to_owned()]),
            variadic: true,
        }))
        .collect();
    functions.sort_by(|left, right| (&left.family, &left.name).cmp(&(&right.family, &right.name)));
    functions
}

/// The argument signatures of a registry signature: `(integer, =string) -> ..` gives `i8_str`...
fn expand(signature: &str) -> Vec<String> {
    let (parameters, _) = signature.split_once("->").expect("a signature has a result");
    let parameters = parameters.trim().trim_start_matches('(').trim_end_matches(')');
    let mut impls = vec![String::new()];
    for parameter in parameters.split(',').map(str::trim).filter(|text| !text.is_empty()) {
        let names = parameter.trim_start_matches('=').trim_end_matches("...");
        let atoms: Vec<&str> = names.split('|').flat_map(short_names).copied().collect();
        impls = impls
            .iter()
            .flat_map(|known| {
                atoms.iter().map(move |atom| match known.as_str() {
                    "" => (*atom).to_owned(),
                    known => format!("{known}_{atom}"),
                })
            })
            .collect();
    }
    impls
}

/// Substrait's short names of a type or group of the registry.
fn short_names(name: &str) -> &'static [&'static str] {
    match name {
        "any" => &["any"],
        "integer" => &["i8", "i16", "i32", "i64"],
        "approximate" => &["fp32", "fp64"],
        "string" => &["fchar", "str", "vchar"],
        "bytes" => &["fbin", "vbin"],
        "boolean" => &["bool"],
        "tinyint" => &["i8"],
        "smallint" => &["i16"],
        "int" => &["i32"],
        "bigint" => &["i64"],
        "float" => &["fp32"],
        "double" => &["fp64"],
        "decimal" => &["dec"],
        "char" => &["fchar"],
        "varchar" => &["str", "vchar"],
        "binary" => &["fbin"],
        "varbinary" => &["vbin"],
        "date" => &["date"],
        "time" => &["pt"],
        "timestamp" => &["pts"],
        "timestamp_ltz" => &["ptstz"],
        "interval_year_month" => &["iyear"],
        "interval_day_time" => &["iday"],
        "array" => &["list"],
        "map" => &["map"],
        "multiset" => &["u!multiset"],
        "row" => &["struct"],
        other => panic!("the type name {other} has no short name in Substrait"),
    }
}
