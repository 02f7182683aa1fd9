use std::sync::Arc;

use arrow_array::{ArrayRef, new_empty_array};
use arrow_select::concat::concat;
use sf_contract::LogicalType;
use sf_faults::{Fault, is_on};
use sf_runtime::{EngineError, HostCallHandler, HostCallSite};

use super::{Columns, ExpressionSet, Failure, Rows};

/// The host calls of one step.
pub(crate) struct HostCalls {
    sites: Vec<Site>,
    host: Arc<dyn HostCallHandler>,
}

struct Site {
    call_id: u32,
    arguments: ExpressionSet,
    argument_types: Vec<LogicalType>,
    result: LogicalType,
    first_use: usize,
}

/// Results of the host calls of a step.
pub(crate) struct HostResults {
    /// One column per call. A call after a failure has as many rows as there were before it.
    pub(crate) values: Vec<ArrayRef>,
    /// The first row on which a call or its arguments failed.
    pub(crate) failure: Option<HostCallFailure>,
}

/// A row on which a host call failed.
pub(crate) struct HostCallFailure {
    pub(crate) failure: Failure,
    /// The first expression that uses the call's result: those before it come first on the row.
    pub(crate) first_use: usize,
}

impl HostResults {
    /// How many rows have results of every call.
    pub(crate) fn limit(&self, rows: usize) -> usize {
        self.failure.as_ref().map_or(rows, |failure| failure.failure.row)
    }
}

impl HostCalls {
    /// Prepares calls over `input` columns.
    pub(crate) fn try_new(
        sites: &[HostCallSite],
        input: &[LogicalType],
        host: &Arc<dyn HostCallHandler>,
    ) -> Result<Self, EngineError> {
        let mut prepared = Vec::with_capacity(sites.len());
        for site in sites {
            prepared.push(Site {
                call_id: site.call_id,
                arguments: ExpressionSet::try_new(&site.arguments, input, &[])?,
                argument_types: site
                    .arguments
                    .iter()
                    .map(|argument| argument.logical_type.clone())
                    .collect(),
                result: site.result.clone(),
                first_use: site.first_use,
            });
        }
        Ok(Self { sites: prepared, host: Arc::clone(host) })
    }

    /// Types of the results, in order.
    pub(crate) fn result_types(sites: &[HostCallSite]) -> Vec<LogicalType> {
        sites.iter().map(|site| site.result.clone()).collect()
    }

    /// Makes every call once. After a failing row, later calls see only the rows before it.
    pub(crate) fn run(&self, batch: &[ArrayRef], rows: &Rows) -> Result<HostResults, EngineError> {
        let mut results =
            HostResults { values: Vec::with_capacity(self.sites.len()), failure: None };
        for site in &self.sites {
            let limit = results.limit(rows.len());
            let (values, failure) = self.call(site, batch, &rows.slice(0, limit))?;
            results.values.push(values);
            if let Some(failure) = failure {
                results.failure = Some(HostCallFailure { failure, first_use: site.first_use });
            }
        }
        Ok(results)
    }

    fn call(
        &self,
        site: &Site,
        batch: &[ArrayRef],
        rows: &Rows,
    ) -> Result<(ArrayRef, Option<Failure>), EngineError> {
        let arguments = site.arguments.evaluate(Columns::new(batch, &[]), rows)?;
        let count = arguments.failure.as_ref().map_or(rows.len(), |failure| failure.row);
        let arrow_type = site.result.to_arrow();
        if count == 0 {
            return Ok((new_empty_array(&arrow_type), arguments.failure));
        }
        let result = self.host.call(
            site.call_id,
            &arguments.values,
            &site.argument_types,
            count,
            &site.result,
        )?;
        let evaluated = result.values.len();
        let fits = if result.failure.is_some() { evaluated < count } else { evaluated == count };
        if !fits || result.values.data_type() != &arrow_type {
            return Err(EngineError::defect(format!(
                "host call {} gave {evaluated} rows of {} for {count} of {arrow_type}",
                site.call_id,
                result.values.data_type()
            )));
        }
        let failure = result.failure.map(|error| Failure { row: evaluated, error });
        let values = match is_on(Fault::ShiftedHostResults) && evaluated > 0 {
            true => concat(&[&result.values.slice(1, evaluated - 1), &result.values.slice(0, 1)])?,
            false => result.values,
        };
        Ok((values, failure.or(arguments.failure)))
    }
}
