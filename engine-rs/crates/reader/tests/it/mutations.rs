use std::sync::Arc;

use sf_contract::proto::{
    CorrelateJoinType, MiniBatchMode, StreamCorrelateRel, StreamDropUpdateBeforeRel,
    StreamMiniBatchAssignerRel, StreamWatermarkAssignerRel, WatermarkScope,
};
use sf_contract::substrait_proto::expression::literal::LiteralType;
use sf_contract::{LogicalType, TypeKind};
use sf_runtime::NoHost;
use sf_testing::plan::{
    PlanBuilder, case, cast, column, extension, filter, literal, node, null, project, reference,
    source, union,
};

use crate::fixture::{boolean, int, int_literal, open_with, string, task_context, timestamp};

const MUTANTS: u32 = 100_000;

/// A plan with every relation and expression kind.
fn seed() -> Vec<u8> {
    let array = LogicalType::nullable(TypeKind::Array(Box::new(int())));
    let columns = [int(), string(), timestamp(), array];
    let mut plan = PlanBuilder::new();
    let assigner = StreamWatermarkAssignerRel {
        node: Some(node("s0/watermark-assigner-1")),
        rowtime: Some(column(2)),
        watermark: Some(column(2)),
        scope: WatermarkScope::Operator as i32,
        idle_timeout_millis: 10,
    };
    let bundles = StreamMiniBatchAssignerRel {
        node: Some(node("s0/mini-batch-assigner-1")),
        mode: MiniBatchMode::ProcessingTime as i32,
        interval_millis: 10,
    };
    let assigned = extension(&assigner, source("s0/source-1", 0, &columns));
    plan.fragment(extension(&bundles, assigned));
    let positive =
        plan.call("comparison", "greater_than", vec![column(0), int_literal(0)], &boolean());
    let text = literal(LiteralType::String("abc".into()));
    let same = plan.call("comparison", "equal", vec![column(1), text], &boolean());
    let either = plan.call("logic", "or", vec![positive.clone(), same], &boolean());
    let quotient = plan.call("arithmetic", "divide", vec![int_literal(9), column(0)], &int());
    let options = [("id", "3"), ("digest", "d")];
    let up = plan.call_with_options("host", "host_call", vec![column(0)], &string(), &options);
    let expressions = vec![
        case(vec![(positive, quotient)], Some(null(&int()))),
        up,
        cast(column(0), &LogicalType::nullable(TypeKind::BigInt)),
        column(3),
    ];
    let calc = filter("s0/calc-1", reference(0), either);
    let calc = project("s0/calc-1", calc, 4, expressions);
    let other = [int(), string(), LogicalType::nullable(TypeKind::BigInt), columns[3].clone()];
    let both = union("s0/union-1", vec![calc, source("s0/source-2", 0, &other)]);
    let correlate = StreamCorrelateRel {
        node: Some(node("s0/correlate-1")),
        collection: Some(column(3)),
        join_type: CorrelateJoinType::Left as i32,
        with_ordinality: true,
        condition: None,
        left_arity: 2,
    };
    let drop = StreamDropUpdateBeforeRel { node: Some(node("s0/drop-update-before-1")) };
    plan.sink("s0/sink-1", extension(&drop, extension(&correlate, both)));
    plan.bytes()
}

/// Small and fast, and the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or(0)
    }
}

fn mutate(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(4) {
        if bytes.is_empty() {
            break;
        }
        let place = random.below(bytes.len());
        let byte = u8::try_from(random.below(256)).unwrap_or(0);
        match random.below(5) {
            0 => bytes[place] = byte,
            1 => bytes[place] ^= 1 << (byte & 7),
            2 => bytes.insert(place, byte),
            3 => {
                bytes.remove(place);
            }
            _ => bytes.truncate(place.max(1)),
        }
    }
    bytes
}

#[test]
fn every_mutated_plan_is_an_answer_or_a_typed_error() {
    let seed = seed();
    let registry = &sf_operators::REGISTRY;
    let open = |bytes: &[u8], fragment| {
        open_with(bytes, fragment, registry, task_context(), Arc::new(NoHost))
    };
    if let Err(error) = open(&seed, 1) {
        panic!("the seed itself must open: {error}");
    }
    let mut random = Random(0x5eed);
    let (mut answers, mut errors) = (0_u32, 0_u32);
    for mutant in 0..MUTANTS {
        let bytes = mutate(&seed, &mut random);
        match open(&bytes, (mutant & 1) as usize) {
            Ok(_) => answers += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                errors += 1;
            }
        }
    }
    assert_eq!(answers + errors, MUTANTS);
    // Mutants that all fail at the first byte, or none of which fails, would prove nothing.
    assert!(answers > 1_000 && errors > 10_000, "{answers} answers, {errors} errors");
}
