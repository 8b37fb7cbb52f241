//! What `bench` prints and writes. Whether files can be written is looked at
//! before anything is measured.

use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use super::args::BenchArgs;
use crate::app::App;
use crate::bench::BenchReport;
use crate::error::{CliError, Exit};
use crate::files::{Readers, probe_file, replace};
use crate::project::ReadmeTable;
use crate::puzzle::Puzzle;
use crate::reporter::{
    bench_csv, bench_html, bench_markdown, bench_notes, bench_readme, bench_svg, bench_table,
};
use crate::terminal::json;

/// Makes a document of a report.
type Document = fn(&BenchReport) -> String;

pub(super) struct Outputs<'a> {
    args: &'a BenchArgs,
    /// What is printed in place of the table or of JSON.
    printed: Option<Document>,
    readme: Option<ReadmeTable>,
    files: Vec<(PathBuf, Document)>,
}

impl<'a> Outputs<'a> {
    /// What the flags ask for.
    pub(super) fn new(app: &App, args: &'a BenchArgs) -> Result<Self, CliError> {
        let formats = &args.formats;
        if let Some(name) = &args.comparison.save {
            app.baselines()?.check(name)?;
        }
        let readme = if formats.readme {
            Some(ReadmeTable::find(app.project()?.root())?)
        } else {
            None
        };
        let mut outputs = Self {
            args,
            printed: match (formats.csv, formats.markdown) {
                (true, _) => Some(bench_csv),
                (_, true) => Some(bench_markdown),
                _ => None,
            },
            readme,
            files: Vec::new(),
        };
        let documents: [(_, Document); 2] =
            [(&formats.svg, bench_svg), (&formats.html, bench_html)];
        for (path, document) in documents {
            let Some(path) = path else { continue };
            let is_stdout = path == Path::new("-");
            let path = app.environment.current_dir.join(path);
            if is_stdout {
                if app.json || outputs.printed.replace(document).is_some() {
                    let why = "only one document can be printed: give a file for the others";
                    return Err(CliError::new(Exit::Usage, why));
                }
            } else if outputs.files.iter().any(|(other, _)| *other == path)
                || outputs.readme.as_ref().is_some_and(|it| it.is_at(&path))
            {
                let path = path.display();
                let why = format!("{path} would be written twice: give another name");
                return Err(CliError::new(Exit::Usage, why));
            } else {
                check(&path)?;
                outputs.files.push((path, document));
            }
        }
        Ok(outputs)
    }

    /// Prints the figures of these puzzles, and what is to be said of them.
    pub(super) fn show(
        &self,
        app: &App,
        report: &BenchReport,
        puzzles: &[Puzzle],
    ) -> Result<(), CliError> {
        let mut console = app.console();
        if app.json {
            json(console.out(), report)?;
        } else if let Some(document) = self.printed {
            console.print(&document(report))?;
        } else {
            let details = self.args.alt.is_some() || self.args.all_alts;
            console.print(&bench_table(&console, report, puzzles, details))?;
            for note in bench_notes(report) {
                console.note(&note);
            }
        }
        Ok(())
    }

    /// Writes the files, and says so.
    pub(super) fn write(&self, app: &App, report: &BenchReport) -> Result<(), CliError> {
        if let Some(name) = &self.args.comparison.save {
            let path = app.baselines()?.save(name, report)?;
            app.note(&format!("saved as {}", app.shown(&path).display()));
        }
        let wrote = |path: &Path| app.note(&format!("wrote {}", app.shown(path).display()));
        if let Some(table) = &self.readme {
            wrote(table.replace(&bench_readme(report))?);
        }
        for (path, document) in &self.files {
            let text = document(report);
            replace(path, text, Readers::Usual).map_err(|source| unwritable(path, source))?;
            wrote(path);
        }
        Ok(())
    }
}

/// Looks whether a file can be written there. A link could lead anywhere, and a
/// device is not replaced.
fn check(path: &Path) -> Result<(), CliError> {
    let shown = path.display().to_string();
    let is_other = fs::symlink_metadata(path).is_ok_and(|there| !there.is_file());
    if is_other || shown.ends_with(['/', MAIN_SEPARATOR]) {
        let why = "is not a regular file: give the path of a file, which may be new";
        return Err(CliError::new(Exit::Files, format!("{shown} {why}")));
    }
    probe_file(path).map_err(|error| unwritable(path, error))
}

fn unwritable(path: &Path, error: std::io::Error) -> CliError {
    CliError::new(Exit::Files, error).context(format!("cannot write {}", path.display()))
}
