//! `>=`.

super::compare::comparison!(GreaterThanOrEqual, "greater_than_or_equal", >=, ORDERED);
