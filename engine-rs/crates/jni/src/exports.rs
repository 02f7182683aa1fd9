//! The native methods of `io.streamfusion.flink.runtime.jni.NativeEngine`; its Javadoc says what each
//! does.

use std::sync::Arc;

use jni::EnvUnowned;
use jni::objects::{JByteArray, JClass, JLongArray, JObject};
use jni::sys::{jboolean, jint, jlong};
use prost::Message;
use sf_contract::proto::TaskContext;
use sf_reader::{PlanCache, PortSource};
use sf_runtime::{EngineError, ErrorCode, FlushKind, OperatorContext, StreamStatus};
use sf_state::FragmentSnapshot;

use crate::fragment::{Handle, Parts, PortKind};
use crate::guard::{NativeError, guarded};
use crate::host::JavaHost;
use crate::logging;
use crate::registry::registry;

/// Plans of this process, so that a job's bytes decode once for all its tasks.
static PLANS: PlanCache = PlanCache::new();

fn protocol(message: String) -> EngineError {
    EngineError::new(ErrorCode::Protocol, message)
}

/// An index or size that Java passed.
fn index(name: &str, value: i64) -> Result<usize, EngineError> {
    usize::try_from(value).map_err(|_| protocol(format!("{name} {value}")))
}

fn key_group(value: jint) -> Result<u32, EngineError> {
    u32::try_from(value).map_err(|_| protocol(format!("key group {value}")))
}

/// Decodes a task context; public to the testing exports.
pub(crate) fn task_context(bytes: &[u8]) -> Result<TaskContext, EngineError> {
    TaskContext::decode(bytes).map_err(|error| protocol(format!("the task context: {error}")))
}

/// `NativeEngine.open`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_open<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    plan: JByteArray<'local>,
    fragment: jint,
    context: JByteArray<'local>,
    host: JObject<'local>,
) -> jlong {
    guarded(env, |env| {
        logging::follow(env)?;
        let plan = PLANS.get(&env.convert_byte_array(&plan)?)?;
        let task = task_context(&env.convert_byte_array(&context)?)?;
        let host = Arc::new(JavaHost::new(env.new_global_ref(&host)?));
        let operator = OperatorContext::new(task, host);
        #[cfg(feature = "test-operators")]
        let operator = OperatorContext { clock: Arc::new(crate::testing::TestClock), ..operator };
        let fragment = index("fragment", fragment.into())?;
        let opened = sf_reader::open_fragment(&plan, fragment, registry(), &operator)?;
        let ports = opened.ports.into_iter().map(|port| match port.source {
            PortSource::Host => (PortKind::Rows, port.columns),
            PortSource::Fragment { distribution, .. } => {
                (PortKind::Frames(distribution), port.columns)
            }
        });
        let parts = Parts {
            task: opened.task,
            ports: ports.collect(),
            plan: Some(plan),
            memory: operator.memory.clone(),
            input_activity: operator.input_activity.clone(),
            processing_time: operator.processing_time.clone(),
            fired_timers: Arc::clone(&operator.fired_timers),
            distribution: opened.distribution,
        };
        Ok(Handle::open(parts, &operator.task)?)
    })
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
        unsafe { Handle::with(handle, |fragment| fragment.grow(port, buffer, min_bytes)) }?;
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
    active_millis: jlong,
) {
    guarded(env, |_| {
        let step = |fragment: &mut crate::fragment::Fragment| {
            fragment.timer(now_millis, active_millis);
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

/// `NativeEngine.snapshotBegin`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_snapshotBegin<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
    checkpoint_id: jlong,
) -> jlong {
    guarded(env, |_| {
        log::debug!("a view of the state for checkpoint {checkpoint_id}");
        // SAFETY: FragmentHandle keeps the handle open and is used by the task thread alone.
        let snapshot = unsafe { Handle::with(handle, |fragment| Ok(fragment.task().snapshot())) }?;
        Ok(Box::into_raw(Box::new(snapshot)) as jlong)
    })
}

/// `NativeEngine.snapshotWrite`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_snapshotWrite<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    snapshot: jlong,
    key_group: jint,
    target: JByteArray<'local>,
) -> jint {
    guarded(env, |env| {
        // SAFETY: the address came from snapshotBegin and the Java side releases it once, after its
        // last use; the snapshot may be shared between threads.
        let snapshot = unsafe { &*(snapshot as *const FragmentSnapshot) };
        let group = self::key_group(key_group)?;
        let mut chunk = vec![0; target.len(env)?];
        let written = snapshot.write(group, &mut chunk);
        let signed: Vec<i8> = chunk[..written].iter().map(|byte| byte.cast_signed()).collect();
        target.set_region(env, 0, &signed)?;
        Ok(jint::try_from(written).map_err(|_| protocol(format!("{written} bytes")))?)
    })
}

/// `NativeEngine.snapshotRelease`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_snapshotRelease<
    'local,
>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    snapshot: jlong,
) {
    guarded(env, |_| {
        // SAFETY: the address came from snapshotBegin and the Java side releases it once.
        drop(unsafe { Box::from_raw(snapshot as *mut FragmentSnapshot) });
        Ok::<(), NativeError>(())
    });
}

/// `NativeEngine.restore`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeEngine_restore<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    handle: jlong,
    key_group: jint,
    source: JByteArray<'local>,
    length: jint,
    last: jboolean,
) {
    guarded(env, |env| {
        let group = self::key_group(key_group)?;
        let mut bytes = env.convert_byte_array(&source)?;
        bytes.truncate(index("length", length.into())?);
        // SAFETY: FragmentHandle keeps the handle open and is used by the task thread alone.
        unsafe { Handle::with(handle, |fragment| fragment.restore(group, &bytes, last)) }?;
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
