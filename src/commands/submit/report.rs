//! Showing the result.

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::reporter::{self, SubmitResult, SubmitStatus};
use crate::site::Submission;
use crate::terminal;

/// Says what would be sent.
pub fn dry_run(app: &App, submission: &Submission, result: &mut SubmitResult) {
    let address = app.settings.base_url.at(&submission.path());
    let form = submission.form();
    let message = format!("would submit {}: POST {address} {form}", submission.answer);
    result.message = Some(message);
    result.status = SubmitStatus::DryRun;
}

/// Shows what the site said, before anything that comes after it.
pub fn show(app: &App, result: &mut SubmitResult) -> Result<(), CliError> {
    if !app.json {
        reporter::submitted(&mut app.console(), app.stdout, result)?;
        result.is_shown = true;
    }
    Ok(())
}

/// Shows the result. An error is also part of the JSON.
pub fn report(
    app: &App,
    mut result: SubmitResult,
    ended: Result<Exit, CliError>,
) -> Result<Exit, CliError> {
    let mut ended = ended.map_err(|error| {
        result.message = Some(format!("{:#}", error.source));
        if result.status == SubmitStatus::Failed && error.exit == Exit::Refused {
            result.status = SubmitStatus::Refused;
        }
        let puzzle = result.year.day(result.day);
        error.context(format!("{puzzle} part {}", result.part))
    });
    if app.json {
        terminal::json(&mut app.console(), &result)?;
    } else if ended.is_ok() && !result.is_shown {
        show(app, &mut result)?;
    }
    if app.cancel.is_cancelled() {
        match &mut ended {
            Ok(exit) => *exit = Exit::Interrupted,
            Err(error) => error.exit = Exit::Interrupted,
        }
    }
    ended
}
