//! `<`.

super::compare::comparison!(LessThan, "less_than", <, ORDERED);
