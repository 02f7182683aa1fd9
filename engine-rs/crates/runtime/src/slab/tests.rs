use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use sf_contract::proto::TaskContext;
use sf_contract::{LogicalType, TypeKind};

use super::{SlabLayout, SlabPool};
use crate::abi::slab_header;
use crate::{EngineError, ErrorClass, ErrorCode, FragmentMemory};

const BYTES_OFFSETS: usize = 4;
const BYTES_DATA: usize = 5;

/// Buffers: kinds, BIGINT validity and values, VARCHAR validity, offsets and data.
fn pool() -> SlabPool {
    pool_within(&memory(1 << 30)).expect("a pool")
}

fn pool_within(memory: &FragmentMemory) -> Result<SlabPool, EngineError> {
    let columns =
        vec![LogicalType::nullable(TypeKind::BigInt), LogicalType::nullable(TypeKind::STRING)];
    SlabPool::try_new(SlabLayout::new(columns), 4, memory.register("input port 0"))
}

fn memory(bytes: u64) -> FragmentMemory {
    FragmentMemory::new(&TaskContext {
        memory_bytes: bytes,
        memory_accounting: true,
        ..TaskContext::default()
    })
}

/// Plays the host: two rows, 7 and NULL, 'ab' and 'c'.
fn fill(pool: &mut SlabPool) {
    pool.buffer_for_test(1)[0] = 0b1111_1101;
    pool.buffer_for_test(2)[..8].copy_from_slice(&7_i64.to_ne_bytes());
    for (index, offset) in [0_i32, 2, 3].into_iter().enumerate() {
        let start = index * 4;
        pool.buffer_for_test(BYTES_OFFSETS)[start..start + 4]
            .copy_from_slice(&offset.to_ne_bytes());
    }
    pool.buffer_for_test(BYTES_DATA)[..3].copy_from_slice(b"abc");
    publish(pool, 2, &[(1, 2), (0, 2)]);
}

fn publish(pool: &mut SlabPool, rows: u32, fields: &[(u32, u32)]) {
    let start = slab_header::SIZE + pool.layout().buffers() * slab_header::BUFFER_ENTRY;
    let header = pool.header_for_test();
    header[slab_header::ROWS..slab_header::ROWS + 4].copy_from_slice(&rows.to_ne_bytes());
    for (index, (nulls, rows)) in fields.iter().enumerate() {
        let entry = start + index * slab_header::FIELD_ENTRY;
        header[entry..entry + 4].copy_from_slice(&nulls.to_ne_bytes());
        header[entry + 4..entry + 8].copy_from_slice(&rows.to_ne_bytes());
    }
}

#[test]
fn adopts_what_the_host_wrote() {
    let mut pool = pool();
    fill(&mut pool);
    let batch = pool.take_batch().expect("a batch");
    let numbers = batch.columns()[0].as_primitive::<Int64Type>();
    let texts = batch.columns()[1].as_binary::<i32>();
    assert_eq!((numbers.value(0), numbers.is_null(1)), (7, true));
    assert_eq!((texts.value(0), texts.value(1)), (&b"ab"[..], &b"c"[..]));
    assert!(batch.row_kinds().is_none());
}

#[test]
fn reuses_a_slab_only_when_nobody_reads_it() {
    let mut pool = pool();
    let first = pool.buffer_for_test(2).as_ptr();
    fill(&mut pool);
    let batch = pool.take_batch().expect("a batch");
    fill(&mut pool);
    pool.take_batch().expect("a batch");
    assert_ne!(pool.buffer_for_test(2).as_ptr(), first, "the first slab is still read");
    drop(batch);
    fill(&mut pool);
    pool.take_batch().expect("a batch");
    let third = pool.buffer_for_test(2).as_ptr();
    fill(&mut pool);
    pool.take_batch().expect("a batch");
    assert!(third == first || pool.buffer_for_test(2).as_ptr() == first);
}

#[test]
fn growing_keeps_the_content() {
    let mut pool = pool();
    fill(&mut pool);
    pool.grow(BYTES_DATA, 1 << 20).expect("grown");
    let batch = pool.take_batch().expect("a batch");
    assert_eq!(batch.columns()[1].as_binary::<i32>().value(0), b"ab");
}

#[test]
fn refuses_contradictions() {
    let cases: [fn(&mut SlabPool); 4] = [
        |pool| publish(pool, 2, &[(2, 2), (0, 2)]),
        |pool| publish(pool, 2, &[(1, 2), (0, 3)]),
        |pool| pool.buffer_for_test(BYTES_OFFSETS)[4..8].copy_from_slice(&9_i32.to_ne_bytes()),
        |pool| pool.buffer_for_test(BYTES_OFFSETS)[8..12].copy_from_slice(&4096_i32.to_ne_bytes()),
    ];
    for (index, break_it) in cases.into_iter().enumerate() {
        let mut pool = pool();
        fill(&mut pool);
        break_it(&mut pool);
        let error = pool.take_batch().expect_err("refused");
        assert_eq!(error.code(), ErrorCode::Protocol, "case {index}");
    }
}

#[test]
fn holds_its_slabs_in_the_fragments_memory() {
    let memory = memory(1 << 20);
    let mut pool = pool_within(&memory).expect("a pool");
    assert_eq!(memory.reserved(), pool.allocated_bytes());
    fill(&mut pool);
    let batch = pool.take_batch().expect("a batch");
    fill(&mut pool);
    pool.grow(BYTES_DATA, 10_000).expect("grown");
    assert!(pool.allocated_bytes() > 10_000);
    assert_eq!(memory.reserved(), pool.allocated_bytes());
    drop(batch);
    drop(pool);
    assert_eq!(memory.reserved(), 0);
}

#[test]
fn a_slab_beyond_the_fragments_memory_is_an_error() {
    assert!(pool_within(&memory(100)).is_err(), "the first slab");

    let memory = memory(4096);
    let mut pool = pool_within(&memory).expect("a pool");
    fill(&mut pool);
    let error = pool.grow(BYTES_DATA, 1 << 20).expect_err("refused");
    assert_eq!(error.class(), ErrorClass::Resource);
    let batch = pool.take_batch().expect("the rows so far");
    assert_eq!(batch.columns()[1].as_binary::<i32>().value(0), b"ab");
}
