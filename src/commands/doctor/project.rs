//! The repository: its years, and whether their library fits this `aoc`.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use aoc_solution::protocol::VERSION as OWN_PROTOCOL;

use super::problems::Problems;
use crate::app::App;
use crate::error::{CliError, HasExit};
use crate::project::{self as repository, Library, Project};
use crate::reporter::{LibraryReport, LibraryStatus, ProblemKind, ProjectReport, YearReport};

/// `None` outside of a project, which is not a problem.
pub fn check(app: &App, problems: &mut Problems, notes: &mut Vec<String>) -> Option<ProjectReport> {
    let project = match app.project() {
        Ok(project) => project,
        Err(error) => {
            notes.push(error.to_string());
            return None;
        }
    };
    let days = project.days().unwrap_or_else(|error| {
        let kind = super::problems::kind(error.exit());
        problems.push(kind, format!("{:#}", CliError::from(error).source), None);
        BTreeMap::new()
    });
    let years = days
        .iter()
        .map(|(year, days)| YearReport {
            year: *year,
            days: days.len(),
        })
        .collect();
    notes.extend(app.all_misnamed());
    let years_with_days: Vec<_> = days.keys().copied().collect();
    let libraries = project
        .libraries(&years_with_days)
        .into_iter()
        .map(|library| report(app, project, library, problems, notes))
        .collect();
    Some(ProjectReport {
        root: project.root().to_owned(),
        years,
        libraries,
    })
}

fn report(
    app: &App,
    project: &Project,
    library: Library,
    problems: &mut Problems,
    notes: &mut Vec<String>,
) -> LibraryReport {
    let own_version = repository::own_library_version();
    let status = status(&library, &own_version);
    let folder = library.folder.map(|folder| app.shown(&folder));
    let shown = folder.clone().unwrap_or_default();
    let shown = shown.display();
    let is_vendored = folder
        .as_ref()
        .is_some_and(|folder| *folder == app.shown(&project.root().join(repository::LIBRARY)));
    let versions = format!(
        "the library in {shown} is {} (protocol {}), and this aoc has {own_version} (protocol \
         {OWN_PROTOCOL})",
        library
            .version
            .as_deref()
            .unwrap_or("of an unknown version"),
        library
            .protocol
            .map_or("unknown".to_owned(), |protocol| protocol.to_string())
    );
    match status {
        LibraryStatus::Different if is_vendored => notes.push(format!(
            "{shown} is not the library of this aoc: bring it up to date with `aoc init --update`"
        )),
        LibraryStatus::Different | LibraryStatus::Current | LibraryStatus::Unknown => {}
        LibraryStatus::Older => {
            let fix = if is_vendored {
                "aoc init --update".to_owned()
            } else {
                format!("update the library in {shown}")
            };
            problems.push(ProblemKind::Build, versions, Some(fix));
        }
        LibraryStatus::Newer => {
            problems.push(ProblemKind::Build, versions, Some("update aoc".to_owned()));
        }
        LibraryStatus::Missing => problems.push(
            ProblemKind::Build,
            format!("there is no library in {shown}, which the years need"),
            is_vendored.then(|| "aoc init".to_owned()),
        ),
    }
    LibraryReport {
        folder,
        version: library.version,
        protocol: library.protocol,
        own_version,
        own_protocol: OWN_PROTOCOL,
        status,
        years: library.years,
    }
}

fn status(library: &Library, own_version: &str) -> LibraryStatus {
    if library.folder.is_none() {
        return LibraryStatus::Unknown;
    }
    let Some(version) = &library.version else {
        return LibraryStatus::Missing;
    };
    // The protocol decides: versions may differ without it.
    let protocol = library.protocol.map(|found| found.cmp(&OWN_PROTOCOL));
    let by_version =
        repository::version_numbers(version).cmp(&repository::version_numbers(own_version));
    match protocol.unwrap_or(by_version).then(by_version) {
        Ordering::Less => LibraryStatus::Older,
        Ordering::Greater => LibraryStatus::Newer,
        Ordering::Equal if library.differs => LibraryStatus::Different,
        Ordering::Equal => LibraryStatus::Current,
    }
}
