//! Chooses the versions of libraries without building them.

use super::command;
use super::request::{BuildFailure, BuildRequest};
use crate::error::Result;

/// Completes the Cargo.lock of the project: what it has and is needed stays, what nobody needs
/// is removed, and the rest is chosen. Returns the reason if cargo finds no versions.
pub fn choose_versions(request: &BuildRequest) -> Result<Option<BuildFailure>> {
    let arguments = ["--workspace", "--quiet"].map(str::to_owned);
    let output = command::run_anywhere(request, "update", &arguments, &mut |_| {})?;
    if output.status.success() {
        return Ok(None);
    }
    Ok(Some(output.failure()))
}
