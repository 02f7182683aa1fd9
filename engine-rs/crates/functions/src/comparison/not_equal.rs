//! `<>`.

super::compare::comparison!(NotEqual, "not_equal", !=, EQUATABLE);
