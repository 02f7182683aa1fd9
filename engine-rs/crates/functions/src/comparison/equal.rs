//! `=`.

super::compare::comparison!(Equal, "equal", ==, EQUATABLE);
