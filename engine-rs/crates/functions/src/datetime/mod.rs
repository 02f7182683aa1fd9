//! `functions_flink_datetime`: what needs no time zone.

pub(crate) mod ceil;
pub(crate) mod date_format;
pub(crate) mod extract;
pub(crate) mod floor;
pub(crate) mod minus;
mod pattern;
pub(crate) mod plus;
mod round;
mod shift;
