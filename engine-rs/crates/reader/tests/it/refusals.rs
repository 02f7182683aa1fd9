use std::sync::Arc;

use prost::Message;
use sf_contract::proto::{JobHeader, StreamDropUpdateBeforeRel};
use sf_contract::substrait_proto::rel::RelType;
use sf_contract::substrait_proto::{FetchRel, Plan, Rel};
use sf_reader::{CheckedPlan, PlanCache, PortSource};
use sf_runtime::encode::Distribution;
use sf_runtime::{ErrorClass, ErrorCode, NoHost};
use sf_testing::plan::{
    PlanBuilder, any, case, column, enhanced, extension, extension_of, node, project, reference,
    source, union,
};

use crate::fixture::{boolean, int, int_literal, open, open_with, string, task_context};

fn simple() -> PlanBuilder {
    let mut plan = PlanBuilder::new();
    plan.sink("s0/sink-1", source("s0/source-1", 0, &[int()]));
    plan
}

fn code_of(bytes: &[u8]) -> Option<ErrorCode> {
    open(bytes).err().map(|error| error.code())
}

#[test]
fn bytes_that_are_no_plan() {
    assert_eq!(code_of(&[0xff, 0xff, 0xff]), Some(ErrorCode::PlanMalformed));
    assert_eq!(code_of(&[]), Some(ErrorCode::PlanVersion), "a plan without a header");
}

#[test]
fn another_contract_version() {
    let mut plan = simple().plan();
    let header = JobHeader { contract_version: 2, ..JobHeader::default() };
    plan.advanced_extensions = Some(enhanced(&header));
    let error = open(&plan.encode_to_vec()).err().expect("refused");
    assert_eq!((error.code(), error.class()), (ErrorCode::PlanVersion, ErrorClass::Unsupported));
    assert!(error.to_string().contains("contract version 2"), "{error}");
}

#[test]
fn a_relation_that_the_engine_does_not_have() {
    let mut plan = PlanBuilder::new();
    let input = Some(Box::new(source("s0/source-1", 0, &[int()])));
    let fetch = FetchRel { input, ..FetchRel::default() };
    plan.sink("s0/sink-1", Rel { rel_type: Some(RelType::Fetch(Box::new(fetch))) });
    let error = open(&plan.bytes()).err().expect("refused");
    assert_eq!(error.code(), ErrorCode::Relation);
    assert!(error.to_string().contains("FetchRel"), "{error}");
}

#[test]
fn an_unknown_extension_enhancement_function_or_urn() {
    let mut plan = PlanBuilder::new();
    let mut detail = any(&StreamDropUpdateBeforeRel::default());
    detail.type_url = "type.googleapis.com/somebody.else.v1.Rel".into();
    plan.sink("s0/sink-1", extension_of(detail, source("s0/source-1", 0, &[int()])));
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::Extension));

    let mut foreign = simple().plan();
    let Some(extensions) = &mut foreign.advanced_extensions else { panic!("a header") };
    extensions.enhancement = Some(any(&StreamDropUpdateBeforeRel::default()));
    assert_eq!(code_of(&foreign.encode_to_vec()), Some(ErrorCode::Extension));

    let mut plan = PlanBuilder::new();
    let call = plan.call("string", "no_such_function", vec![column(0)], &int());
    plan.sink("s0/sink-1", project("s0/calc-1", source("s0/source-1", 0, &[int()]), 1, vec![call]));
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::Function));
    let mut other = plan.plan();
    for urn in &mut other.extension_urns {
        urn.urn = urn.urn.replace("io.streamfusion", "io.substrait");
    }
    assert_eq!(code_of(&other.encode_to_vec()), Some(ErrorCode::Extension));
}

#[test]
fn an_option_that_the_function_does_not_have() {
    let mut plan = PlanBuilder::new();
    let options = [("overflow", "ERROR")];
    let both = plan.call_with_options("logic", "and", vec![column(0)], &boolean(), &options);
    let rel = source("s0/source-1", 0, &[boolean()]);
    plan.sink("s0/sink-1", project("s0/calc-1", rel, 1, vec![both]));
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::Function));
}

#[test]
fn a_reference_that_does_not_go_back() {
    let mut plan = PlanBuilder::new();
    plan.fragment(reference(0));
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::PlanMalformed));
}

#[test]
fn a_sink_below_the_top_and_a_node_twice() {
    let mut plan = PlanBuilder::new();
    let sink = sf_contract::proto::StreamHostSinkRel { node: Some(node("s0/sink-2")), output: 0 };
    plan.sink("s0/sink-1", extension(&sink, source("s0/source-1", 0, &[int()])));
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::PlanMalformed));

    let mut plan = PlanBuilder::new();
    let one = project("s0/calc-1", source("s0/source-1", 0, &[int()]), 1, vec![column(0)]);
    plan.sink("s0/sink-1", project("s0/calc-1", one, 1, vec![column(0)]));
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::PlanMalformed));
}

#[test]
fn a_column_or_port_that_is_not_there() {
    let mut plan = PlanBuilder::new();
    plan.sink(
        "s0/sink-1",
        project("s0/calc-1", source("s0/source-1", 0, &[int()]), 1, vec![column(1)]),
    );
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::PlanMalformed));

    let mut plan = PlanBuilder::new();
    let inputs = vec![source("s0/source-1", 0, &[int()]), source("s0/source-2", 2, &[int()])];
    plan.sink("s0/sink-1", union("s0/union-1", inputs));
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::PlanMalformed));
}

#[test]
fn inputs_and_branches_of_different_types() {
    let mut plan = PlanBuilder::new();
    let inputs = vec![source("s0/source-1", 0, &[int()]), source("s0/source-2", 1, &[string()])];
    plan.sink("s0/sink-1", union("s0/union-1", inputs));
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::TypeMismatch));

    let mut plan = PlanBuilder::new();
    let condition = plan.call("comparison", "equal", vec![column(0), int_literal(1)], &boolean());
    let choice = case(vec![(condition, column(0))], Some(column(1)));
    let rel = source("s0/source-1", 0, &[int(), string()]);
    plan.sink("s0/sink-1", project("s0/calc-1", rel, 2, vec![choice]));
    assert_eq!(code_of(&plan.bytes()), Some(ErrorCode::TypeMismatch));
}

#[test]
fn a_plan_that_nests_too_deep() {
    let mut plan = PlanBuilder::new();
    let mut sum = column(0);
    for _ in 0..60 {
        sum = plan.call("arithmetic", "add", vec![sum, int_literal(1)], &int());
    }
    plan.sink("s0/sink-1", project("s0/calc-1", source("s0/source-1", 0, &[int()]), 1, vec![sum]));
    let error = open(&plan.bytes()).err().expect("refused");
    assert_eq!((error.code(), error.class()), (ErrorCode::PlanDepth, ErrorClass::Unsupported));
}

#[test]
fn twenty_five_nested_calls_are_fine() {
    let mut plan = PlanBuilder::new();
    let mut sum = column(0);
    for _ in 0..25 {
        sum = plan.call("arithmetic", "add", vec![sum, int_literal(1)], &int());
    }
    plan.sink("s0/sink-1", project("s0/calc-1", source("s0/source-1", 0, &[int()]), 1, vec![sum]));
    assert_eq!(code_of(&plan.bytes()), None);
}

#[test]
fn a_host_with_another_slab_layout() {
    let mut task = task_context();
    task.input_layouts = vec![sf_contract::layout_hash(&[string()])];
    let registry = &sf_operators::REGISTRY;
    let error = open_with(&simple().bytes(), 0, registry, task, Arc::new(NoHost)).err();
    assert_eq!(error.map(|error| error.code()), Some(ErrorCode::Protocol));
}

#[test]
fn a_fragment_that_the_plan_does_not_have() {
    let registry = &sf_operators::REGISTRY;
    let opened = open_with(&simple().bytes(), 3, registry, task_context(), Arc::new(NoHost));
    assert_eq!(opened.err().map(|error| error.code()), Some(ErrorCode::Protocol));
}

#[test]
fn equal_bytes_decode_once_while_they_are_used() {
    static CACHE: PlanCache = PlanCache::new();
    let bytes = simple().bytes();
    let first = CACHE.get(&bytes).unwrap();
    assert!(Arc::ptr_eq(&first, &CACHE.get(&bytes).unwrap()));
    let mut other = Plan::decode(bytes.as_slice()).unwrap();
    other.version = Some(Default::default());
    assert!(!Arc::ptr_eq(&first, &CACHE.get(&other.encode_to_vec()).unwrap()));
}

#[test]
fn ports_of_fragments_come_after_ports_of_the_host() {
    let mut plan = PlanBuilder::new();
    plan.fragment(source("s0/source-1", 0, &[int()]));
    plan.sink(
        "s0/sink-1",
        union("s0/union-1", vec![reference(0), source("s0/source-2", 0, &[int()])]),
    );
    let registry = &sf_operators::REGISTRY;
    let opened = open_with(&plan.bytes(), 1, registry, task_context(), Arc::new(NoHost)).unwrap();
    let sources: Vec<_> = opened.ports.iter().map(|port| port.source.clone()).collect();
    let distribution = Distribution::Forward;
    assert_eq!(sources, [PortSource::Host, PortSource::Fragment { ordinal: 0, distribution }]);
    assert!(CheckedPlan::decode(&plan.bytes()).is_ok_and(|plan| plan.fragments() == 2));
}
