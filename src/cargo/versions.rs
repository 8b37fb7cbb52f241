//! Calls of cargo that do not build anything.

use super::command;
use super::request::BuildRequest;
use crate::error::{CliError, Result};

/// Completes the Cargo.lock of the project: keeps the versions that are needed, removes the others,
/// and chooses missing versions. Returns an error if cargo finds no suitable versions.
pub fn choose_versions(request: &BuildRequest) -> Result<Option<CliError>> {
    let arguments = ["--workspace", "--quiet"].map(str::to_owned);
    let output = command::run(request, "update", &arguments, &mut |_| {})?;
    if output.status.success() {
        return Ok(None);
    }
    Ok(Some(output.failure()))
}

/// The error of cargo when it cannot read the manifests of the workspace.
pub struct ManifestError {
    /// The whole error. It names the manifests.
    pub text: String,
    /// The line with the cause.
    pub reason: String,
}

/// Lets cargo read the manifests of the workspace, without running code of the workspace and
/// without network requests. Returns `None` if cargo can read them.
pub fn manifest_error(request: &BuildRequest) -> Result<Option<ManifestError>> {
    let arguments = ["--no-deps", "--offline", "--format-version=1", "--quiet"].map(str::to_owned);
    let output = command::run(request, "metadata", &arguments, &mut |_| {})?;
    if output.status.success() {
        return Ok(None);
    }
    let text = output.error_text();
    // The cause with its place is in the first line, or else in the last line, below the list of
    // manifests that led to it.
    let first = text
        .lines()
        .find_map(|line| line.strip_prefix("error: "))
        .filter(|line| !line.starts_with("failed to "));
    let last = text
        .lines()
        .rev()
        .map(str::trim)
        .find(|line| !line.is_empty());
    let reason = first.or(last).unwrap_or_default();
    Ok(Some(ManifestError {
        reason: reason.to_owned(),
        text,
    }))
}
