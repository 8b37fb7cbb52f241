//! Everything that is shown. Writers and what is known of the terminal are
//! handed in; plain data goes in, lines come out.
//!
//! Results go to stdout and the rest to stderr, each with a [`Terminal`] of its
//! own. Every function that writes returns an `OutputError`: a broken pipe is
//! one that ends the command successfully.

mod accept;
mod ask;
mod bench;
mod bench_bars;
mod bench_day;
mod bench_document;
mod bench_listing;
mod bench_notes;
mod bench_progress;
mod bench_row;
mod bench_sum;
mod bench_table;
mod bench_total;
mod calendar;
mod columns;
mod console;
mod difference;
mod doctor;
mod doctor_report;
mod document;
mod error;
mod examples;
mod export;
mod extent;
mod fetch;
mod footnotes;
mod r#gen;
mod head;
mod import;
mod import_check;
mod init;
mod json;
mod keys;
mod layout;
mod leaderboard;
mod list;
mod live;
mod login;
mod markdown;
mod new;
mod not_run;
mod open;
mod output;
mod overview;
mod pace;
mod page;
mod pager;
mod paragraph;
mod progress;
mod progress_only;
mod read;
mod repeated;
mod run;
mod run_line;
mod run_summary;
mod run_table;
mod scale;
mod secret;
mod status;
mod status_row;
mod style;
mod submit;
mod tally;
mod terminal;
mod terminal_mode;
mod test;
mod test_table;
mod test_tally;
mod text;
mod verbosity;
mod verify;
mod watch;

pub use accept::{AcceptResult, AcceptResults, AcceptStatus, accepted};
pub use ask::ask;
pub use bench::{bench_document, bench_table};
pub use bench_document::BenchFormat;
pub use calendar::{CalendarDay, CalendarResults, CalendarYear, calendar};
pub use console::Console;
pub use doctor::doctor;
pub use doctor_report::{
    ClockReport, DoctorReport, FolderReport, LibraryReport, LibraryStatus, PlaceKind, PlaceReport,
    Problem, ProblemKind, ProjectReport, SessionReport, SessionStatus, SettingReport, SiteReport,
    ToolReport, YearReport,
};
pub use error::{error, note, warning};
pub use export::{bench_html, bench_readme, bench_svg};
pub use extent::Extent;
pub use fetch::{FetchResult, FetchResults, FetchStatus, FetchedExamples, fetch_summary};
pub use r#gen::gen_reporter;
pub use import::{
    ImportResults, ImportedAnswer, ImportedFile, ImportedInput, ImportedSession, NotImported,
    imported,
};
pub use import_check::{ImportCheck, import_checked};
pub use init::{InitGit, InitResults, InitVersions, next_steps};
pub use json::json;
pub use keys::{Key, Keys};
pub use leaderboard::{
    LeaderboardDay, LeaderboardMember, LeaderboardResults, Medians, MemberDay, PartStandings,
    leaderboard,
};
pub use list::{ListEntry, list};
pub use login::{Elsewhere, LoginResult, LogoutResult, User, logged_in, logged_out};
pub use new::{NewResult, NewResults, NewStatus, new_days};
pub use not_run::puzzle_list;
pub use open::{OpenResult, OpenResults, opened};
pub use output::raw;
pub use overview::{
    DayOverview, EventOverview, LastRun, Next, SessionOverview, StarsOverview, StatusResults,
    Unlock, overview,
};
pub use pace::Pace;
pub use pager::{Pager, pager_is_open};
pub use progress::{Bar, Spinner};
pub use progress_only::progress_reporter;
pub use read::{ReadPage, ReadResults};
pub use run::run_reporter;
pub use secret::read_secret;
pub use status_row::{end_progress, erase_echo};
pub use submit::{SubmitResult, SubmitStatus, submitted};
pub use terminal::{ColorChoice, Terminal, Terminals};
pub use terminal_mode::close as restore_terminal;
pub use test::test_reporter;
pub use verbosity::Verbosity;
pub use verify::verify_reporter;
pub use watch::WatchScreen;
