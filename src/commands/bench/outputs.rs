//! The files that `bench` writes beside what it prints. Whether they can be
//! written is looked at before anything is measured.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::args::FormatArgs;
use crate::app::App;
use crate::bench::BenchReport;
use crate::error::{CliError, Exit, HasExit};
use crate::files::{Readers, probe_file, replace};
use crate::project::ReadmeTable;
use crate::reporter::{BenchFormat, bench_html, bench_readme, bench_svg};

pub(super) struct Outputs {
    readme: Option<ReadmeTable>,
    svg: Option<PathBuf>,
    html: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum OutputsError {
    #[error("the folder {} does not exist: create it first", .0.display())]
    NoFolder(PathBuf),
    #[error("{} is not a regular file: give the path of a file, which may be new", .0.display())]
    NoFile(PathBuf),
    #[error("{first} and {second} would both write {}: give another name", path.display())]
    Same {
        first: &'static str,
        second: &'static str,
        path: PathBuf,
    },
    #[error("cannot write {}", path.display())]
    Write { path: PathBuf, source: io::Error },
}

impl HasExit for OutputsError {
    fn exit(&self) -> Exit {
        match self {
            Self::Same { .. } => Exit::Usage,
            Self::NoFolder(_) | Self::NoFile(_) | Self::Write { .. } => Exit::Files,
        }
    }
}

impl Outputs {
    /// What the flags ask for.
    pub(super) fn new(app: &App, args: &FormatArgs) -> Result<Self, CliError> {
        let absolute = |path: &PathBuf| app.environment.current_dir.join(path);
        let (svg, html) = (
            args.svg.as_ref().map(absolute),
            args.html.as_ref().map(absolute),
        );
        for path in [&svg, &html].into_iter().flatten() {
            check(path)?;
        }
        let root = app.project()?.root();
        let readme = args.readme.then(|| ReadmeTable::find(root)).transpose()?;
        differ([
            ("--readme", readme.as_ref().map(ReadmeTable::path)),
            ("--svg", svg.as_deref()),
            ("--html", html.as_deref()),
        ])?;
        Ok(Self { readme, svg, html })
    }

    /// Their names, for a message.
    pub(super) fn files(&self, app: &App) -> Vec<String> {
        let readme = self.readme.is_some().then(|| "README.md".to_owned());
        let files = [&self.svg, &self.html].into_iter().flatten();
        let files = files.map(|path| app.shown(path).display().to_string());
        readme.into_iter().chain(files).collect()
    }

    /// Writes them, and says so.
    pub(super) fn write(&self, app: &App, report: &BenchReport) -> Result<(), CliError> {
        if let Some(table) = &self.readme {
            said(app, table.replace(&bench_readme(report))?);
        }
        if let Some(path) = &self.svg {
            write(path, &bench_svg(report))?;
            said(app, path);
        }
        if let Some(path) = &self.html {
            write(path, &bench_html(report))?;
            said(app, path);
        }
        Ok(())
    }
}

/// What is printed in place of the table.
pub(super) const fn printed(app: &App, args: &FormatArgs) -> Option<BenchFormat> {
    match (app.json, args.csv, args.markdown) {
        (true, ..) => Some(BenchFormat::Json),
        (_, true, _) => Some(BenchFormat::Csv),
        (_, _, true) => Some(BenchFormat::Markdown),
        _ => None,
    }
}

fn check(path: &Path) -> Result<(), OutputsError> {
    let folder = path.parent().unwrap_or(path);
    if !folder.is_dir() {
        return Err(OutputsError::NoFolder(folder.to_owned()));
    }
    // A link could lead anywhere, and a device is not replaced.
    let other = fs::symlink_metadata(path).is_ok_and(|there| !there.is_file());
    if other || path.file_name().is_none() {
        return Err(OutputsError::NoFile(path.to_owned()));
    }
    probe_file(path).map_err(|source| OutputsError::Write {
        path: path.to_owned(),
        source,
    })
}

/// Fails if two flags would write the same file, whatever they call it.
fn differ(files: [(&'static str, Option<&Path>); 3]) -> Result<(), OutputsError> {
    let place = |path: &Path| Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    let mut places: Vec<(&str, PathBuf)> = Vec::new();
    for (second, path) in files {
        let Some(path) = path else { continue };
        let Some(place) = place(path) else { continue };
        if let Some((first, _)) = places.iter().find(|(_, other)| *other == place) {
            let path = path.to_owned();
            return Err(OutputsError::Same {
                first,
                second,
                path,
            });
        }
        places.push((second, place));
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), OutputsError> {
    replace(path, text, Readers::Usual).map_err(|source| OutputsError::Write {
        path: path.to_owned(),
        source,
    })
}

fn said(app: &App, path: &Path) {
    app.note(&format!("wrote {}", app.shown(path).display()));
}
