//! Downloads the page of the puzzle, which shows whether a part is solved. It can show the verdict
//! on a guess and the answer to compare with. After a right answer, it has new text.

use super::outcome::{Compared, SentOutcome, SubmitError};
use super::part_record::{PageState, PartRecord};
use crate::app::App;
use crate::download::{DownloadPlan, Downloader, FileOrigin};
use crate::error::{CliError, Exit};
use crate::inputs::Verdict;
use crate::site::{FailureCause, SiteResult};

/// Downloads the page again, and takes answers and examples from it. The page may show the verdict
/// on a guess or the answer to the other part.
pub fn download_page(app: &App, record: &mut PartRecord) -> SiteResult<()> {
    let plan = DownloadPlan {
        replaces: true,
        ..DownloadPlan::default()
    };
    let downloader = Downloader::new(&app.ui, &app.site, &app.workspace, plan)?;
    let puzzle = record.puzzle;
    let download = downloader.puzzle(puzzle).page()?;
    // The stored page may also show answers that were not recorded yet.
    download.learned.report(&app.ui, puzzle);
    if let FileOrigin::Outdated(error) = download.origin {
        return Err(error);
    }
    record.reload(&app.workspace, &app.site)?;
    record.is_page_new = true;
    Ok(())
}

/// Looks on the page for the verdict, because the page may show that the answer was right. `why` is
/// the reason why the reply has no verdict. Fails if the page does not show the verdict either.
pub fn find_verdict(
    app: &App,
    record: &mut PartRecord,
    answer: &str,
    why: &str,
) -> Result<SentOutcome, SubmitError> {
    let mut exit = Exit::Network;
    let state = download_page(app, record).map(|()| record.state_on_page());
    let page_says = match state {
        Ok(PageState::Solved) => {
            return Ok(match Compared::of(record, answer) {
                Compared::Matched => SentOutcome::judged(Verdict::Right),
                Compared::Differs => SentOutcome::Compared(Compared::Differs),
            });
        }
        Ok(PageState::Open) => "the page does not show it as accepted".to_owned(),
        Ok(PageState::Closed(why)) => why,
        Err(error) => {
            if error.kind.policy().cause == FailureCause::Session {
                exit = Exit::Session;
            }
            format!("the page: {error}")
        }
    };
    let address = app.settings.page_url(record.puzzle);
    let message = format!(
        "the answer may have been graded: {why}; {page_says}; look at {address} before you \
         submit again"
    );
    Err(CliError::new(exit, message).into())
}

/// Downloads the page again after a right answer, because it shows more now. A failure is only a
/// note, because the verdict is known.
pub fn update_page(app: &App, record: &mut PartRecord) {
    if matches!(record.state_on_page(), PageState::Solved) {
        // The page was already downloaded to find the verdict.
        return;
    }
    if let Err(error) = download_page(app, record) {
        let puzzle = record.puzzle;
        app.ui.note(format!(
            "{puzzle}: the page was not downloaded again: {error}"
        ));
    }
}
