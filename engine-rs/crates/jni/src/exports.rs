//! The native methods of `io.streamfusion.flink.runtime.jni.NativeEngine`; its Javadoc says what each
//! does.

use jni::EnvUnowned;
use jni::objects::{JClass, JLongArray};
use jni::sys::{jboolean, jint, jlong};
use prost::Message;
use sf_contract::proto::TaskContext;
use sf_runtime::{EngineError, ErrorCode, FlushKind, StreamStatus};

use crate::fragment::Handle;
use crate::guard::{NativeError, guarded};

fn protocol(message: String) -> EngineError {
    EngineError::new(ErrorCode::Protocol, message)
}

/// An index or size that Java passed.
fn index(name: &str, value: i64) -> Result<usize, EngineError> {
    usize::try_from(value).map_err(|_| protocol(format!("{name} {value}")))
}

/// Decodes a task context; public to the testing exports.
pub(crate) fn task_context(bytes: &[u8]) -> Result<TaskContext, EngineError> {
    TaskContext::decode(bytes).map_err(|error| protocol(format!("the task context: {error}")))
}

/// `NativeEngine.grow`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_grow<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
    port: jint,
    buffer: jint,
    min_bytes: jlong,
) {
    guarded(env, |_| {
        let port = index("port", port.into())?;
        let buffer = index("buffer", buffer.into())?;
        let min_bytes = index("size", min_bytes)?;
        // SAFETY: FragmentHandle keeps the handle open and is used by the task thread alone.
        unsafe { Handle::grow(handle, port, buffer, min_bytes) }?;
        Ok(())
    });
}

/// `NativeEngine.push`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_push<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
    port: jint,
) {
    guarded(env, |_| {
        let port = index("port", port.into())?;
        // SAFETY: FragmentHandle keeps the handle open and is used by the task thread alone.
        unsafe { Handle::drive(handle, |fragment| fragment.push(port)) }?;
        Ok(())
    });
}

/// `NativeEngine.watermark`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_watermark<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
    port: jint,
    timestamp: jlong,
) {
    guarded(env, |_| {
        let port = index("port", port.into())?;
        let step = |fragment: &mut crate::fragment::Fragment| {
            fragment.task().watermark(port, timestamp);
            Ok(())
        };
        // SAFETY: FragmentHandle keeps the handle open and is used by the task thread alone.
        unsafe { Handle::drive(handle, step) }?;
        Ok(())
    });
}

/// `NativeEngine.status`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_status<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
    port: jint,
    active: jboolean,
) {
    guarded(env, |_| {
        let port = index("port", port.into())?;
        let status = if active { StreamStatus::Active } else { StreamStatus::Idle };
        let step = |fragment: &mut crate::fragment::Fragment| {
            fragment.task().status(port, status);
            Ok(())
        };
        // SAFETY: FragmentHandle keeps the handle open and is used by the task thread alone.
        unsafe { Handle::drive(handle, step) }?;
        Ok(())
    });
}

/// `NativeEngine.timer`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_timer<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
    now_millis: jlong,
) {
    guarded(env, |_| {
        let step = |fragment: &mut crate::fragment::Fragment| {
            fragment.task().timer(now_millis);
            Ok(())
        };
        // SAFETY: FragmentHandle keeps the handle open and is used by the task thread alone.
        unsafe { Handle::drive(handle, step) }?;
        Ok(())
    });
}

/// `NativeEngine.flush`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_flush<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
    kind: jint,
) {
    guarded(env, |_| {
        let kind =
            FlushKind::from_code(kind).ok_or_else(|| protocol(format!("flush kind {kind}")))?;
        let step = |fragment: &mut crate::fragment::Fragment| {
            fragment.task().flush(kind);
            Ok(())
        };
        // SAFETY: FragmentHandle keeps the handle open and is used by the task thread alone.
        unsafe { Handle::drive(handle, step) }?;
        Ok(())
    });
}

/// `NativeEngine.takeOutput`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_takeOutput<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
) {
    guarded(env, |_| {
        // SAFETY: FragmentHandle keeps the handle open and is used by the task thread alone.
        unsafe { Handle::drive(handle, |_| Ok(())) }?;
        Ok(())
    });
}

/// `NativeEngine.metrics`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_metrics<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
) -> JLongArray<'local> {
    guarded(env, |env| {
        // SAFETY: FragmentHandle does not close the fragment while its metrics are read.
        let values = unsafe { Handle::metrics(handle) };
        let array = env.new_long_array(values.len())?;
        array.set_region(env, 0, &values)?;
        Ok(array)
    })
}

/// `NativeEngine.close`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_close<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
) {
    guarded(env, |_| {
        // SAFETY: FragmentHandle closes once and forgets the handle before.
        unsafe { Handle::close(handle) };
        Ok::<(), NativeError>(())
    });
}
