//! Compiles a workspace, and returns the compiler's errors and the programs.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::command::{self, package_name};
use super::diagnostic::{Cause, Diagnostic};
use super::missed_changes::{Compilation, CompilationRecords, SourceSnapshot};
use super::request::BuildRequest;
use crate::error::{Exit, Result};
use crate::files::source_files;
use crate::project::Project;

/// The result of compiling a workspace.
pub struct CompiledWorkspace {
    pub errors: Vec<Diagnostic>,
    /// The programs, by the folder of the package.
    pub programs: BTreeMap<PathBuf, PathBuf>,
    /// The reason why cargo failed. `None` if it did not fail.
    pub failure: Option<String>,
    /// The packages from outside of the workspace that may have prevented the build of a program,
    /// each with a reason such as "does not compile".
    pub broken: BTreeMap<String, String>,
}

/// Compiles all packages of a workspace, even after one of them has failed. `own` is a project that
/// uses the same folder for cargo's intermediate files, so that libraries are not compiled again.
/// Fails if the disk is full or the compiler was killed, because no code is the reason then.
pub fn compile(request: &BuildRequest, own: &Project) -> Result<CompiledWorkspace> {
    let mut arguments = ["--workspace", "--keep-going", "--message-format=json"]
        .map(str::to_owned)
        .to_vec();
    arguments.extend(request.profile.arguments(request.project));
    let sources = source_files(request.project.root()).into_iter().collect();
    let before = SourceSnapshot::take(request, &sources);
    let output = command::run_in_build_folder(request, "build", &arguments, &mut |_| {})?;
    let mut records = CompilationRecords::load(own);
    records.update(&Compilation::collect(request, &before, &output));
    records.save();
    let failure = (!output.status.success()).then(|| output.failure());
    let failure = match failure {
        Some(error) if error.exit == Exit::Files => return Err(error),
        failure => failure.map(|error| error.to_string()),
    };
    let mut broken = BTreeMap::new();
    if output.errors().any(|error| error.cause == Cause::Linking) {
        for script in &output.scripts {
            let libraries: Vec<_> = script.system_libraries().collect();
            if !libraries.is_empty() {
                let names = libraries.join(", ");
                let why = format!("links {names}, which this system may lack");
                broken.insert(script.package().to_owned(), why);
            }
        }
    }
    for error in output.errors() {
        if !error.package_id.starts_with("path+file:") {
            let why = format!("does not compile: {}", error.text);
            let package = package_name(&error.package_id).to_owned();
            broken.entry(package).or_insert(why);
        }
    }
    let programs = output.artifacts.iter().filter_map(|artifact| {
        let program = artifact.executable.clone()?;
        Some((artifact.folder().to_owned(), program))
    });
    Ok(CompiledWorkspace {
        programs: programs.collect(),
        failure,
        broken,
        errors: output.into_errors(),
    })
}
