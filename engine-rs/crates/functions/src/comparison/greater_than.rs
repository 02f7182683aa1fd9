//! `>`.

super::compare::comparison!(GreaterThan, "greater_than", >, ORDERED);
