//! Shows a puzzle's page in the terminal, for `read` and `watch`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use aoc_solution::Part;
use reqwest::Url;
use serde::Serialize;

use super::first_look::record_first_look;
use crate::app::App;
use crate::download::{DownloadPlan, Downloader, FileOrigin, PageNeed};
use crate::error::{CliError, Exit, Result};
use crate::pages::PartText;
use crate::puzzle::Puzzle;
use crate::render::{PageFormat, page_text};
use crate::terminal::{ResultList, show_paged};

/// The shown parts of a puzzle's page.
pub struct ReadPage {
    file: PathBuf,
    url: Url,
    parts: Vec<(Part, PartText)>,
}

pub struct ReadResult {
    pub puzzle: Puzzle,
    /// The page, or the reason why there is none.
    pub page: Result<ReadPage, String>,
}

/// One result of `aoc read --json`.
#[derive(Serialize)]
struct ReadDocument<'a> {
    #[serde(flatten)]
    puzzle: Puzzle,
    status: ReadStatus,
    message: Option<&'a str>,
    file: Option<&'a Path>,
    parts: Vec<ReadPart<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ReadStatus {
    Ok,
    Failed,
}

#[derive(Serialize)]
struct ReadPart<'a> {
    part: u8,
    heading: &'a str,
    markdown: String,
    /// The accepted answer. `None` if the page does not show it.
    answer: Option<&'a str>,
}

impl<'a> From<&'a ReadResult> for ReadDocument<'a> {
    fn from(ReadResult { puzzle, page }: &'a ReadResult) -> Self {
        match page {
            Ok(page) => {
                let parts = page.parts.iter().map(|(part, text)| ReadPart {
                    part: u8::from(*part),
                    heading: &text.heading,
                    markdown: page_text(PageFormat::Markdown, &page.url, [text]),
                    answer: text.answer.as_deref(),
                });
                Self {
                    puzzle: *puzzle,
                    status: ReadStatus::Ok,
                    message: None,
                    file: Some(&page.file),
                    parts: parts.collect(),
                }
            }
            Err(message) => Self {
                puzzle: *puzzle,
                status: ReadStatus::Failed,
                message: Some(message),
                file: None,
                parts: Vec::new(),
            },
        }
    }
}

/// Shows the next part of a puzzle to solve: part 2 if part 1 is solved and the page has part 2,
/// otherwise part 1.
pub fn show_open_part(app: &App, puzzle: Puzzle) -> Result<()> {
    let mut page = read_page(app, puzzle, None).map_err(|error| error.context(puzzle))?;
    let mut records = app.site.records(&app.workspace);
    let open_part = records.day(puzzle).stars.open_part();
    if open_part != Some(Part::One) && page.parts.len() > 1 {
        page.parts.remove(0);
    }
    let page = Ok(page);
    let format = PageFormat::Terminal(app.ui.stdout);
    show_pages(app, &[ReadResult { puzzle, page }], format)
}

/// Reads the page. Downloads it if it is missing, or if it lacks part 2 and part 2 is requested or
/// open.
pub fn read_page(app: &App, puzzle: Puzzle, part: Option<Part>) -> Result<ReadPage> {
    let App {
        ui,
        site,
        workspace,
        ..
    } = app;
    let plan = DownloadPlan {
        page: part.map_or(PageNeed::Any, PageNeed::Part),
        ..DownloadPlan::default()
    };
    let download = Downloader::new(ui, site, workspace, plan)?
        .puzzle(puzzle)
        .page()?;
    download.learned.report(ui, puzzle);
    let file = download.path;
    let page = download.page;
    if part == Some(Part::Two) && page.part(Part::Two).is_none() {
        return Err(match download.origin {
            FileOrigin::Outdated(error) => {
                CliError::from(error).context("part 2 is not on the stored page")
            }
            FileOrigin::Stored | FileOrigin::Downloaded => {
                CliError::new(Exit::Locked, why_without_part2(app, puzzle))
            }
        });
    }
    if let FileOrigin::Outdated(error) = &download.origin {
        ui.note(format!(
            "{puzzle}: the stored page may lack part 2: {error}"
        ));
    } else if part.is_none() && page.logged_out && site.session().is_ok() {
        // A page that was stored without a session shows only part 1.
        ui.note(format!("{puzzle}: the stored page may lack part 2"));
    }
    let parts = Part::BOTH.into_iter().zip(page.parts);
    Ok(ReadPage {
        file,
        url: site.config().settings.page_url(puzzle),
        parts: parts
            .filter(|(number, _)| part.is_none_or(|part| part == *number))
            .collect(),
    })
}

/// The reason why a page that was just downloaded lacks part 2.
fn why_without_part2(app: &App, puzzle: Puzzle) -> String {
    let mut records = app.site.records(&app.workspace);
    if records.day(puzzle).stars.is_solved(Part::One) {
        format!(
            "part 1 is solved, but the site's page does not show part 2 yet; `aoc read {puzzle} \
             --part 2` asks for it again"
        )
    } else {
        "part 2 opens once part 1 is solved".to_owned()
    }
}

/// Shows pages in this format, on a terminal through the pager. With `--json`, prints all results
/// as JSON.
pub fn show_pages(app: &App, pages: &[ReadResult], format: PageFormat) -> Result<()> {
    let ui = &app.ui;
    if ui.json {
        let results: Vec<_> = pages.iter().map(ReadDocument::from).collect();
        return ui.print_json("read", 1, &ResultList { results });
    }
    let mut texts = Vec::new();
    for ReadResult { puzzle, page } in pages {
        let Ok(page) = page else {
            continue;
        };
        // Text in a pipe may have no reader.
        if ui.shows_on_terminal() {
            record_first_look(&app.site, &app.workspace, *puzzle);
        }
        let parts = page.parts.iter().map(|(_, text)| text);
        texts.push(page_text(format, &page.url, parts));
    }
    if texts.is_empty() {
        return Ok(());
    }
    let text = texts.join("\n");
    let console = ui.console;
    match format {
        PageFormat::Markdown => console.print(&text),
        PageFormat::Terminal(_) => {
            let environment = &app.launcher.environment;
            let command = environment.get("PAGER").and_then(OsStr::to_str);
            let path = environment.get("PATH");
            show_paged(console, command, &environment.variables, path, &text)
        }
    }
}
