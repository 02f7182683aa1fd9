//! The engine's log lines go to Flink's log.

use jni::JavaVM;
use log::{LevelFilter, Log, Metadata, Record};

use crate::guard::NativeError;
use crate::java::Java;

/// Nothing finer crosses: a line costs a call into the JVM.
const MAX_LEVEL: LevelFilter = LevelFilter::Info;

struct FlinkLog;

static FLINK_LOG: FlinkLog = FlinkLog;

/// Installs the logger; a second call changes nothing.
pub(crate) fn install() {
    if log::set_logger(&FLINK_LOG).is_ok() {
        log::set_max_level(MAX_LEVEL);
    }
}

impl Log for FlinkLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= MAX_LEVEL
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            // A line that cannot be written has nowhere else to go.
            let _ = write(record);
        }
    }

    fn flush(&self) {}
}

fn write(record: &Record<'_>) -> Result<(), NativeError> {
    let java = Java::get()?;
    // `log::Level` counts from 1, error, to 5, trace, as NativeLog does.
    let level = i32::try_from(record.level() as usize).unwrap_or(1);
    let text = record.args().to_string();
    JavaVM::singleton()?
        .attach_current_thread(|env| java.write_log(env, level, record.target(), &text))
}
