//! The exports for the Java classes `FaultSwitch`, one of parity's and one of the runtime's tests: in no
//! library but the one that `bin/build-mutants.sh` builds.

use jni::EnvUnowned;
use jni::objects::{JByteArray, JClass};
use jni::sys::jboolean;

use crate::guard::{NativeError, guarded};

/// `FaultSwitch.on`: switches one fault on, by the UTF-8 of its name, and all others off.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_parity_mutants_FaultSwitch_on<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    name: JByteArray<'local>,
) -> jboolean {
    switch_on(env, &name)
}

/// The same for tests of what no SQL operator has yet.
#[unsafe(no_mangle)]
pub extern "system" fn Java_io_streamfusion_flink_runtime_testing_FaultSwitch_on<'local>(
    env: EnvUnowned<'local>,
    _class: JClass<'local>,
    name: JByteArray<'local>,
) -> jboolean {
    switch_on(env, &name)
}

fn switch_on(env: EnvUnowned<'_>, name: &JByteArray<'_>) -> jboolean {
    guarded(env, |env| {
        let name = env.convert_byte_array(name)?;
        Ok::<_, NativeError>(sf_faults::switch_on(&String::from_utf8_lossy(&name)))
    })
}
