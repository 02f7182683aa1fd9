//! `<=`.

super::compare::comparison!(LessThanOrEqual, "less_than_or_equal", <=, ORDERED);
