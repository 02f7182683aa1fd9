/// Tells the wall time by which state expires.
pub trait Clock: Send + Sync {
    /// Epoch milliseconds.
    fn now_millis(&self) -> i64;
}

/// The machine's clock, as Flink's TtlTimeProvider.DEFAULT.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[allow(clippy::disallowed_methods, reason = "the one place that reads the machine's clock")]
    fn now_millis(&self) -> i64 {
        let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        since_epoch.map_or(0, |duration| i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
    }
}
