//! Classes and methods of the Java side. All of them are looked up when the library is loaded, so that
//! a jar that does not fit the library fails there and says what is missing.

use std::sync::OnceLock;

use jni::ids::{JMethodID, JStaticMethodID};
use jni::objects::{JClass, JObject, JThrowable};
use jni::refs::Global;
use jni::signature::{Primitive, ReturnType, RuntimeMethodSignature};
use jni::strings::JNIString;
use jni::sys::{JNI_ERR, JNI_VERSION_1_8, JavaVM, jint, jvalue};
use jni::{Env, EnvUnowned};

use crate::guard::{NativeError, install_panic_hook, throw_linkage};
use crate::logging;

const PACKAGE: &str = "io/streamfusion/flink/runtime/jni/";

static JAVA: OnceLock<Java> = OnceLock::new();

/// The Java side.
pub(crate) struct Java {
    errors: Global<JClass<'static>>,
    create: JStaticMethodID,
    log: Global<JClass<'static>>,
    write_log: JStaticMethodID,
    log_level: JStaticMethodID,
    /// Keeps the interface loaded, so that the method id stays valid.
    _callbacks: Global<JClass<'static>>,
    call: JMethodID,
}

impl Java {
    pub(crate) fn get() -> Result<&'static Java, NativeError> {
        JAVA.get().ok_or_else(|| NativeError::Linkage("the library was not initialized".into()))
    }

    fn look_up(env: &mut Env<'_>) -> Result<Self, NativeError> {
        let errors = class(env, "NativeErrors")?;
        let create = static_method(
            env,
            &errors,
            "create",
            "(ILjava/lang/String;Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Throwable;",
        )?;
        let log = class(env, "NativeLog")?;
        let write_log =
            static_method(env, &log, "log", "(ILjava/lang/String;Ljava/lang/String;)V")?;
        let log_level = static_method(env, &log, "level", "()I")?;
        let callbacks = class(env, "HostCallbacks")?;
        let call = env.get_method_id(
            &callbacks,
            JNIString::new("call"),
            signature("(IJJJJ)V")?.method_signature(),
        )?;
        Ok(Self { errors, create, log, write_log, log_level, _callbacks: callbacks, call })
    }

    pub(crate) fn create_exception<'local>(
        &self,
        env: &mut Env<'local>,
        arguments: &[jvalue; 4],
    ) -> Result<JThrowable<'local>, NativeError> {
        // SAFETY: the method id belongs to the class and takes an int and three objects; the objects
        // are live local references or null.
        let made = unsafe {
            env.call_static_method_unchecked(
                &self.errors,
                self.create,
                ReturnType::Object,
                arguments,
            )
        }?;
        Ok(env.cast_local::<JThrowable>(made.l()?)?)
    }

    pub(crate) fn write_log(
        &self,
        env: &mut Env<'_>,
        level: i32,
        target: &str,
        message: &str,
    ) -> Result<(), NativeError> {
        let target = env.new_string(target)?;
        let message = env.new_string(message)?;
        let arguments =
            [jvalue { i: level }, jvalue { l: target.as_raw() }, jvalue { l: message.as_raw() }];
        // SAFETY: the method id belongs to the class and takes an int and two strings.
        unsafe {
            env.call_static_method_unchecked(
                &self.log,
                self.write_log,
                ReturnType::Primitive(Primitive::Void),
                &arguments,
            )
        }?;
        Ok(())
    }

    /// The finest level that Flink's log writes of the engine.
    pub(crate) fn log_level(&self, env: &mut Env<'_>) -> Result<i32, NativeError> {
        // SAFETY: the method id belongs to the class and takes nothing.
        let level = unsafe {
            env.call_static_method_unchecked(
                &self.log,
                self.log_level,
                ReturnType::Primitive(Primitive::Int),
                &[],
            )
        }?;
        Ok(level.i()?)
    }

    /// Calls `HostCallbacks.call`; a Java exception is pending when this answers its error.
    pub(crate) fn call_host(
        &self,
        env: &mut Env<'_>,
        host: &JObject<'_>,
        id: i32,
        addresses: [i64; 4],
    ) -> jni::errors::Result<()> {
        let [array_in, schema_in, array_out, schema_out] = addresses;
        let arguments = [
            jvalue { i: id },
            jvalue { j: array_in },
            jvalue { j: schema_in },
            jvalue { j: array_out },
            jvalue { j: schema_out },
        ];
        // SAFETY: `host` was passed to `open` as a `HostCallbacks`, to which the method id belongs; the
        // arguments are an int and four longs, as its signature says.
        unsafe {
            env.call_method_unchecked(
                host,
                self.call,
                ReturnType::Primitive(Primitive::Void),
                &arguments,
            )
        }?;
        Ok(())
    }
}

fn class(env: &mut Env<'_>, name: &str) -> Result<Global<JClass<'static>>, NativeError> {
    let class = env.find_class(JNIString::new(format!("{PACKAGE}{name}")))?;
    Ok(env.new_global_ref(class)?)
}

fn signature(text: &str) -> Result<RuntimeMethodSignature, NativeError> {
    Ok(text.parse::<RuntimeMethodSignature>()?)
}

fn static_method(
    env: &mut Env<'_>,
    class: &Global<JClass<'static>>,
    name: &str,
    descriptor: &str,
) -> Result<JStaticMethodID, NativeError> {
    let signature = signature(descriptor)?;
    Ok(env.get_static_method_id(class, JNIString::new(name), signature.method_signature())?)
}

/// Called by the JVM when the library is loaded; a pending exception fails the load with its message.
#[unsafe(no_mangle)]
pub extern "system" fn JNI_OnLoad(vm: *mut JavaVM, _reserved: *mut std::ffi::c_void) -> jint {
    install_panic_hook();
    let mut raw_env = std::ptr::null_mut();
    // SAFETY: the JVM passes a valid pointer to its invocation interface, and this thread is attached
    // because it runs System.load.
    let status = unsafe { ((*(*vm)).v1_2.GetEnv)(vm, &raw mut raw_env, JNI_VERSION_1_8) };
    if status != jni::sys::JNI_OK {
        return JNI_ERR;
    }
    // SAFETY: GetEnv answered this thread's environment.
    let mut env = unsafe { EnvUnowned::from_raw(raw_env.cast()) };
    let outcome = env.with_env(|env| {
        let looked_up = Java::look_up(env);
        if let Err(error) = &looked_up
            && !env.exception_check()
        {
            throw_linkage(env, &format!("The native library does not fit the jar: {error}"));
        }
        let _ = JAVA.set(looked_up?);
        logging::install(env);
        Ok::<(), NativeError>(())
    });
    match outcome.into_outcome() {
        jni::Outcome::Ok(()) => JNI_VERSION_1_8,
        _ => JNI_ERR,
    }
}
