//! What a group aggregate costs per batch, without the edges: keys are encoded and looked up, values
//! added, and each change emitted as -U and +U. And what a checkpoint's view costs the task thread.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark that cannot be set up has nothing to measure"
)]

use std::hint::black_box;
use std::sync::Arc;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use sf_contract::proto::{
    ChangelogMode, InputTraits, RowKind as Kind, StreamGroupAggregate, TaskContext,
};
use sf_contract::{LogicalType, TypeKind};
use sf_reader::{CheckedPlan, open_fragment};
use sf_runtime::{ChangelogBatch, FragmentTask, NoHost, OperatorContext, RowKind};
use sf_testing::changelog::longs;
use sf_testing::plan::{AggregateCall, PlanBuilder, aggregate, node, source};

/// Time on a core, so that other load on the machine counts as little as it can.
struct CpuTime;

impl CpuTime {
    /// Nanoseconds that this thread ran.
    fn nanos() -> u64 {
        let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
        times.split(' ').next().and_then(|nanos| nanos.parse().ok()).expect("a time")
    }
}

impl Measurement for CpuTime {
    type Intermediate = u64;
    type Value = u64;

    fn start(&self) -> u64 {
        Self::nanos()
    }

    fn end(&self, start: u64) -> u64 {
        // The kernel brings the time up to date at each tick: one at least has to pass.
        Self::nanos().saturating_sub(start).max(1)
    }

    fn add(&self, first: &u64, second: &u64) -> u64 {
        first.saturating_add(*second)
    }

    fn zero(&self) -> u64 {
        0
    }

    #[allow(clippy::cast_precision_loss, reason = "a benchmark runs less than 2^53 nanoseconds")]
    fn to_f64(&self, value: &u64) -> f64 {
        *value as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        const WALL_TIME: &WallTime = &WallTime;
        WALL_TIME.formatter()
    }
}

const ROWS: usize = 4096;
const BATCHES: u64 = 64;
const KEY_GROUPS: u32 = 128;

fn long() -> LogicalType {
    LogicalType::nullable(TypeKind::BigInt)
}

/// `SELECT k, SUM(v) FROM t GROUP BY k` over BIGINTs.
fn sum() -> FragmentTask {
    task("sum", false, false)
}

/// The same for another function, over rows that are also taken back or are only inserted.
fn task(function: &str, distinct: bool, retracting: bool) -> FragmentTask {
    let mut plan = PlanBuilder::new();
    let all = [Kind::Insert, Kind::UpdateBefore, Kind::UpdateAfter, Kind::Delete];
    let mode = |kinds: &[Kind]| {
        Some(ChangelogMode { kinds: kinds.iter().map(|kind| *kind as i32).collect() })
    };
    let mut node = node("s0/group_aggregate-0");
    node.changelog_mode = mode(&all);
    node.inputs = vec![InputTraits {
        changelog_mode: mode(if retracting { &all } else { &all[..1] }),
        ..InputTraits::default()
    }];
    let call = AggregateCall { function, arguments: &[1], filter: None, distinct, output: long() };
    let measures = vec![plan.measure(&call)];
    let message =
        StreamGroupAggregate { node: Some(node), retracting: vec![retracting], mini_batch: None };
    let rel = aggregate(&message, source("s0/source-1", 0, &[long(), long()]), &[0], measures);
    plan.sink("s0/sink-0", rel);
    let plan = Arc::new(CheckedPlan::decode(&plan.bytes()).expect("a plan"));
    let task = TaskContext {
        max_parallelism: KEY_GROUPS,
        key_group_end: i32::try_from(KEY_GROUPS - 1).expect("a key group"),
        memory_bytes: 4 << 30,
        ..TaskContext::default()
    };
    let context = OperatorContext::new(task, Arc::new(NoHost));
    open_fragment(&plan, 0, &sf_operators::REGISTRY, &context).expect("a fragment").task
}

/// SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Rows whose keys are drawn uniformly.
fn batches(keys: u64) -> Vec<ChangelogBatch> {
    let rows = ROWS as u64;
    let value = |number: u64| i64::try_from(number).ok();
    (0..BATCHES)
        .map(|batch| {
            let randoms = || (batch * rows..(batch + 1) * rows).map(mixed);
            let ks: Vec<Option<i64>> = randoms().map(|random| value(random % keys)).collect();
            let vs: Vec<Option<i64>> = randoms().map(|random| value(random >> 44)).collect();
            ChangelogBatch::try_new(vec![longs(&ks), longs(&vs)], ROWS).expect("a batch")
        })
        .collect()
}

fn run(task: &mut FragmentTask, batch: &ChangelogBatch) {
    task.push(0, batch.clone());
    while let Some(event) = task.take_event().expect("no failure") {
        black_box(event);
    }
}

fn rows(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("sum");
    group.throughput(Throughput::Elements(ROWS as u64)).sampling_mode(SamplingMode::Flat);
    for (name, keys) in [("100 keys", 100), ("10000 keys", 10_000)] {
        let batches = batches(keys);
        let mut task = sum();
        // Every group is there before rows are counted, so that each row is an update.
        batches.iter().for_each(|batch| run(&mut task, batch));
        let mut next = batches.iter().cycle();
        group.bench_function(name, |bencher| {
            bencher.iter(|| run(&mut task, next.next().expect("a batch")));
        });
    }
    group.finish();
}

/// Rows that are taken back and come again, so that each group has as many values as before.
fn values(criterion: &mut Criterion<CpuTime>) {
    let mut group = criterion.benchmark_group("values that are taken back");
    group.throughput(Throughput::Elements(2 * ROWS as u64)).sampling_mode(SamplingMode::Flat);
    for (name, function, distinct) in [("max", "max", false), ("count distinct", "count", true)] {
        for keys in [100, 10_000] {
            let batches = batches(keys);
            let mut task = task(function, distinct, true);
            batches.iter().for_each(|batch| run(&mut task, batch));
            let deletes = vec![RowKind::Delete.byte(); ROWS];
            let deletes: Vec<ChangelogBatch> = batches
                .iter()
                .map(|batch| batch.clone().with_row_kinds(Some(deletes.clone().into())))
                .collect::<Result<_, _>>()
                .expect("row kinds");
            let mut next = batches.iter().zip(&deletes).cycle();
            group.bench_function(format!("{name}, {keys} keys"), |bencher| {
                bencher.iter(|| {
                    let (inserts, deletes) = next.next().expect("a batch");
                    run(&mut task, deletes);
                    run(&mut task, inserts);
                });
            });
        }
    }
    group.finish();
}

/// A task with so many groups.
fn filled(keys: i64) -> FragmentTask {
    let mut task = sum();
    let rows = i64::try_from(ROWS).expect("a number of rows");
    for start in (0..keys).step_by(ROWS) {
        let ks: Vec<Option<i64>> = (start..keys.min(start + rows)).map(Some).collect();
        let column = longs(&ks);
        let columns = vec![Arc::clone(&column), column];
        run(&mut task, &ChangelogBatch::try_new(columns, ks.len()).expect("a batch"));
    }
    task
}

fn many_keys(criterion: &mut Criterion<CpuTime>) {
    const KEYS: i64 = 5_000_000;
    let mut group = criterion.benchmark_group("5000000 keys");
    group.sample_size(20).sampling_mode(SamplingMode::Flat);
    let mut task = filled(KEYS);
    let batches = batches(KEYS.cast_unsigned());
    group.bench_function("view", |bencher| bencher.iter(|| black_box(task.snapshot())));
    group.throughput(Throughput::Elements(ROWS as u64));
    let mut next = batches.iter().cycle();
    group.bench_function("sum", |bencher| {
        bencher.iter(|| run(&mut task, next.next().expect("a batch")));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = rows, values, many_keys
}
criterion_main!(benches);
