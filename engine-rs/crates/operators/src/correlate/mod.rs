//! `SELECT .. FROM t CROSS JOIN UNNEST(t.items) WITH ORDINALITY`: Flink's StreamExecCorrelate with
//! UnnestRowsFunction or UnnestRowsWithOrdinalityFunction. Stateless.
//!
//! ```text
//! ( 7, [a, b] )   ->  (7, a, 1), (7, b, 2)
//! ( 8, NULL )     ->  nothing, or with LEFT (8, NULL, NULL)
//! ```
//!
//! Each joined row has the kind of its input row. A MAP gives key and value, a MULTISET repeats each
//! element, a ROW element is flattened; a NULL ROW element is skipped, as Flink's result collector does; WITH
//! ORDINALITY Flink makes the row (NULL, position) of it, on which it fails unless the element has one field. With
//! LEFT an input row without a joined row leaves once, padded with NULL.

mod factory;
mod operator;
mod unnest;

pub(crate) use factory::CorrelateFactory;
