use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, Float32Builder, Int32Builder, ListBuilder};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Decimal128Array, Float32Array, Int64Array,
    StructArray, TimestampMicrosecondArray, UInt32Array,
};
use arrow_schema::Field;
use sf_contract::{LogicalType, TypeKind};

use super::frame::{decode_frames, encode_frame};
use super::{KeyEncoder, KeyGroups, RowChunks, column_entries};
use crate::{ChangelogBatch, ErrorCode};

fn types() -> Vec<LogicalType> {
    let kinds = [
        TypeKind::BigInt,
        TypeKind::STRING,
        TypeKind::Boolean,
        TypeKind::Decimal { precision: 38, scale: 2 },
        TypeKind::Array(Box::new(LogicalType::nullable(TypeKind::Int))),
    ];
    kinds.into_iter().map(LogicalType::nullable).collect()
}

fn batch() -> ChangelogBatch {
    let mut texts = BinaryBuilder::new();
    texts.append_value("short");
    texts.append_null();
    texts.append_value("longer than seven");
    let item = Arc::new(Field::new("item", arrow_schema::DataType::Int32, true));
    let mut lists = ListBuilder::new(Int32Builder::new()).with_field(item);
    lists.append_value([Some(1), None]);
    lists.append_value([]);
    lists.append_null();
    let decimals = Decimal128Array::from(vec![Some(-1), None, Some(i128::from(i64::MAX) * 3)])
        .with_precision_and_scale(38, 2)
        .expect("in range");
    let columns: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from(vec![Some(1), Some(-2), None])),
        Arc::new(texts.finish()),
        Arc::new(BooleanArray::from(vec![Some(true), Some(false), None])),
        Arc::new(decimals),
        Arc::new(lists.finish()),
    ];
    ChangelogBatch::try_new(columns, 3)
        .and_then(|batch| batch.with_row_kinds(Some(vec![0, 1, 3].into())))
        .expect("a batch")
}

#[test]
fn a_frame_decodes_to_the_rows_that_it_was_made_of() {
    let batch = batch();
    let key_groups = Some(KeyGroups { first: 3, last: 7 });
    for rows in [vec![0, 2], vec![1], vec![], vec![0, 1, 2]] {
        let mut bytes = Vec::new();
        encode_frame(&batch, Some(&rows), key_groups, &mut bytes).expect("a frame");
        let decoded = decode_frames(&types(), [&bytes[..]]).expect("a batch");
        let selected = batch.clone().with_selection(Some(rows.into())).expect("a selection");
        let expected = selected.compact().expect("compacted");
        assert_eq!(decoded.batch.columns(), expected.columns());
        assert_eq!(decoded.batch.row_kinds(), expected.row_kinds());
        assert_eq!(decoded.key_groups, key_groups);
    }
}

#[test]
fn rows_of_a_slice_are_counted_from_its_start() {
    let slice = batch().slice(1, 3);
    let mut bytes = Vec::new();
    encode_frame(&slice, Some(&[1]), None, &mut bytes).expect("a frame");
    let start = bytes.len();
    assert_eq!(start % 8, 0);
    encode_frame(&slice, None, None, &mut bytes).expect("a frame behind it");
    let frames = decode_frames(&types(), [&bytes[start..], &bytes[..start]]).expect("a batch");
    assert_eq!((frames.key_groups, &frames.rows[..]), (None, &[2, 1][..]));
    let rows = UInt32Array::from(vec![0, 1, 1]);
    for (index, column) in slice.columns().iter().enumerate() {
        let expected = arrow_select::take::take(column.as_ref(), &rows, None).expect("taken");
        assert_eq!(&frames.batch.columns()[index], &expected, "column {index}");
    }
}

#[test]
fn frames_join_into_one_batch() {
    let whole = batch();
    let mut frames = Vec::new();
    // The last one holds inserts without NULLs in most columns and has no row kinds.
    let inserts = ChangelogBatch::try_new(whole.slice(0, 1).columns().to_vec(), 1);
    let parts = [whole.slice(1, 3), whole.slice(0, 0), whole.slice(0, 2), inserts.expect("one")];
    for (group, part) in (5..).zip(parts) {
        let mut bytes = Vec::new();
        let key_groups = Some(KeyGroups { first: group, last: group });
        encode_frame(&part, None, key_groups, &mut bytes).expect("a frame");
        frames.push(bytes);
    }
    let joined =
        decode_frames(&types(), frames.iter().map(Vec::as_slice)).expect("decoded together");
    assert_eq!(joined.key_groups, Some(KeyGroups { first: 5, last: 8 }));
    assert_eq!(joined.rows, [2, 0, 2, 1]);
    let decoded = joined.batch;
    assert_eq!(decoded.row_kinds().map(|kinds| kinds.to_vec()), Some(vec![1, 3, 0, 1, 0]));
    let rows = UInt32Array::from(vec![1, 2, 0, 1, 0]);
    for (index, column) in whole.columns().iter().enumerate() {
        let expected = arrow_select::take::take(column.as_ref(), &rows, None).expect("taken");
        assert_eq!(&decoded.columns()[index], &expected, "column {index}");
    }
}

#[test]
fn every_shortened_or_changed_head_is_refused() {
    let mut bytes = Vec::new();
    let key_groups = Some(KeyGroups { first: 0, last: 1 });
    encode_frame(&batch(), None, key_groups, &mut bytes).expect("a frame");
    for length in 0..bytes.len() {
        let error = decode_frames(&types(), [&bytes[..length]]).expect_err("too short");
        assert_eq!(error.code(), ErrorCode::Protocol, "{length} bytes");
    }
    for word in 0..4 {
        let mut changed = bytes.clone();
        changed[word * 4 + 1] ^= 0x40;
        assert!(decode_frames(&types(), [&changed[..]]).is_err(), "word {word}");
    }
}

#[test]
fn binary_rows_lie_as_flink_writes_them() {
    let columns: Vec<ArrayRef> = vec![
        Arc::new(Int64Array::from(vec![Some(5), None])),
        Arc::new(BinaryArray::from(vec![Some(&b"abc"[..]), Some(&b"12345678"[..])])),
    ];
    let batch = ChangelogBatch::try_new(columns, 2)
        .and_then(|batch| batch.with_row_kinds(Some(vec![0, 3].into())))
        .expect("a batch");
    let mut chunks = RowChunks::new(256);
    assert_eq!(chunks.encode(&batch, 0).expect("encoded"), 2);
    let mut expected = vec![0_u8; 8];
    expected.extend(5_i64.to_le_bytes());
    expected.extend([b'a', b'b', b'c', 0, 0, 0, 0, 0x83]);
    // -D, and the null bit of field 0 behind the eight header bits.
    expected.extend([3, 1, 0, 0, 0, 0, 0, 0]);
    expected.extend(0_i64.to_le_bytes());
    expected.extend(((24_u64 << 32) | 8).to_le_bytes());
    expected.extend(b"12345678");
    assert_eq!(chunks.region(), expected);
    assert_eq!(chunks.offsets(), [0, 24, 56]);
}

#[test]
fn nulls_keep_the_part_of_their_type_in_keys_only() {
    let decimals = Decimal128Array::from(vec![None::<i128>]).with_precision_and_scale(38, 2);
    let columns: Vec<ArrayRef> = vec![
        Arc::new(decimals.expect("in range")),
        Arc::new(TimestampMicrosecondArray::from(vec![None::<i64>])),
        Arc::new(BinaryArray::from(vec![None::<&[u8]>])),
    ];
    let batch = ChangelogBatch::try_new(columns, 1).expect("a batch");
    // The memory of keys is not zero when it is used again.
    let mut keys = KeyEncoder::new(vec![0, 1, 2]);
    let full: ArrayRef = Arc::new(BinaryArray::from(vec![&[0xff_u8; 100][..]]));
    let before = ChangelogBatch::try_new(vec![Arc::clone(&full), Arc::clone(&full), full], 1);
    keys.encode(&before.expect("a batch")).expect("encoded");

    let mut expected = vec![0, 0b111, 0, 0, 0, 0, 0, 0];
    expected.extend((32_u64 << 32).to_le_bytes());
    expected.extend((48_u64 << 32).to_le_bytes());
    expected.extend([0; 8 + 16 + 8]);
    assert_eq!(keys.encode(&batch).expect("encoded").key(0), expected);

    let mut rows = RowChunks::new(256);
    rows.encode(&batch, 0).expect("encoded");
    let mut expected = vec![0, 0b111];
    expected.resize(32, 0);
    assert_eq!(rows.region(), expected);
}

/// A row that Flink's RowDataSerializer wrote is copied into a key: its NULLs have no part.
#[test]
fn nested_values_of_keys_lie_as_flinks_serializers_write_them() {
    let decimals = Decimal128Array::from(vec![None, Some(-2_i128)]).with_precision_and_scale(38, 2);
    let decimals: ArrayRef = Arc::new(decimals.expect("in range"));
    let item = Arc::new(Field::new("item", arrow_schema::DataType::Float32, true));
    let mut lists = ListBuilder::new(Float32Builder::new()).with_field(item);
    lists.append_value([Some(f32::from_bits(0xffc0_0001)), None, Some(-0.0)]);
    lists.append_null();
    let floats: ArrayRef =
        Arc::new(Float32Array::from(vec![f32::from_bits(0xffc0_0001), f32::NAN]));
    let row = StructArray::from(vec![
        (Arc::new(Field::new("d", decimals.data_type().clone(), true)), decimals),
        (Arc::new(Field::new("f", floats.data_type().clone(), true)), floats),
    ]);
    let columns: Vec<ArrayRef> = vec![Arc::new(row), Arc::new(lists.finish())];
    let batch = ChangelogBatch::try_new(columns, 2).expect("a batch");
    let mut keys = KeyEncoder::new(vec![0, 1]);
    let keys = keys.encode(&batch).expect("encoded");

    let mut first = vec![0_u8; 8];
    first.extend(((24_u64 << 32) | 24).to_le_bytes());
    first.extend(((48_u64 << 32) | 24).to_le_bytes());
    // The row: its first field is NULL, the second keeps its bits.
    first.extend([0, 1, 0, 0, 0, 0, 0, 0]);
    first.extend([0; 8]);
    first.extend(0xffc0_0001_u64.to_le_bytes());
    // The array: three elements, the second is NULL, the NaN is Java's.
    first.extend([3, 0, 0, 0, 0b010, 0, 0, 0]);
    first.extend(0x7fc0_0000_u32.to_le_bytes());
    first.extend([0; 4]);
    first.extend(0x8000_0000_u32.to_le_bytes());
    first.extend([0; 4]);
    assert_eq!(keys.key(0), first);

    // The array is NULL.
    let mut second = vec![0, 0b10, 0, 0, 0, 0, 0, 0];
    second.extend(((24_u64 << 32) | 40).to_le_bytes());
    second.extend([0; 8]);
    second.extend([0; 8]);
    second.extend(((24_u64 << 32) | 1).to_le_bytes());
    second.extend(0x7fc0_0000_u64.to_le_bytes());
    second.extend([0xfe, 0, 0, 0, 0, 0, 0, 0]);
    second.extend([0; 8]);
    assert_eq!(keys.key(1), second);
}

#[test]
fn chunks_follow_the_selection() {
    let column: ArrayRef = Arc::new(Int64Array::from_iter_values(0..10));
    let batch = ChangelogBatch::try_new(vec![column], 10)
        .and_then(|batch| batch.with_selection(Some(vec![1, 4, 5, 9].into())))
        .expect("a batch");
    let mut chunks = RowChunks::new(3);
    let mut values = Vec::new();
    let mut taken = 0;
    while taken < 4 {
        taken += chunks.encode(&batch, taken).expect("encoded");
        for row in chunks.region().chunks(16) {
            values.push(row[8]);
        }
    }
    assert_eq!(values, [1, 4, 5, 9]);
}

#[test]
fn column_entries_follow_slices() {
    let batch = batch();
    let whole = batch.columns().to_vec();
    let sliced: Vec<ArrayRef> = whole.iter().map(|column| column.slice(1, 2)).collect();
    let (mut of_whole, mut of_sliced) = (Vec::new(), Vec::new());
    column_entries(&whole, &mut of_whole).expect("entries");
    column_entries(&sliced, &mut of_sliced).expect("entries");
    // Five columns and the element of the array.
    assert_eq!((of_whole.len(), of_sliced.len()), (6, 6));
    assert_eq!(of_sliced[0].values, of_whole[0].values + 8);
    assert_eq!(of_sliced[1].second, of_whole[1].second + 4);
    assert_eq!(of_sliced[2].value_bit, 1);
    assert_eq!(of_sliced[3].values, of_whole[3].values + 16);
}
