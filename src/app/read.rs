//! Reading a puzzle's page in the terminal, as `read` and `watch` do.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::slice::from_ref;

use aoc_solution::Part;
use aoc_solution::Part::{One, Two};
use serde::Serialize;

use super::context::App;
use super::download::{DownloadPlan, Downloader, Openness};
use super::first_look::note_first_look;
use crate::error::{CliError, Exit, Result, file_error};
use crate::puzzle::Puzzle;
use crate::reporter::page_text;
use crate::site::PartText;
use crate::terminal::{ResultList, json, show_paged};

/// One result of `aoc read --json`.
#[derive(Serialize)]
pub struct ReadResult {
    #[serde(flatten)]
    puzzle: Puzzle,
    file: PathBuf,
    parts: Vec<ReadPart>,
    /// The text of each part.
    #[serde(skip)]
    texts: Vec<PartText>,
}

#[derive(Serialize)]
struct ReadPart {
    part: u8,
    heading: String,
    markdown: String,
    /// The accepted answer, if the page shows it.
    answer: Option<String>,
}

/// Shows the part of a puzzle that is to be solved next: part 2 once part 1 is right.
pub fn read_open_part(app: &App, puzzle: Puzzle) -> Result<Exit> {
    let answers = app.store().and_then(|store| store.answers(puzzle, None));
    let mut part = None;
    if answers.is_ok_and(|answers| answers.is_right(One)) {
        part = Some(Two);
    }
    let page = read(app, puzzle, part).map_err(|error| error.context(puzzle))?;
    show_pages(app, &[page], false)?;
    Ok(Exit::Done)
}

/// Reads the page. It is downloaded if it is missing, and again if it lacks part 2 and
/// part 2 is requested or open.
pub fn read(app: &App, puzzle: Puzzle, part: Option<Part>) -> Result<ReadResult> {
    let plan = DownloadPlan {
        part,
        is_public: true,
        ..DownloadPlan::default()
    };
    let download = Downloader::new(app, plan)?
        .page(puzzle, Openness::ByClock)
        .inspect_err(|error| app.access.record_failure(error))?;
    download.learned.show(&app.ui, puzzle);
    let file = download.path;
    let page = download.page;
    if page.parts.is_empty() {
        return Err(file_error(format!(
            "{} is not a puzzle's page; `aoc fetch {puzzle} --force` downloads it again",
            file.display()
        )));
    }
    match (part, download.downloaded) {
        (Some(Two), got) if page.part(Two).is_none() => {
            return Err(match got {
                Err(error) => CliError::from(error).context("part 2 is not on the cached page"),
                Ok(_) => CliError::new(Exit::Locked, "part 2 opens once part 1 is solved"),
            });
        }
        (_, Err(error)) => app.ui.note(format!(
            "{puzzle}: the cached page may lack part 2: {error}"
        )),
        // A page that was stored without a session shows part 1 only.
        (None, Ok(_)) if page.logged_out && app.session().is_ok() => {
            app.ui
                .note(format!("{puzzle}: the cached page may lack part 2"));
        }
        _ => {}
    }
    let url = app.page_url(puzzle);
    let mut result = ReadResult {
        puzzle,
        file,
        parts: Vec::new(),
        texts: Vec::new(),
    };
    for (number, text) in Part::BOTH.into_iter().zip(page.parts) {
        if part.is_some_and(|part| part != number) {
            continue;
        }
        result.parts.push(ReadPart {
            part: number.into(),
            heading: text.heading.clone(),
            markdown: page_text(None, &url, from_ref(&text)),
            answer: text.answer.clone(),
        });
        result.texts.push(text);
    }
    Ok(result)
}

/// Shows pages through the pager, or prints them as JSON or Markdown.
pub fn show_pages(app: &App, pages: &[ReadResult], is_raw: bool) -> Result<()> {
    if app.ui.json {
        return json(
            &mut app.ui.console(),
            "read",
            &ResultList { results: pages },
        );
    }
    let mut terminal = None;
    if !is_raw {
        terminal = Some(app.ui.stdout);
    }
    let mut texts = Vec::new();
    for page in pages {
        if app.ui.stdout.width.is_some() {
            note_first_look(app, page.puzzle);
        }
        let url = app.page_url(page.puzzle);
        texts.push(page_text(terminal, &url, &page.texts));
    }
    let text = texts.join("\n");
    if is_raw {
        return app.ui.console().print(&text);
    }
    let environment = &app.child_env;
    let command = environment.get("PAGER").and_then(OsStr::to_str);
    show_paged(app.ui.stdout, command, &environment.variables, &text)
}
