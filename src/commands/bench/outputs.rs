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

pub(super) struct Outputs {
    shown: Printed,
    baseline: Option<String>,
    readme: Option<ReadmeTable>,
    files: Vec<(PathBuf, Document)>,
}

/// What is printed.
enum Printed {
    /// With all phases of every day, or with a line for each day.
    Table {
        details: bool,
    },
    Json,
    Document(Document),
}

impl Outputs {
    /// What the flags ask for.
    pub(super) fn new(app: &App, args: &BenchArgs) -> Result<Self, CliError> {
        let formats = &args.formats;
        let mut shown = match (app.json, formats.csv, formats.markdown) {
            (true, ..) => Printed::Json,
            (_, true, _) => Printed::Document(bench_csv),
            (_, _, true) => Printed::Document(bench_markdown),
            _ => Printed::Table {
                details: args.alt.is_some() || args.all_alts,
            },
        };
        let baseline = args.comparison.save.clone();
        if let Some(name) = &baseline {
            app.baselines()?.check(name)?;
        }
        let root = app.project()?.root();
        let readme = formats
            .readme
            .then(|| ReadmeTable::find(root))
            .transpose()?;
        let mut places = vec![readme.as_ref().map(|table| table.path().to_owned())];
        let mut files = Vec::new();
        let documents: [(_, Document); 2] =
            [(&formats.svg, bench_svg), (&formats.html, bench_html)];
        for (path, document) in documents {
            let Some(path) = path else { continue };
            if path == Path::new("-") {
                if !matches!(shown, Printed::Table { .. }) {
                    let why = "only one document can be printed: give a file for the others";
                    return Err(CliError::new(Exit::Usage, why));
                }
                shown = Printed::Document(document);
                continue;
            }
            let path = app.environment.current_dir.join(path);
            let place = Some(place(&path)?);
            if places.contains(&place) {
                let path = path.display();
                let why = format!("{path} would be written twice: give another name");
                return Err(CliError::new(Exit::Usage, why));
            }
            places.push(place);
            files.push((path, document));
        }
        Ok(Self {
            shown,
            baseline,
            readme,
            files,
        })
    }

    /// Prints the figures of these puzzles, and what is to be said of them.
    pub(super) fn show(
        &self,
        app: &App,
        report: &BenchReport,
        puzzles: &[Puzzle],
    ) -> Result<(), CliError> {
        let mut console = app.console();
        match self.shown {
            Printed::Json => json(console.out(), report)?,
            Printed::Document(document) => console.print(&document(report))?,
            Printed::Table { details } => {
                console.print(&bench_table(&console, report, puzzles, details))?;
                for note in bench_notes(report) {
                    console.note(&note);
                }
            }
        }
        Ok(())
    }

    /// Writes the files, and says so.
    pub(super) fn write(&self, app: &App, report: &BenchReport) -> Result<(), CliError> {
        if let Some(name) = &self.baseline {
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

/// Where a file will lie; an error if it cannot be written there. A link could lead
/// anywhere, and a device is not replaced.
fn place(path: &Path) -> Result<PathBuf, CliError> {
    let shown = path.display();
    let folder = path.parent().unwrap_or(path);
    let Ok(place) = folder
        .canonicalize()
        .and_then(|it| it.read_dir().map(|_| it))
    else {
        let why = format!(
            "the folder {} does not exist: create it first",
            folder.display()
        );
        return Err(CliError::new(Exit::Files, why));
    };
    let is_other = fs::symlink_metadata(path).is_ok_and(|there| !there.is_file());
    let is_folder = shown.to_string().ends_with(['/', MAIN_SEPARATOR]);
    let name = path.file_name().filter(|_| !is_other && !is_folder);
    let name = name.ok_or_else(|| {
        let why = "is not a regular file: give the path of a file, which may be new";
        CliError::new(Exit::Files, format!("{shown} {why}"))
    })?;
    probe_file(path).map_err(|error| unwritable(path, error))?;
    Ok(place.join(name))
}

fn unwritable(path: &Path, error: std::io::Error) -> CliError {
    CliError::new(Exit::Files, error).context(format!("cannot write {}", path.display()))
}
