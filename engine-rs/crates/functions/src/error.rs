use thiserror::Error;

use crate::FunctionCall;

/// A row on which Flink itself fails: the exception that its generated code would throw.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FunctionError {
    /// An error in user data, with Flink's exception class and message.
    #[error("{java_class}: {message}")]
    User {
        /// Ordinal of a failing row among the rows given.
        row: usize,
        /// Fully qualified class of the exception, such as `java.lang.ArithmeticException`.
        java_class: &'static str,
        /// The exception's message; None where Flink's has none.
        message: UserMessage,
    },
    /// The kernel is not exact on these values: the host's own code must evaluate the call instead.
    #[error("the host must evaluate this call: {reason}")]
    NeedsHost {
        /// What the kernel cannot do, such as "LOWER of text beyond ASCII".
        reason: String,
    },
    /// The kernel met what its factory should have refused: a defect of the engine.
    #[error("{0}")]
    Internal(String),
}

/// Message of a user error; an exception can come without one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserMessage(pub Option<String>);

impl std::fmt::Display for UserMessage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0.as_deref().unwrap_or("(no message)"))
    }
}

impl FunctionError {
    /// A user error with a message.
    pub fn user(row: usize, java_class: &'static str, message: impl Into<String>) -> Self {
        Self::User { row, java_class, message: UserMessage(Some(message.into())) }
    }

    /// `java.lang.ArithmeticException` with a message, the most frequent user error.
    pub fn arithmetic(row: usize, message: impl Into<String>) -> Self {
        Self::user(row, "java.lang.ArithmeticException", message)
    }
}

/// Why there is no kernel for a call. The planner asks the same registry through the dialect, so a
/// plan that reaches the engine with such a call was not made for it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unsupported {
    /// No function of this family and name.
    #[error("there is no function {name} in functions_flink_{family}")]
    UnknownFunction {
        /// The family.
        family: String,
        /// The name.
        name: String,
    },
    /// The function has no kernel for these argument types, this result type, a literal or an option.
    #[error("{name} has no kernel for {reason}")]
    Signature {
        /// The name.
        name: String,
        /// What is not supported.
        reason: String,
    },
}

impl Unsupported {
    /// The call's types, literals or options have no kernel.
    pub(crate) fn signature(call: &FunctionCall<'_>) -> Self {
        let arguments: Vec<String> = call
            .arguments
            .iter()
            .enumerate()
            .map(|(i, logical)| match call.literals.get(i).and_then(Option::as_ref) {
                Some(literal) => format!("{:?} {literal}", logical.kind),
                None => format!("{:?}", logical.kind),
            })
            .collect();
        Self::Signature {
            name: call.name.into(),
            reason: format!("({}) -> {:?}", arguments.join(", "), call.output.kind),
        }
    }
}
