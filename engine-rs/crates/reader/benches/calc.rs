//! What the engine itself costs per batch of Nexmark bids, without the edges.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark that cannot be set up has nothing to measure"
)]

use std::hint::black_box;
use std::sync::Arc;

use arrow_array::ArrayRef;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sf_contract::proto::TaskContext;
use sf_contract::substrait_proto::expression::literal::LiteralType;
use sf_contract::substrait_proto::{Expression, Rel};
use sf_contract::{LogicalType, TypeKind};
use sf_reader::{CheckedPlan, open_fragment};
use sf_runtime::{ChangelogBatch, NoHost, OperatorContext};
use sf_testing::changelog::{longs, strings, timestamps};
use sf_testing::plan::{PlanBuilder, case, column, filter, literal, project, source};

const ROWS: usize = 2048;

fn of(kind: TypeKind) -> LogicalType {
    LogicalType::nullable(kind)
}

/// auction, bidder, price, channel, url, dateTime, extra
fn bid() -> Vec<LogicalType> {
    let long = of(TypeKind::BigInt);
    let text = of(TypeKind::STRING);
    let time = of(TypeKind::Timestamp { precision: 3 });
    vec![long.clone(), long.clone(), long, text.clone(), text.clone(), time, text]
}

fn batch() -> ChangelogBatch {
    let numbers = |factor: i64| -> ArrayRef {
        let values: Vec<Option<i64>> = (0..ROWS as i64).map(|row| Some(row * factor)).collect();
        longs(&values)
    };
    let channels = ["Google", "Facebook", "Baidu", "Apple", "channel-2481"];
    let channel: Vec<Option<&str>> =
        (0..ROWS).map(|row| Some(channels[row % channels.len()])).collect();
    let urls: Vec<String> = (0..ROWS)
        .map(|row| format!("https://www.nexmark.com/abc/def/ghi/item.htm?query=1&channel_id={row}"))
        .collect();
    let url: Vec<Option<&str>> = urls.iter().map(|url| Some(url.as_str())).collect();
    let extra = "x".repeat(80);
    let extra: Vec<Option<&str>> = (0..ROWS).map(|_| Some(extra.as_str())).collect();
    let times: Vec<Option<i64>> =
        (0..ROWS as i64).map(|row| Some(1_436_918_400_000 + row)).collect();
    let columns = vec![
        numbers(7),
        numbers(3),
        numbers(11),
        strings(&channel),
        strings(&url),
        timestamps(&times),
        strings(&extra),
    ];
    ChangelogBatch::try_new(columns, ROWS).expect("a batch")
}

fn text(value: &str) -> Expression {
    literal(LiteralType::String(value.into()))
}

fn q0(_: &mut PlanBuilder) -> Rel {
    project("c", source("s", 0, &bid()), 7, (0..7).map(column).collect())
}

fn q1(plan: &mut PlanBuilder) -> Rel {
    let decimal = of(TypeKind::Decimal { precision: 23, scale: 3 });
    let factor = sf_contract::substrait_proto::expression::literal::Decimal {
        value: 908_i128.to_le_bytes().to_vec(),
        precision: 3,
        scale: 3,
    };
    let factor = literal(LiteralType::Decimal(factor));
    let price = plan.call("decimal", "multiply", vec![factor, column(2)], &decimal);
    let outputs = vec![column(0), column(1), price, column(5), column(6)];
    project("c", source("s", 0, &bid()), 7, outputs)
}

fn q2(plan: &mut PlanBuilder) -> Rel {
    let int = of(TypeKind::Int);
    let rest =
        plan.call("arithmetic", "mod", vec![column(0), literal(LiteralType::I32(123))], &int);
    let zero = literal(LiteralType::I32(0));
    let hit = plan.call("comparison", "equal", vec![rest, zero], &of(TypeKind::Boolean));
    project("c", filter("c", source("s", 0, &bid()), hit), 7, vec![column(0), column(2)])
}

fn q21(plan: &mut PlanBuilder) -> Rel {
    let boolean = of(TypeKind::Boolean);
    let string = of(TypeKind::STRING);
    let mut clauses = Vec::new();
    for (name, id) in [("apple", "0"), ("google", "1"), ("facebook", "2"), ("baidu", "3")] {
        let lower = plan.call("string", "lower", vec![column(3)], &string);
        let same = plan.call("comparison", "equal", vec![lower, text(name)], &boolean);
        clauses.push((same, text(id)));
    }
    let arguments = vec![column(4), text("(&|^)channel_id=([^&]*)"), literal(LiteralType::I32(2))];
    let extracted = plan.call("string", "regexp_extract", arguments, &string);
    let id = case(clauses, Some(extracted));
    let outputs = vec![column(0), column(1), column(2), column(3), id];
    project("c", source("s", 0, &bid()), 7, outputs)
}

fn q22(plan: &mut PlanBuilder) -> Rel {
    let string = of(TypeKind::STRING);
    let mut outputs = vec![column(0), column(1), column(2), column(3)];
    for part in 3..6 {
        let arguments = vec![column(4), text("/"), literal(LiteralType::I32(part))];
        outputs.push(plan.call("string", "split_index", arguments, &string));
    }
    project("c", source("s", 0, &bid()), 7, outputs)
}

fn queries(criterion: &mut Criterion) {
    type Query = fn(&mut PlanBuilder) -> Rel;
    let queries: [(&str, Query); 5] =
        [("q0", q0), ("q1", q1), ("q2", q2), ("q21", q21), ("q22", q22)];
    let mut group = criterion.benchmark_group("bids");
    group.throughput(Throughput::Elements(ROWS as u64));
    let input = batch();
    for (name, query) in queries {
        let mut plan = PlanBuilder::new();
        let rel = query(&mut plan);
        plan.sink("k", rel);
        let plan = Arc::new(CheckedPlan::decode(&plan.bytes()).expect("decodes"));
        let context = OperatorContext::new(
            TaskContext { memory_bytes: 1 << 30, memory_accounting: true, ..Default::default() },
            Arc::new(NoHost),
        );
        let mut opened = open_fragment(&plan, 0, &sf_operators::REGISTRY, &context)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                opened.task.push(0, input.clone());
                while let Some(event) = opened.task.take_event().expect("runs") {
                    black_box(event);
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, queries);
criterion_main!(benches);
