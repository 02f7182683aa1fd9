//! Host calls: columns go up as Arrow C Data, results come back the same way. Whoever consumes an
//! array allocates its structs; each side releases through the producer's callback.

use std::sync::Arc;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::{Array, ArrayRef, StructArray, make_array, new_empty_array};
use arrow_schema::{DataType, Field, Fields};
use jni::objects::JObject;
use jni::refs::Global;
use jni::{Env, JavaVM};
use sf_contract::LogicalType;
use sf_runtime::{EngineError, ErrorCode, HostCallHandler, HostCallResult, HostFailure};

use crate::guard::{HostThrowable, NativeError};
use crate::java::Java;

/// The Java side of a fragment.
pub(crate) struct JavaHost {
    callbacks: Global<JObject<'static>>,
}

impl JavaHost {
    pub(crate) fn new(callbacks: Global<JObject<'static>>) -> Self {
        Self { callbacks }
    }
}

impl HostCallHandler for JavaHost {
    fn call(
        &self,
        call_id: u32,
        arguments: &[ArrayRef],
        argument_types: &[LogicalType],
        rows: usize,
        result_type: &LogicalType,
    ) -> Result<HostCallResult, EngineError> {
        let id = i32::try_from(call_id)
            .map_err(|_| EngineError::defect(format!("host call {call_id}")))?;
        let (mut array_in, mut schema_in) = export(arguments, argument_types, rows)?;
        let mut array_out = FFI_ArrowArray::empty();
        let mut schema_out = FFI_ArrowSchema::empty();
        let addresses = [
            &raw mut array_in as i64,
            &raw mut schema_in as i64,
            &raw mut array_out as i64,
            &raw mut schema_out as i64,
        ];
        let called = JavaVM::singleton()
            .map_err(NativeError::from)
            .and_then(|vm| vm.attach_current_thread(|env| self.upcall(env, id, addresses)));
        let failure = called.map_err(|error| match error {
            NativeError::Engine(engine) => engine,
            other => EngineError::defect(format!("host call {call_id}: {other}")),
        })?;
        let values = import(array_out, &schema_out, call_id, result_type)?;
        match failure {
            None if values.len() != rows => Err(EngineError::defect(format!(
                "host call {call_id} gave {} results for {rows} rows",
                values.len()
            ))),
            failure => Ok(HostCallResult { values, failure }),
        }
    }
}

impl JavaHost {
    /// Calls the host; a Java exception is the failure of the row after the last result.
    fn upcall(
        &self,
        env: &mut Env<'_>,
        id: i32,
        addresses: [i64; 4],
    ) -> Result<Option<EngineError>, NativeError> {
        let java = Java::get()?;
        match java.call_host(env, &self.callbacks, id, addresses) {
            Ok(()) => Ok(None),
            Err(error) => {
                let Some(throwable) = env.exception_occurred() else {
                    return Err(error.into());
                };
                env.exception_clear();
                let throwable = env.new_global_ref(throwable)?;
                let failure = HostFailure::new(
                    format!("host call {id} failed"),
                    Arc::new(HostThrowable(throwable)),
                );
                Ok(Some(EngineError::Host(failure)))
            }
        }
    }
}

/// The arguments as one struct array.
fn export(
    arguments: &[ArrayRef],
    types: &[LogicalType],
    rows: usize,
) -> Result<(FFI_ArrowArray, FFI_ArrowSchema), EngineError> {
    let fields: Fields = types
        .iter()
        .enumerate()
        .map(|(index, logical)| Field::new(format!("f{index}"), logical.to_arrow(), true))
        .collect();
    let columns = StructArray::try_new_with_length(fields, arguments.to_vec(), None, rows)?;
    let data = columns.into_data();
    let schema = FFI_ArrowSchema::try_from(data.data_type())?;
    Ok((FFI_ArrowArray::new(&data), schema))
}

/// The results; none if the host exported nothing.
fn import(
    array: FFI_ArrowArray,
    schema: &FFI_ArrowSchema,
    call_id: u32,
    result_type: &LogicalType,
) -> Result<ArrayRef, EngineError> {
    let expected = result_type.to_arrow();
    if array.is_released() {
        return Ok(new_empty_array(&expected));
    }
    let actual = DataType::try_from(schema)?;
    if !same_layout(&actual, &expected) {
        return Err(EngineError::new(
            ErrorCode::TypeMismatch,
            format!("host call {call_id} gave {actual}, not {expected}"),
        ));
    }
    // SAFETY: the array was exported by the Java library for Arrow under the schema that was just
    // compared with the expected type; ownership moves here and ends with the producer's callback.
    let mut data = unsafe { from_ffi_and_data_type(array, expected) }?;
    // Java aligns to 8 bytes, a decimal needs 16.
    data.align_buffers();
    data.validate_full()?;
    Ok(make_array(data))
}

/// Whether two types lie alike in memory: names and nullability of fields do not count.
fn same_layout(left: &DataType, right: &DataType) -> bool {
    let alike = |left: &Fields, right: &Fields| {
        left.len() == right.len()
            && std::iter::zip(left, right)
                .all(|(left, right)| same_layout(left.data_type(), right.data_type()))
    };
    match (left, right) {
        (DataType::Struct(left), DataType::Struct(right)) => alike(left, right),
        // Java's library has a type of its own for maps, of the layout of a list of pairs.
        (DataType::List(left) | DataType::Map(left, _), DataType::List(right)) => {
            same_layout(left.data_type(), right.data_type())
        }
        _ => left == right,
    }
}
