//! Calls that occur more than once in the expressions of an operator.
//!
//! ```text
//! CASE WHEN LOWER(x) = 'a' THEN 1 WHEN LOWER(x) = 'b' THEN 2 END
//!      every row comes here            only some rows come here
//! ```
//!
//! LOWER(x) is evaluated on every row anyway, so its result can serve all of its places. A call to
//! which only some rows come in every place is not found here: computed for all rows it might fail
//! where Flink never evaluates it.

use datafusion::logical_expr::Expr;

use crate::expression::{Operation, TypedCall};

/// A call and where it occurs.
struct Occurrence<'a> {
    call: &'a Expr,
    count: usize,
    /// Whether every row comes to one of its places.
    on_every_row: bool,
}

/// Kernel calls that are worth a column of their own, in the order in which they are evaluated. None of
/// them lies only inside of another.
pub(crate) fn repeated_calls(expressions: &[Expr]) -> Vec<&Expr> {
    let mut occurrences = Vec::new();
    for expression in expressions {
        count(expression, true, &mut occurrences);
    }
    occurrences.retain(|occurrence| occurrence.count > 1 && occurrence.on_every_row);
    let mut chosen = Vec::new();
    for expression in expressions {
        choose(expression, &occurrences, &mut chosen);
    }
    chosen
}

fn count<'a>(expression: &'a Expr, on_every_row: bool, found: &mut Vec<Occurrence<'a>>) {
    let Some((call, arguments)) = evaluated_here(expression) else {
        return;
    };
    if matches!(call.operation(), Operation::Kernel(_)) && reads_columns_only(expression) {
        match found.iter_mut().find(|occurrence| occurrence.call == expression) {
            Some(known) => {
                known.count += 1;
                known.on_every_row |= on_every_row;
            }
            None => found.push(Occurrence { call: expression, count: 1, on_every_row }),
        }
    }
    let branches = matches!(call.operation(), Operation::And | Operation::Or | Operation::Case);
    for (index, argument) in arguments.iter().enumerate() {
        count(argument, on_every_row && (index == 0 || !branches), found);
    }
}

fn choose<'a>(expression: &'a Expr, repeated: &[Occurrence<'a>], chosen: &mut Vec<&'a Expr>) {
    if repeated.iter().any(|occurrence| occurrence.call == expression) {
        if !chosen.contains(&expression) {
            chosen.push(expression);
        }
        return;
    }
    if let Some((_, arguments)) = evaluated_here(expression) {
        for argument in arguments {
            choose(argument, repeated, chosen);
        }
    }
}

/// The call and its arguments. Those of a host call are evaluated apart.
fn evaluated_here(expression: &Expr) -> Option<(&TypedCall, &[Expr])> {
    TypedCall::of(expression)
        .filter(|(call, _)| !matches!(call.operation(), Operation::HostCall { .. }))
}

/// Whether the call depends on some column and calls no host: a host call has a column already.
fn reads_columns_only(expression: &Expr) -> bool {
    fn visit(expression: &Expr, columns: &mut usize) -> bool {
        match TypedCall::of(expression) {
            None => {
                *columns += 1;
                true
            }
            Some((call, arguments)) => {
                !matches!(call.operation(), Operation::HostCall { .. })
                    && arguments.iter().all(|argument| visit(argument, columns))
            }
        }
    }
    let mut columns = 0;
    visit(expression, &mut columns) && columns > 0
}
