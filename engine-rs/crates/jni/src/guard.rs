//! The one guard at the boundary: every native method runs inside [`guarded`]. An error becomes the
//! Java exception that it stands for, a panic becomes an exception too, and nothing unwinds into the
//! JVM.

use std::any::Any;
use std::cell::RefCell;

use jni::errors::ErrorPolicy;
use jni::objects::{JObject, JThrowable};
use jni::refs::Global;
use jni::sys::jvalue;
use jni::{Env, EnvUnowned, jni_str};
use sf_runtime::{EngineError, ErrorClass};
use thiserror::Error;

use crate::java::Java;

/// What can go wrong in a native method.
#[derive(Debug, Error)]
pub(crate) enum NativeError {
    /// The engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A call into the JVM failed; a Java exception may be pending.
    #[error(transparent)]
    Jvm(#[from] jni::errors::Error),
    /// The library does not fit the Java classes that loaded it.
    #[error("{0}")]
    Linkage(String),
}

/// An exception as `NativeErrors.create` takes it.
struct Report<'a> {
    class: i32,
    code: &'a str,
    java_class: Option<&'a str>,
    message: Option<&'a str>,
}

thread_local! {
    /// Place and message of this thread's last panic, kept by the hook for the guard.
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes panics quiet and remembers where they happened.
pub(crate) fn install_panic_hook() {
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        LAST_PANIC.with(|last| *last.borrow_mut() = Some(text));
    }));
}

/// Runs the body of a native method.
pub(crate) fn guarded<'local, T, F>(mut env: EnvUnowned<'local>, body: F) -> T
where
    T: Default + 'local,
    F: FnOnce(&mut Env<'local>) -> Result<T, NativeError>,
{
    env.with_env(body).resolve::<Throw>()
}

/// Throws what the body failed with.
struct Throw;

impl<T: Default> ErrorPolicy<T, NativeError> for Throw {
    type Captures<'unowned_env_local: 'native_method, 'native_method> = ();

    fn on_error<'unowned_env_local: 'native_method, 'native_method>(
        env: &mut Env<'unowned_env_local>,
        _captures: &mut (),
        error: NativeError,
    ) -> jni::errors::Result<T> {
        if !env.exception_check() {
            throw(env, &error);
        }
        Ok(T::default())
    }

    fn on_panic<'unowned_env_local: 'native_method, 'native_method>(
        env: &mut Env<'unowned_env_local>,
        _captures: &mut (),
        payload: Box<dyn Any + Send + 'static>,
    ) -> jni::errors::Result<T> {
        // Dropping a payload can run code that panics again.
        std::mem::forget(payload);
        let text = LAST_PANIC.with(|last| last.borrow_mut().take());
        let text = text.unwrap_or_else(|| "the engine panicked".to_owned());
        let report = Report {
            class: class_code(ErrorClass::Internal),
            code: "PANIC",
            java_class: None,
            message: Some(&text),
        };
        throw_report(env, &report);
        Ok(T::default())
    }
}

fn throw(env: &mut Env<'_>, error: &NativeError) {
    match error {
        NativeError::Engine(EngineError::Host(failure)) => {
            if let Some(throwable) = failure.throwable().downcast_ref::<HostThrowable>() {
                // The exception is pending now; `throw` reports that as an error.
                let _ = env.throw(&throwable.0);
                return;
            }
            let text = failure.to_string();
            throw_engine_error(env, error, Some(&text), None);
        }
        NativeError::Engine(EngineError::User { java_class, message }) => {
            throw_engine_error(env, error, message.as_deref(), Some(java_class));
        }
        NativeError::Engine(engine) => {
            let text = engine.to_string();
            throw_engine_error(env, error, Some(&text), None);
        }
        NativeError::Jvm(jvm) => {
            let text = jvm.to_string();
            let report = Report {
                class: class_code(ErrorClass::Internal),
                code: "JVM",
                java_class: None,
                message: Some(&text),
            };
            throw_report(env, &report);
        }
        NativeError::Linkage(text) => throw_linkage(env, text),
    }
}

fn throw_engine_error(
    env: &mut Env<'_>,
    error: &NativeError,
    message: Option<&str>,
    java_class: Option<&str>,
) {
    let NativeError::Engine(engine) = error else { return };
    let code = engine.code();
    let report = Report { class: class_code(code.class()), code: code.name(), java_class, message };
    throw_report(env, &report);
}

/// The code of an error class in Java's `NativeEngineException.ErrorClass`.
fn class_code(class: ErrorClass) -> i32 {
    match class {
        ErrorClass::User => 1,
        ErrorClass::Unsupported => 2,
        ErrorClass::Resource => 3,
        ErrorClass::Internal => 4,
    }
}

fn throw_report(env: &mut Env<'_>, report: &Report<'_>) {
    if let Err(error) = try_throw_report(env, report)
        && !env.exception_check()
    {
        let text = format!("{}: {:?} ({error})", report.code, report.message);
        throw_linkage(env, &text);
    }
}

fn try_throw_report(env: &mut Env<'_>, report: &Report<'_>) -> Result<(), NativeError> {
    let java = Java::get()?;
    let code = env.new_string(report.code)?;
    let java_class = optional_string(env, report.java_class)?;
    let message = optional_string(env, report.message)?;
    let arguments = [
        jvalue { i: report.class },
        jvalue { l: code.as_raw() },
        jvalue { l: java_class.as_raw() },
        jvalue { l: message.as_raw() },
    ];
    let throwable = java.create_exception(env, &arguments)?;
    // The exception is pending now; `throw` reports that as an error.
    let _ = env.throw(&throwable);
    Ok(())
}

fn optional_string<'local>(
    env: &mut Env<'local>,
    text: Option<&str>,
) -> Result<JObject<'local>, NativeError> {
    Ok(match text {
        Some(text) => env.new_string(text)?.into(),
        None => JObject::null(),
    })
}

/// Throws when our own Java classes cannot be used.
pub(crate) fn throw_linkage(env: &mut Env<'_>, text: &str) {
    let message = jni::strings::JNIString::new(text);
    // The exception is pending now; `throw_new` reports that as an error.
    let _ = env.throw_new(jni_str!("java/lang/LinkageError"), message);
}

/// A Java exception on its way through the engine.
pub(crate) struct HostThrowable(pub(crate) Global<JThrowable<'static>>);
