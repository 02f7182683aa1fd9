use std::sync::Arc;

use sf_reader::PortSource;
use sf_runtime::encode::Distribution;
use sf_runtime::{ErrorCode, NoHost};
use sf_testing::plan::{PlanBuilder, filter, hash_exchange, reference, single_exchange, source};

use crate::fixture::{boolean, int, long, open, open_with, task_context};

fn distribution(rel: sf_contract::substrait_proto::Rel) -> Result<Distribution, ErrorCode> {
    let mut plan = PlanBuilder::new();
    plan.fragment(rel);
    match open(&plan.bytes()) {
        Ok(opened) => Ok(opened.distribution),
        Err(error) => Err(error.code()),
    }
}

#[test]
fn the_top_of_a_fragment_says_where_its_rows_go() {
    let rows = || source("s0/source-1", 0, &[int(), long()]);
    assert_eq!(distribution(rows()), Ok(Distribution::Forward));
    assert_eq!(distribution(single_exchange("s0/exchange-0", rows())), Ok(Distribution::Single));
    assert_eq!(
        distribution(hash_exchange("s0/exchange-0", rows(), &[1, 0])),
        Ok(Distribution::Hash { keys: vec![1, 0] })
    );
}

#[test]
fn an_exchange_without_a_key_or_of_a_missing_column_is_refused() {
    let rows = || source("s0/source-1", 0, &[int()]);
    let refused = Err(ErrorCode::PlanMalformed);
    assert_eq!(distribution(hash_exchange("s0/exchange-0", rows(), &[])), refused);
    assert_eq!(distribution(hash_exchange("s0/exchange-0", rows(), &[3])), refused);
}

#[test]
fn an_exchange_inside_a_fragment_is_refused() {
    let rows = source("s0/source-1", 0, &[boolean()]);
    let exchange = hash_exchange("s0/exchange-0", rows, &[0]);
    let above = filter("s0/calc-0", exchange, sf_testing::plan::column(0));
    assert_eq!(distribution(above), Err(ErrorCode::PlanMalformed));
}

#[test]
fn a_fragment_reads_an_exchange_with_its_columns_and_keys() {
    let mut plan = PlanBuilder::new();
    plan.fragment(hash_exchange("s0/exchange-0", source("s0/source-1", 0, &[int(), long()]), &[0]));
    plan.sink("s0/sink-0", reference(0));
    let registry = &sf_operators::REGISTRY;
    let opened = open_with(&plan.bytes(), 1, registry, task_context(), Arc::new(NoHost));
    let opened = opened.expect("opens");
    assert_eq!(opened.output, [int(), long()]);
    assert_eq!(opened.distribution, Distribution::Forward);
    let distribution = Distribution::Hash { keys: vec![0] };
    assert_eq!(opened.ports[0].source, PortSource::Fragment { ordinal: 0, distribution });
}
