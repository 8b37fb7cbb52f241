//! Gets inputs and pages from the disk or from the site. `page.rs` gets pages, and `learned.rs`
//! adds the answers and examples of a page to the other files under `inputs/`. `transfer.rs`
//! downloads a single file.

mod learned;
mod page;
mod transfer;

use std::path::{Path, PathBuf};

use aoc_solution::Part;

pub use learned::Learned;
use transfer::RequestedFile;

use crate::app::{App, SiteAccess, Ui, Workspace, watch_key};
use crate::error::Result;
use crate::files::{Lock, is_same_text, unix_lines};
use crate::inputs::{InputId, Store, check_is_file};
use crate::puzzle::Puzzle;
use crate::site::{Retries, SiteClient, SiteError, SiteErrorKind, SiteResult};

#[derive(Default)]
pub struct DownloadPlan {
    /// True if existing files are downloaded again and replaced.
    pub replaces: bool,
    pub at_unlock: AtUnlock,
    pub page: PageNeed,
}

/// The page that a command needs.
#[derive(Clone, Copy, Default, PartialEq)]
pub enum PageNeed {
    /// The page as the session's user sees it, with all open parts.
    #[default]
    Own,
    /// Like [`Self::Own`], but without a session, the public form of a missing page is downloaded.
    Any,
    /// A page with this part. Part 1 needs no session.
    Part(Part),
}

/// The behaviour of a download while the puzzle is locked or the server fails.
#[derive(Clone, Copy, Default, PartialEq)]
pub enum AtUnlock {
    /// A locked puzzle is an error. A failed request is repeated a few times.
    #[default]
    Fail,
    /// The download waits for the unlock. The session is checked once, before the first wait of
    /// more than a minute. A failed request is repeated for minutes, because the server may fail
    /// under the load of the unlock. A reply that the puzzle is still locked is followed by a few
    /// more requests.
    Wait,
    /// Like [`Self::Wait`], but the session is checked before a wait of any length, and again
    /// shortly before the unlock.
    WaitAndCheckSession,
}

/// The position of a puzzle among the downloaded puzzles.
#[derive(Clone, Copy)]
pub struct Position {
    /// The number of the puzzle, from 1.
    pub number: usize,
    /// The number of downloaded puzzles.
    pub total: usize,
}

/// Gets inputs and pages.
pub struct Downloader<'a> {
    pub ui: &'a Ui,
    pub site: &'a SiteAccess,
    pub workspace: &'a Workspace,
    /// The position of the puzzle in the list, which the progress line shows. `None` for a single
    /// puzzle.
    pub position: Option<Position>,
    /// The store of the workspace.
    pub(super) store: &'a Store,
    pub plan: DownloadPlan,
}

/// The download of a puzzle's files. Only one process at a time downloads a puzzle.
pub struct PuzzleDownload<'a> {
    downloader: &'a Downloader<'a>,
    puzzle: Puzzle,
    /// True if the input was just downloaded.
    has_new_input: bool,
    /// The lock on the download. It is held from the request for the input to the end of the
    /// request for the page. A failed request releases it, because the next attempt may come much
    /// later.
    lock: Option<Lock>,
    /// Tells the user once that another process downloads the puzzle.
    waiting: Box<dyn FnMut()>,
}

/// The origin of a file that is available after a download.
#[derive(Debug)]
pub enum FileOrigin {
    /// The file already existed. Another process may have downloaded it a moment ago.
    Stored,
    /// The file was just downloaded.
    Downloaded,
    /// The page already existed. A newer page could not be downloaded, or shows less.
    Outdated(SiteError),
}

impl FileOrigin {
    /// True if the file was just downloaded.
    pub fn is_new(&self) -> bool {
        matches!(self, Self::Downloaded)
    }
}

impl<'a> Downloader<'a> {
    /// A downloader of missing inputs and pages. It does not wait for an unlock.
    pub fn for_missing_files(app: &'a App) -> Result<Self> {
        Self::new(&app.ui, &app.site, &app.workspace, DownloadPlan::default())
    }

    /// Creates a downloader without making a request.
    pub fn new(
        ui: &'a Ui,
        site: &'a SiteAccess,
        workspace: &'a Workspace,
        plan: DownloadPlan,
    ) -> Result<Self> {
        let store = workspace.store()?;
        Ok(Self {
            ui,
            site,
            workspace,
            store,
            plan,
            position: None,
        })
    }

    /// Prepares the download of a puzzle without making a request.
    pub fn puzzle(&'a self, puzzle: Puzzle) -> PuzzleDownload<'a> {
        let waiting = format!("{puzzle}: waiting for another aoc that downloads it");
        PuzzleDownload {
            downloader: self,
            puzzle,
            has_new_input: false,
            lock: None,
            waiting: Box::new(self.ui.note_once(waiting)),
        }
    }

    /// The input that is downloaded. The input of a named account is stored under its name.
    pub(super) fn input_id(&self) -> InputId {
        InputId::of(self.site.account.as_ref())
    }

    /// The path of the input, as messages show it. `None` if the input is not stored.
    pub fn stored_input_path(&self, puzzle: Puzzle) -> Option<PathBuf> {
        let id = self.input_id();
        let path = self.store.input_path(puzzle, &id);
        let is_stored = self.store.has_input(puzzle, &id);
        is_stored.then(|| self.workspace.relative_path(&path))
    }

    /// Requests the input and stores it. Keeps the stored input if the new one is only its
    /// beginning.
    fn replace_input(
        &self,
        client: &SiteClient,
        retries: Retries,
        puzzle: Puzzle,
        path: &Path,
    ) -> SiteResult<FileOrigin> {
        let Self { site, store, .. } = self;
        let session = site.session()?;
        let input = client.input(puzzle, &session, retries)?;
        let replaced = store.usable_input(puzzle, &self.input_id());
        if let Some(stored) = &replaced
            && is_only_beginning(stored, &input)
        {
            let message = format!(
                "the reply is only the beginning of {}, which is kept",
                self.workspace.relative_path(path).display()
            );
            return Err(SiteError::bad_body(message).with_hint("to replace it, remove it first"));
        }
        store.write(path, &input)?;
        // Another tool may have stored the same input without the whitespace at its beginning.
        if replaced.is_some_and(|replaced| !is_same_text(replaced.trim(), input.trim())) {
            self.warn_of_other_input(puzzle);
        }
        Ok(FileOrigin::Downloaded)
    }

    /// Warns that an input has replaced a different one. A user's input never changes, so the two
    /// belong to different accounts, and the recorded answers belong to the replaced input.
    fn warn_of_other_input(&self, puzzle: Puzzle) {
        let answers = self.store.answers_path(puzzle, &self.input_id());
        let remedy = if answers.exists() {
            format!(
                "; if this is the session of another account, remove {}, which has the answers to \
                 the old input",
                self.workspace.relative_path(&answers).display()
            )
        } else {
            "; is this the session of another account?".to_owned()
        };
        self.ui.warning(format!(
            "{puzzle}: the new input has replaced a different one{remedy}"
        ));
    }
}

/// The error for an input whose download has already failed. The user was told the reason then.
fn failed_earlier_error(kind: SiteErrorKind, ui: &Ui, puzzle: Puzzle) -> SiteError {
    let typed = format!("`aoc fetch {puzzle}`");
    let how = ui.hint(&typed, watch_key::RUN);
    SiteError::new(kind, "its download failed").with_hint(format!("{how} tries again"))
}

/// True if the new input is only the beginning of the stored one, possibly because the connection
/// ended too early.
fn is_only_beginning(stored: &str, input: &str) -> bool {
    let stored = unix_lines(stored);
    let rest = stored.strip_prefix(input.trim_ascii_end());
    rest.is_some_and(|rest| !rest.trim_ascii().is_empty())
}

impl PuzzleDownload<'_> {
    pub fn input(&mut self) -> SiteResult<FileOrigin> {
        let downloader = self.downloader;
        let puzzle = self.puzzle;
        let Downloader { site, store, .. } = downloader;
        if let Some(kind) = site.failed_input(puzzle) {
            site.online_client()?;
            return Err(failed_earlier_error(kind, downloader.ui, puzzle));
        }
        let id = downloader.input_id();
        let path = store.input_path(puzzle, &id);
        check_is_file(&path)?;
        if id == InputId::Own && !store.has_input(puzzle, &id) {
            downloader
                .workspace
                .warn_of_misnamed_inputs(downloader.ui, puzzle);
        }
        let origin = self.download(&RequestedFile {
            needs_session: true,
            stored: &|| {
                let is_stored = !downloader.plan.replaces && store.has_input(puzzle, &id);
                Ok(is_stored.then_some(FileOrigin::Stored))
            },
            request: &|client, retries| downloader.replace_input(client, retries, puzzle, &path),
        });
        let origin = origin.inspect_err(|error| {
            // No request is made for a puzzle that is certainly locked, so there is no failure.
            let is_locked =
                error.kind == SiteErrorKind::Locked && site.check_unlocked(store, puzzle).is_err();
            if !is_locked {
                site.record_failed_input(puzzle, error);
            }
        })?;
        self.has_new_input = origin.is_new();
        Ok(origin)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use chrono::TimeDelta;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::{Environment, LocalClock};
    use crate::inputs::InputName;
    use crate::puzzle::unlock;
    use crate::testing::{clock_at, environment, project};

    /// The next round of `watch` does not try the download either.
    #[test]
    fn with_offline_an_input_is_missing_for_the_same_reason_again() {
        let (temp, _) = project(&[]);
        let global = GlobalArgs {
            offline: true,
            quiet: true,
            ..GlobalArgs::default()
        };
        let app = App::new(environment(temp.path(), &[]), &global);
        let downloader = Downloader::for_missing_files(&app).unwrap();
        for _ in 0..2 {
            let download = downloader.puzzle(Puzzle::of(2016, 8)).input();
            let error = download.expect_err("no input");
            assert_eq!(error.to_string(), SiteError::offline().to_string());
        }
    }

    /// The computer is asleep from ten minutes before the unlock until after it.
    #[test]
    fn after_a_sleep_no_check_of_the_session_holds_back_the_input() {
        static IS_AWAKE: AtomicBool = AtomicBool::new(false);
        let puzzle = Puzzle::of(2026, 1);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, paths) = channel();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut request = [0; 4096];
                let length = stream.read(&mut request).unwrap();
                let request = String::from_utf8_lossy(&request[..length]).into_owned();
                let path = request.split(' ').nth(1).unwrap().to_owned();
                let status = if path == "/settings" {
                    "403 Forbidden"
                } else {
                    "200 OK"
                };
                // The path is sent first, because the download may end before this thread continues
                // after the reply.
                sender.send(path).unwrap();
                let head = "Content-Length: 2\r\nConnection: close";
                write!(stream, "HTTP/1.1 {status}\r\n{head}\r\n\r\n1\n").unwrap();
                // By then, the countdown to the last check has begun.
                thread::sleep(Duration::from_millis(500));
                IS_AWAKE.store(true, Ordering::SeqCst);
            }
        });
        let (temp, _) = project(&[]);
        let variables = [("AOC_BASE_URL", &*base_url), ("AOC_SESSION", "ab")];
        let environment = Environment {
            clock: LocalClock {
                now: || {
                    let unlock = unlock(Puzzle::of(2026, 1));
                    if IS_AWAKE.load(Ordering::SeqCst) {
                        unlock + TimeDelta::seconds(30)
                    } else {
                        unlock - TimeDelta::minutes(10)
                    }
                },
                uptime: || {
                    let is_awake = IS_AWAKE.load(Ordering::SeqCst);
                    Duration::from_secs(if is_awake { 3630 } else { 3000 })
                },
            },
            ..environment(temp.path(), &variables)
        };
        let global = GlobalArgs {
            quiet: true,
            ..GlobalArgs::default()
        };
        let app = App::new(environment, &global);
        let plan = DownloadPlan {
            at_unlock: AtUnlock::WaitAndCheckSession,
            ..DownloadPlan::default()
        };
        let downloader = Downloader::new(&app.ui, &app.site, &app.workspace, plan).unwrap();
        let origin = downloader.puzzle(puzzle).input().expect("an input");
        assert!(origin.is_new());
        let paths: Vec<String> = paths.try_iter().collect();
        assert_eq!(paths, ["/settings", "/2026/day/1/input"]);
    }

    /// After the user has created the folder or has logged in, `watch` continues without a restart.
    #[test]
    fn what_the_user_can_mend_is_tried_again() {
        let missing_folder = ("AOC_INPUTS", "nosuch");
        let puzzle = Puzzle::of(2016, 8);
        for (variables, offline, account, is_final) in [
            (vec![missing_folder], false, None, false),
            (vec![], false, None, false),
            (vec![], true, None, true),
            // Each account has its own input.
            (vec![], true, Some("work"), false),
            (vec![missing_folder], false, Some("work"), false),
        ] {
            let (temp, _) = project(&[]);
            let variables = [variables, vec![("AOC_BASE_URL", "http://127.0.0.1:9")]].concat();
            let environment = Environment {
                clock: clock_at(|| "2026-12-25T05:00:00Z".parse().unwrap()),
                ..environment(temp.path(), &variables)
            };
            let global = GlobalArgs {
                offline,
                quiet: true,
                ..GlobalArgs::default()
            };
            let app = App::new(environment, &global);
            let account: Option<InputName> = account.map(|name| name.parse().unwrap());
            let site = match account {
                Some(_) => app.site.with_session(&app.environment, account),
                None => app.site.clone(),
            };
            let plan = DownloadPlan::default();
            let downloader = Downloader::new(&app.ui, &site, &app.workspace, plan).unwrap();
            let error = downloader.puzzle(puzzle).input().expect_err("no input");
            let is_kept = app.site.failed_input(puzzle).is_some();
            assert_eq!(is_kept, is_final, "{}", error.message());
        }
    }
}
