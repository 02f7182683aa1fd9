//! The engine's log lines go to Flink's log.

use jni::{Env, JavaVM};
use log::{LevelFilter, Log, Metadata, Record};

use crate::guard::NativeError;
use crate::java::Java;

struct FlinkLog;

static FLINK_LOG: FlinkLog = FlinkLog;

/// Installs the logger; a second call changes nothing.
pub(crate) fn install(env: &mut Env<'_>) {
    if log::set_logger(&FLINK_LOG).is_ok() {
        // What a level means is not known before the library is initialized, and it is by now.
        let _ = follow(env);
    }
}

/// Lets cross what Flink's log would write at present: a line costs a call into the JVM, one that does not
/// cross a comparison. Called where fragments open, so that a level that was changed holds for those.
pub(crate) fn follow(env: &mut Env<'_>) -> Result<(), NativeError> {
    log::set_max_level(filter(Java::get()?.log_level(env)?));
    Ok(())
}

/// `NativeLog` counts as `log::Level` does, from 1, error, to 5, trace.
fn filter(level: i32) -> LevelFilter {
    match level {
        ..=0 => LevelFilter::Off,
        1 => LevelFilter::Error,
        2 => LevelFilter::Warn,
        3 => LevelFilter::Info,
        4 => LevelFilter::Debug,
        5.. => LevelFilter::Trace,
    }
}

impl Log for FlinkLog {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= log::max_level()
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
    // As `filter` reads it.
    let level = i32::try_from(record.level() as usize).unwrap_or(1);
    let text = record.args().to_string();
    JavaVM::singleton()?
        .attach_current_thread(|env| java.write_log(env, level, record.target(), &text))
}
