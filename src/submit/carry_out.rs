//! Carries out the decisions about an answer until it is compared, refused or sent.

use chrono::SubsecRound;

use super::SubmitPlan;
use super::decision::{ANSWER_NOT_STORED, Decision, Facts, Refusal, Stage, decide};
use super::example_check::{Caveat, Consequence};
use super::find_answer::AnswerToSubmit;
use super::outcome::{Compared, Finding, SentAnswer, SubmitError, SubmitOutcome};
use super::overrides::Override;
use super::part_record::PartRecord;
use super::send::send;
use super::wait::Wait;
use crate::app::App;
use crate::error::{CliError, Exit, Result};
use crate::files::Lock;
use crate::inputs::InputId;
use crate::reporter::{count_down, examples_lines};
use crate::site::answer_body;
use crate::terminal::{Consent, confirm};

/// Follows all decisions about the answer, and returns its outcome.
pub fn carry_out(
    app: &App,
    plan: &SubmitPlan,
    record: &mut PartRecord,
    found: &AnswerToSubmit,
) -> SubmitOutcome {
    let mut submission = SubmissionState {
        app,
        plan,
        record,
        found,
        may_request_time: true,
    };
    let mut outcome = submission.run().unwrap_or_else(SubmitOutcome::NotSent);
    if let SubmitOutcome::NotSent(problem) | SubmitOutcome::Sent(_, Some(problem)) = &mut outcome
        && let Some(option) = problem.lifted_by
        && !plan.overrides.contains(option)
    {
        problem.error.hint = Some(option.hint(app.ui.decides_by(), &found.answer));
    }
    outcome
}

/// The state of the submission of an answer to one part.
struct SubmissionState<'a> {
    app: &'a App,
    plan: &'a SubmitPlan,
    record: &'a mut PartRecord,
    found: &'a AnswerToSubmit,
    /// True if the site may be asked for its time. It is asked at most once, even if it does not
    /// reply.
    may_request_time: bool,
}

/// Holds the locks for a submission. Other processes wait until it is dropped. A lock is `None` if
/// nothing can be locked, for example because the file system has no locks.
struct SubmitLock {
    /// The lock of the user, who may have several checkouts.
    _user: Option<Lock>,
    /// The lock of the answers, which several users may share.
    _answers: Option<Lock>,
}

impl<'a> SubmissionState<'a> {
    /// Submits the answer. The site does not grade an answer that comes too soon, so with `--wait`
    /// it is then sent once more, unless the wait could not be stored.
    fn run(&mut self) -> Result<SubmitOutcome, SubmitError> {
        let outcome = self.follow_decisions(None)?;
        let SubmitOutcome::Sent(first, Some(problem)) = &outcome else {
            return Ok(outcome);
        };
        if !self.plan.overrides.wait || problem.lifted_by != Some(Override::Wait) {
            return Ok(outcome);
        }
        let again = self
            .take_lock()
            .and_then(|lock| self.follow_decisions(Some(lock)));
        Ok(match again {
            Ok(SubmitOutcome::Compared(compared)) => {
                let finding = Finding::Compared(compared);
                SubmitOutcome::Sent(SentAnswer { finding, ..*first }, None)
            }
            Ok(later) => later,
            Err(problem) => SubmitOutcome::Sent(*first, Some(problem)),
        })
    }

    /// Decides and acts until the submission ends. The user is asked only after the answer has
    /// passed all guards. [`Stage`] explains why the lock is taken after that.
    fn follow_decisions(
        &mut self,
        mut lock: Option<SubmitLock>,
    ) -> Result<SubmitOutcome, SubmitError> {
        loop {
            let stage = match lock {
                None => Stage::BeforeLock,
                Some(_) => Stage::UnderLock,
            };
            match decide(&self.facts(stage)) {
                Decision::Compare => {
                    let compared = Compared::of(self.record, self.answer());
                    return Ok(SubmitOutcome::Compared(compared));
                }
                Decision::DownloadPage => self.download_page()?,
                Decision::RequestTime => self.request_time(),
                Decision::Refuse(refusal) => {
                    if refusal.shows_examples {
                        self.show_examples()?;
                    }
                    return Err(refusal.into());
                }
                Decision::DryRun(caveat) => {
                    self.check_unlocked()?;
                    self.confirm(caveat)?;
                    if let Some(why) = self.record.why_page_needed() {
                        self.app.ui.note(format!(
                            "{}: a submission first downloads the page, because {why}",
                            self.record.name()
                        ));
                    }
                    return Ok(SubmitOutcome::DryRun(self.request()));
                }
                Decision::TakeLock(caveat) => {
                    self.check_can_send()?;
                    self.confirm(caveat)?;
                    lock = Some(self.take_lock()?);
                }
                Decision::Wait => {
                    // Other processes can submit during the wait.
                    drop(lock);
                    self.wait()?;
                    lock = Some(self.take_lock()?);
                }
                Decision::Send => {
                    return send(self.app, self.record, self.answer());
                }
            }
        }
    }

    /// Keeps other processes from submitting until the lock is dropped. Loads the record again,
    /// because another process may have changed it before.
    fn take_lock(&mut self) -> Result<SubmitLock, SubmitError> {
        let puzzle = self.record.puzzle;
        let App { ui, workspace, .. } = self.app;
        let note = format!("{puzzle}: waiting for another aoc that submits an answer");
        let mut waiting = ui.note_once(note);
        let sessions = self.app.environment.config_dir.as_deref();
        let lock = SubmitLock {
            _user: sessions.and_then(|folder| workspace.locks().submissions(folder, &mut waiting)),
            _answers: workspace.store()?.lock_submission(puzzle, waiting)?,
        };
        self.record.reload(self.app)?;
        Ok(lock)
    }

    /// Downloads the page. The next decision depends on it.
    fn download_page(&mut self) -> Result<(), SubmitError> {
        if let Err(error) = self.record.download_page(self.app) {
            return Err(if self.record.is_solved() {
                error.context(ANSWER_NOT_STORED).into()
            } else {
                error.into()
            });
        }
        // If the clock was ahead when the guess was recorded, its time is in the future. The wait
        // of one minute then starts now.
        let time = self.app.site.time();
        if let Some(guess) = self.record.answers.unknown_guess().cloned()
            && time.is_future(guess.time)
        {
            self.record.edit(self.app, |answers| {
                answers.update_guess(&guess, |guess| guess.time = time.now().trunc_subsecs(0));
            })?;
        }
        Ok(())
    }

    fn request_time(&mut self) {
        if let Ok(client) = self.app.site.online_client() {
            client.request_time(self.record.puzzle);
        }
        self.may_request_time = false;
    }

    fn facts(&self, stage: Stage) -> Facts<'_> {
        Facts {
            record: self.record,
            time: self.app.site.time(),
            may_request_time: self.may_request_time,
            stage,
            found: self.found,
            plan: self.plan,
            decides_by: self.app.ui.decides_by(),
        }
    }

    fn answer(&self) -> &'a str {
        &self.found.answer
    }

    /// Fails if the answer cannot be sent or recorded. This is checked before the user is asked
    /// anything or has to wait.
    fn check_can_send(&mut self) -> Result<(), SubmitError> {
        if self.app.site.online_client().is_err() {
            let why = "not submitted because of --offline";
            return Err(CliError::new(Exit::Network, why).into());
        }
        self.check_unlocked()?;
        self.app.site.session()?;
        Ok(self.app.workspace.store()?.probe(self.record.puzzle)?)
    }

    /// Fails if the puzzle is locked. A puzzle with an input is probably unlocked. If the local
    /// clock says that it is locked, the site is asked for its time. If the site does not reply,
    /// the puzzle counts as unlocked.
    fn check_unlocked(&mut self) -> Result<(), SubmitError> {
        let app = self.app;
        let puzzle = self.record.puzzle;
        let store = app.workspace.store()?;
        let site = &app.site;
        if store.has_input(puzzle, &InputId::Own) && !site.time().is_known() {
            if self.may_request_time && site.check_unlocked(store, puzzle).is_err() {
                self.request_time();
            }
            if !site.time().is_known() {
                return Ok(());
            }
        }
        Ok(site.check_unlocked(store, puzzle)?)
    }

    /// Tells the user what the examples have shown, or asks about it.
    fn confirm(&self, caveat: Option<Caveat>) -> Result<(), SubmitError> {
        let Some(caveat) = caveat else {
            return Ok(());
        };
        let ui = &self.app.ui;
        self.show_examples()?;
        let text = &caveat.text;
        if caveat.consequence == Consequence::Question {
            let question = format!("{text}: submit {}?", self.answer());
            if confirm(ui.stderr, &question, Consent::No) != Consent::Yes {
                return Err(Refusal::not_submitted("you answered no").into());
            }
        } else {
            ui.note(format!("{}: {text}", self.record.name()));
        }
        Ok(())
    }

    fn show_examples(&self) -> Result<()> {
        let ui = &self.app.ui;
        if let Some(examples) = self.found.examples()
            && !examples.results.is_empty()
            && !ui.json
        {
            let lines = examples_lines(ui.stdout, &examples.results);
            ui.print(&lines)?;
        }
        Ok(())
    }

    /// Counts down until the site takes the answer.
    fn wait(&self) -> Result<()> {
        let app = self.app;
        let answers = &self.record.answers;
        let until = format!(
            "the site takes {} for {}",
            self.answer(),
            self.record.name()
        );
        count_down(app.ui.console, &until, || {
            app.launcher.cancel.check()?;
            let wait = Wait::longest(app.site.time(), answers);
            Ok::<_, CliError>(wait.map(|wait| wait.left))
        })
    }

    /// Describes the request that a dry run does not send.
    fn request(&self) -> String {
        let answer = self.answer();
        let path = self.record.puzzle.page_path() + "/answer";
        let address = self.app.settings.base_url.at(&path);
        let body = answer_body(self.record.part, answer);
        format!("would submit {answer}: POST {address} {body}")
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::Part;

    use super::*;
    use crate::submit::find_answer::find_answer;
    use crate::submit::testing::{app, record};
    use crate::testing::write;

    /// Submits an answer to part 1, which is solved.
    fn submitted(app: &App, answer: &str) -> Compared {
        let plan = SubmitPlan {
            part: Some(Part::One),
            answer: Some(answer.to_owned()),
            ..SubmitPlan::default()
        };
        let mut record = record(app, &plan);
        let found = find_answer(app, &plan, &record).unwrap();
        let outcome = carry_out(app, &plan, &mut record, &found);
        let SubmitOutcome::Compared(compared) = outcome else {
            panic!("{answer}: {:?}", outcome.status());
        };
        compared
    }

    #[test]
    fn a_solved_part_is_compared_before_any_guard() {
        let (temp, app) = app("part1 = 5\nnot_before = 2199-12-01T05:00:00Z\n");
        // The answer on the page takes precedence.
        let page = "<title>Day 8 - Advent of Code 2016</title><main><article class=\"day-desc\">\
                    <h2>T</h2></article><p>Your puzzle answer was <code>7</code>.</p></main>";
        write(temp.path(), "inputs/year2016/day08.html", page);
        for (answer, compared) in [
            ("7", Compared::Matched),
            ("5", Compared::Differs),
            (" 7 ", Compared::Matched),
            ("7\u{200b}", Compared::Matched),
            ("+7", Compared::Differs),
            ("", Compared::Differs),
        ] {
            assert_eq!(submitted(&app, answer), compared, "{answer}");
        }
    }

    /// The recorded answer may be a picture of letters.
    #[test]
    fn a_picture_equals_its_letters() {
        let picture = r#"part1 = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n""#;
        let (_temp, app) = app(picture);
        for (answer, compared) in [("A", Compared::Matched), ("B", Compared::Differs)] {
            assert_eq!(submitted(&app, answer), compared, "{answer}");
        }
    }

    /// As in a run.
    #[test]
    fn a_picture_that_cannot_be_read_is_not_taken_as_the_accepted_answer() {
        let unread = ".##.\n#..#\n#..#\n#.##\n#..#\n#..#\n";
        for (accepted, answer, compared) in [
            ("Q", unread, Compared::Unverified),
            ("QQ", unread, Compared::Differs),
            // The blanks before the first row are part of the picture.
            (" #\n##", " #\n##", Compared::Matched),
            ("#\n##", " #\n##", Compared::Differs),
        ] {
            let (_temp, app) = app(&format!("part1 = {accepted:?}"));
            assert_eq!(submitted(&app, answer), compared, "{accepted:?} {answer:?}");
        }
    }
}
