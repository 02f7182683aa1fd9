//! Exports for the Java class `NativeTesting`, which is not shipped: a panic and an error on purpose,
//! and a fragment without operators, so that row edges are tested and measured alone. And the clock that
//! parity's class `StateClock` sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jni::EnvUnowned;
use jni::objects::{JByteArray, JClass};
use jni::sys::jlong;
use prost::Message;
use sf_contract::substrait_proto::{NamedStruct, Type};
use sf_contract::{LogicalType, TypeContext};
use sf_runtime::encode::Distribution;
use sf_runtime::{
    Clock, EngineError, ErrorCode, FragmentMemory, FragmentTask, InputActivityClock, InputPort,
    ProcessingClock, SystemClock,
};

use crate::exports::task_context;
use crate::fragment::{Handle, Parts, PortKind};
use crate::guard::{NativeError, guarded};
use crate::logging;

/// Under which anchor the test's schema declares MULTISET.
const MULTISET_ANCHOR: u32 = 1;

const NOT_SET: i64 = i64::MIN;
static NOW_MILLIS: AtomicI64 = AtomicI64::new(NOT_SET);

/// The machine's clock until a test sets another time, for all fragments of the process.
pub(crate) struct TestClock;

impl Clock for TestClock {
    fn now_millis(&self) -> i64 {
        match NOW_MILLIS.load(Ordering::Relaxed) {
            NOT_SET => SystemClock.now_millis(),
            now => now,
        }
    }
}

/// `StateClock.set`: the time in epoch milliseconds by which state expires.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_parity_fuzz_StateClock_set<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    now_millis: jlong,
) {
    guarded(env, |_| -> Result<(), NativeError> {
        NOW_MILLIS.store(now_millis, Ordering::Relaxed);
        Ok(())
    });
}

/// `NativeTesting.panic`
#[unsafe(no_mangle)]
#[allow(clippy::panic, reason = "shows that a panic becomes a Java exception")]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeTesting_panic<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
) {
    guarded(env, |_| -> Result<(), NativeError> { panic!("panic on purpose") });
}

/// `NativeTesting.memoryError`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeTesting_memoryError<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
) {
    guarded(env, |_| -> Result<(), NativeError> {
        Err(EngineError::Memory {
            operator: "s0/test-1".into(),
            requested_bytes: 2,
            limit_bytes: 1,
            option: "streamfusion.memory.unmanaged-size",
        }
        .into())
    });
}

/// `NativeTesting.userError`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeTesting_userError<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
) {
    guarded(env, |_| -> Result<(), NativeError> {
        Err(EngineError::User {
            java_class: "java.lang.ArithmeticException",
            message: Some("/ by zero".into()),
        }
        .into())
    });
}

/// `NativeTesting.log`
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeTesting_log<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
) {
    guarded(env, |env| -> Result<(), NativeError> {
        logging::follow(env)?;
        log::warn!("a line from the engine");
        log::debug!("a detail from the engine");
        Ok(())
    });
}

/// `NativeTesting.openIdentity`: a fragment that hands out the rows that it takes.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_jni_NativeTesting_openIdentity<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    schema: JByteArray<'local>,
    context: JByteArray<'local>,
    frames: jni::sys::jboolean,
) -> jlong {
    guarded(env, |env| {
        let columns = columns(&env.convert_byte_array(&schema)?)?;
        let context = task_context(&env.convert_byte_array(&context)?)?;
        let kind = if frames { PortKind::Frames(Distribution::Forward) } else { PortKind::Rows };
        let ports = vec![InputPort { consumer: None }];
        let task = FragmentTask::try_new(Vec::new(), ports, Arc::default())?;
        let parts = Parts {
            task,
            ports: vec![(kind, columns)],
            plan: None,
            memory: FragmentMemory::new(&context),
            input_activity: InputActivityClock::default(),
            processing_time: ProcessingClock::default(),
            fired_timers: Arc::default(),
            distribution: Distribution::Forward,
        };
        Ok(Handle::open(parts, &context)?)
    })
}

fn columns(schema: &[u8]) -> Result<Vec<LogicalType>, EngineError> {
    let malformed = |text: String| EngineError::new(ErrorCode::PlanMalformed, text);
    let schema = NamedStruct::decode(schema).map_err(|error| malformed(error.to_string()))?;
    let context = TypeContext { multiset_anchor: Some(MULTISET_ANCHOR) };
    let types: Vec<Type> = schema.r#struct.map(|columns| columns.types).unwrap_or_default();
    types
        .iter()
        .map(|proto| LogicalType::from_substrait(proto, &context))
        .collect::<Result<_, _>>()
        .map_err(|error| malformed(error.to_string()))
}
