use std::any::Any;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

/// Whose fault an error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorClass {
    /// The data: Flink itself fails on this row, with the exception given.
    User,
    /// The plan asks for something that this engine does not have.
    Unsupported,
    /// Memory or another resource is exhausted.
    Resource,
    /// A defect of the engine or of whoever made the plan.
    Internal,
}

/// What went wrong, as a stable code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorCode {
    /// A row on which Flink fails.
    UserData,
    /// The host failed while it evaluated a host call; its own exception is rethrown.
    HostCall,
    /// The plan is of a version this engine does not read.
    PlanVersion,
    /// A relation, or a field of one, that the engine does not have.
    Relation,
    /// An extension relation, enhancement or URN that the engine does not know.
    Extension,
    /// A function, signature, option or cast without a kernel.
    Function,
    /// An expression kind that the engine does not have.
    Expression,
    /// A type that the engine does not carry.
    Type,
    /// The plan nests deeper than the reader's limit.
    PlanDepth,
    /// A reservation was denied.
    Memory,
    /// The plan bytes cannot be decoded or contradict themselves.
    PlanMalformed,
    /// A kernel or operator yielded a type other than the plan's.
    TypeMismatch,
    /// The fragment was called against its protocol.
    Protocol,
    /// State bytes that do not fit the plan.
    State,
    /// Anything else that should not happen.
    Defect,
}

impl ErrorCode {
    /// The class of the code.
    pub fn class(self) -> ErrorClass {
        match self {
            Self::UserData | Self::HostCall => ErrorClass::User,
            Self::PlanVersion
            | Self::Relation
            | Self::Extension
            | Self::Function
            | Self::Expression
            | Self::Type
            | Self::PlanDepth => ErrorClass::Unsupported,
            Self::Memory => ErrorClass::Resource,
            Self::PlanMalformed
            | Self::TypeMismatch
            | Self::Protocol
            | Self::State
            | Self::Defect => ErrorClass::Internal,
        }
    }

    /// The code as it appears in messages and on the Java side.
    pub fn name(self) -> &'static str {
        match self {
            Self::UserData => "USER_DATA",
            Self::HostCall => "HOST_CALL",
            Self::PlanVersion => "PLAN_VERSION",
            Self::Relation => "RELATION",
            Self::Extension => "EXTENSION",
            Self::Function => "FUNCTION",
            Self::Expression => "EXPRESSION",
            Self::Type => "TYPE",
            Self::PlanDepth => "PLAN_DEPTH",
            Self::Memory => "MEMORY",
            Self::PlanMalformed => "PLAN_MALFORMED",
            Self::TypeMismatch => "TYPE_MISMATCH",
            Self::Protocol => "PROTOCOL",
            Self::State => "STATE",
            Self::Defect => "DEFECT",
        }
    }
}

/// An error of the engine.
#[derive(Debug, Clone, Error)]
pub enum EngineError {
    /// Flink's generated code would throw this exception.
    #[error("{java_class}: {}", message.as_deref().unwrap_or("(no message)"))]
    User {
        /// Fully qualified class of the exception.
        java_class: &'static str,
        /// Its message, None where Flink's has none.
        message: Option<String>,
    },
    /// The host's own exception, to be rethrown as it is.
    #[error("the host failed: {0}")]
    Host(HostFailure),
    /// A reservation was denied.
    #[error(
        "{operator} needs {requested_bytes} more bytes, but the fragment's {limit_bytes} bytes are in use; raise {option}"
    )]
    Memory {
        /// Which operator asked.
        operator: String,
        /// How much it asked for.
        requested_bytes: usize,
        /// The fragment's limit.
        limit_bytes: usize,
        /// The option to raise.
        option: &'static str,
    },
    /// Every other error.
    #[error("{message}")]
    Coded {
        /// The code; never `UserData`, `HostCall` or `Memory`.
        code: ErrorCode,
        /// What happened, where and, if there is one, the way out.
        message: String,
    },
}

impl EngineError {
    /// An error with a code.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::Coded { code, message: message.into() }
    }

    /// A defect of the engine.
    pub fn defect(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Defect, message)
    }

    /// The stable code.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::User { .. } => ErrorCode::UserData,
            Self::Host(_) => ErrorCode::HostCall,
            Self::Memory { .. } => ErrorCode::Memory,
            Self::Coded { code, .. } => *code,
        }
    }

    /// Whose fault it is.
    pub fn class(&self) -> ErrorClass {
        self.code().class()
    }
}

impl From<datafusion_common::DataFusionError> for EngineError {
    /// Unwraps our own error if an expression carried it out; everything else is a defect, because
    /// no plan of ours uses DataFusion's own failing expressions.
    fn from(error: datafusion_common::DataFusionError) -> Self {
        use datafusion_common::DataFusionError;
        match error {
            DataFusionError::External(inner) => match inner.downcast::<EngineError>() {
                Ok(own) => *own,
                Err(other) => Self::defect(other.to_string()),
            },
            DataFusionError::Context(_, inner) | DataFusionError::Diagnostic(_, inner) => {
                Self::from(*inner)
            }
            other => Self::defect(other.to_string()),
        }
    }
}

impl From<EngineError> for datafusion_common::DataFusionError {
    fn from(error: EngineError) -> Self {
        Self::External(Box::new(error))
    }
}

impl From<sf_state::StateError> for EngineError {
    fn from(error: sf_state::StateError) -> Self {
        Self::new(ErrorCode::State, error.to_string())
    }
}

impl From<arrow_schema::ArrowError> for EngineError {
    fn from(error: arrow_schema::ArrowError) -> Self {
        Self::defect(error.to_string())
    }
}

/// An exception of the host that travels through the engine untouched.
#[derive(Clone)]
pub struct HostFailure {
    description: String,
    throwable: Arc<dyn Any + Send + Sync>,
}

impl HostFailure {
    /// Wraps the host's exception object.
    pub fn new(description: impl Into<String>, throwable: Arc<dyn Any + Send + Sync>) -> Self {
        Self { description: description.into(), throwable }
    }

    /// The exception object, as the host handed it in.
    pub fn throwable(&self) -> &Arc<dyn Any + Send + Sync> {
        &self.throwable
    }
}

impl fmt::Display for HostFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.description)
    }
}

impl fmt::Debug for HostFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("HostFailure").field(&self.description).finish()
    }
}
