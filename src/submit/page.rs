//! The page of the puzzle, which shows whether a part is solved. It is downloaded to settle a guess
//! whose verdict is not known, to compare an answer, and after a right answer.

use aoc_solution::Part;

use super::outcome::{SubmitError, SubmitOutcome, SubmitStatus};
use super::part_record::PartRecord;
use crate::app::App;
use crate::download::{DownloadPlan, Downloader};
use crate::error::{CliError, Exit};
use crate::inputs::Verdict;

/// The state of a part on its page.
pub enum PageState {
    /// The part is solved, and the answer was compared with the accepted one.
    Solved(SubmitOutcome),
    /// The site takes an answer to the part.
    Open,
    /// The site takes no answer to the part, for this reason.
    Closed(String),
}

/// Looks for the verdict on the page, which may show that the answer was right. `why` says why the
/// reply does not have it. Fails if the page does not show it either.
pub fn find_verdict(
    app: &App,
    record: &mut PartRecord,
    answer: &str,
    why: &str,
) -> Result<SubmitOutcome, SubmitError> {
    let mut exit = Exit::Network;
    let page_says = match check_page(app, record, answer) {
        Ok(PageState::Solved(compared)) if compared.status == SubmitStatus::Matched => {
            return Ok(SubmitOutcome {
                status: SubmitStatus::Sent(Verdict::Right),
                ..compared
            });
        }
        Ok(PageState::Solved(compared)) => return Ok(compared),
        Ok(PageState::Open) => "the page does not show it as accepted".to_owned(),
        Ok(PageState::Closed(why)) => why,
        Err(SubmitError { source, .. }) => {
            if source.exit == Exit::Session {
                exit = source.exit;
            }
            format!("the page: {source:#}")
        }
    };
    let address = app.settings.page_url(record.puzzle);
    let message = format!(
        "the answer may have been graded: {why}; {page_says}; look at {address} before you \
         submit again"
    );
    Err(CliError::new(exit, message).into())
}

/// Downloads the page. If the part is solved there, the answer is compared with the accepted one.
pub fn check_page(
    app: &App,
    record: &mut PartRecord,
    answer: &str,
) -> Result<PageState, SubmitError> {
    download_page(app, record)?;
    let PartRecord { puzzle, part, .. } = *record;
    let Some(page) = &record.page else {
        let why = "the page shows another input than the stored one; use the session and the \
                   input of one account";
        return Ok(PageState::Closed(why.to_owned()));
    };
    if page.has_solved(part) {
        let compared = SubmitOutcome::compared(record, answer);
        if compared.status == SubmitStatus::Matched {
            // The page does not contain an answer for the last star.
            record.edit(&app.workspace, |answers| answers.confirm(part, answer))?;
        }
        return Ok(PageState::Solved(compared));
    }
    if part == Part::Two && !page.has_solved(Part::One) {
        let command = format!("aoc submit {puzzle} --part 1");
        let why = format!("part 1 comes first; `{command}` submits it");
        return Ok(PageState::Closed(why));
    }
    Ok(match page.refusal_of_last_star() {
        Some(says) => PageState::Closed(format!("the site says: {says}")),
        None => PageState::Open,
    })
}

/// Downloads the page again. Answers and examples are taken from it.
fn download_page(app: &App, record: &mut PartRecord) -> Result<(), SubmitError> {
    let plan = DownloadPlan {
        replaces: true,
        ..DownloadPlan::default()
    };
    let downloader = Downloader::new(&app.ui, &app.site, &app.workspace, plan)?;
    let puzzle = record.puzzle;
    let download = downloader.puzzle(puzzle).page()?;
    download.learned.tell(&app.ui, puzzle);
    // The page may have settled a guess, or shown the answer to the other part.
    record.reload(&app.workspace, &app.site)?;
    Ok(())
}

/// Downloads the page again after a right answer, because it shows more now. A failure is
/// only a note, because the verdict is known.
pub fn update_page(app: &App, record: &mut PartRecord) {
    let page = record.page.as_ref();
    // The page may have been downloaded for the verdict.
    let is_new = page.is_some_and(|page| page.has_solved(record.part));
    if !is_new && let Err(SubmitError { source, .. }) = download_page(app, record) {
        let puzzle = record.puzzle;
        app.ui.note(format!(
            "{puzzle}: the page was not downloaded again: {source:#}"
        ));
    }
}
