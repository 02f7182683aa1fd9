use sf_runtime::{Signal, StreamStatus};

/// Combines the watermarks and statuses of several channels into one stream. Follows Flink's
/// StatusWatermarkValve.
#[derive(Debug)]
pub(super) struct Valve {
    channels: Vec<Channel>,
    watermark: i64,
    status: StreamStatus,
}

#[derive(Debug, Clone)]
struct Channel {
    watermark: i64,
    status: StreamStatus,
    /// Whether the channel takes part in the minimum: it is active and caught up with the output.
    aligned: bool,
}

impl Valve {
    pub(super) fn new(channels: usize) -> Self {
        let channel = Channel { watermark: i64::MIN, status: StreamStatus::Active, aligned: true };
        Self {
            channels: vec![channel; channels],
            watermark: i64::MIN,
            status: StreamStatus::Active,
        }
    }

    /// A watermark arrived on a channel.
    pub(super) fn watermark(&mut self, channel: usize, timestamp: i64) -> Vec<Signal> {
        let mut signals = Vec::new();
        let output = self.watermark;
        let open = self.status == StreamStatus::Active;
        let Some(channel) = self.channels.get_mut(channel) else {
            return signals;
        };
        if open && channel.status == StreamStatus::Active && timestamp > channel.watermark {
            channel.watermark = timestamp;
            if timestamp >= output {
                channel.aligned = true;
            }
            self.advance_to_minimum(&mut signals);
        }
        signals
    }

    /// A channel became idle or active.
    pub(super) fn status(&mut self, channel: usize, status: StreamStatus) -> Vec<Signal> {
        let mut signals = Vec::new();
        let output = self.watermark;
        let Some(changed) = self.channels.get_mut(channel) else {
            return signals;
        };
        if changed.status == status {
            return signals;
        }
        changed.status = status;
        match status {
            StreamStatus::Idle => {
                changed.aligned = false;
                let held_back = changed.watermark == output;
                let all_idle = self.channels.iter().all(|one| one.status == StreamStatus::Idle);
                if all_idle {
                    if held_back {
                        self.advance_to_maximum(&mut signals);
                    }
                    self.status = StreamStatus::Idle;
                    signals.push(Signal::Status(StreamStatus::Idle));
                } else if held_back {
                    self.advance_to_minimum(&mut signals);
                }
            }
            StreamStatus::Active => {
                if changed.watermark >= output {
                    changed.aligned = true;
                }
                if self.status == StreamStatus::Idle {
                    self.status = StreamStatus::Active;
                    signals.push(Signal::Status(StreamStatus::Active));
                }
            }
        }
        signals
    }

    fn advance_to_minimum(&mut self, signals: &mut Vec<Signal>) {
        let aligned = self.channels.iter().filter(|channel| channel.aligned);
        self.advance(aligned.map(|channel| channel.watermark).min(), signals);
    }

    fn advance_to_maximum(&mut self, signals: &mut Vec<Signal>) {
        self.advance(self.channels.iter().map(|channel| channel.watermark).max(), signals);
    }

    fn advance(&mut self, watermark: Option<i64>, signals: &mut Vec<Signal>) {
        if let Some(watermark) = watermark.filter(|watermark| *watermark > self.watermark) {
            self.watermark = watermark;
            signals.push(Signal::Watermark(watermark));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emits_the_minimum_of_the_active_channels() {
        let mut valve = Valve::new(2);
        assert_eq!(valve.watermark(0, 10), []);
        assert_eq!(valve.watermark(1, 7), [Signal::Watermark(7)]);
        assert_eq!(valve.watermark(1, 5), []);
        assert_eq!(valve.status(1, StreamStatus::Idle), [Signal::Watermark(10)]);
        assert_eq!(valve.watermark(1, 20), [], "an idle channel's watermark is ignored");
    }

    #[test]
    fn a_channel_that_lags_behind_after_idleness_does_not_hold_the_others_back() {
        let mut valve = Valve::new(2);
        valve.watermark(1, 3);
        valve.status(1, StreamStatus::Idle);
        assert_eq!(valve.watermark(0, 10), [Signal::Watermark(10)]);
        assert_eq!(valve.status(1, StreamStatus::Active), []);
        assert_eq!(valve.watermark(0, 12), [Signal::Watermark(12)]);
        assert_eq!(valve.watermark(1, 12), []);
        assert_eq!(valve.watermark(0, 15), [], "the other channel is aligned again");
    }

    #[test]
    fn flushes_the_largest_watermark_when_all_become_idle() {
        let mut valve = Valve::new(2);
        valve.watermark(0, 10);
        valve.watermark(1, 7);
        assert_eq!(valve.status(0, StreamStatus::Idle), []);
        assert_eq!(
            valve.status(1, StreamStatus::Idle),
            [Signal::Watermark(10), Signal::Status(StreamStatus::Idle)]
        );
        assert_eq!(valve.status(0, StreamStatus::Active), [Signal::Status(StreamStatus::Active)]);
    }
}
