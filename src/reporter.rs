//! Everything that is shown. Writers and what is known of the terminal are
//! handed in; plain data goes in, lines come out.
//!
//! Results go to stdout and the rest to stderr, each with a [`Terminal`] of its
//! own. Every function that writes returns an `OutputError`: a broken pipe is
//! one that ends the command successfully.

mod accept;
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
mod difference;
mod doctor;
mod doctor_report;
mod document;
mod examples;
mod export;
mod extent;
mod fetch;
mod footnotes;
mod head;
mod import;
mod import_check;
mod init;
mod leaderboard;
mod list;
mod live;
mod login;
mod markdown;
mod new;
mod not_run;
mod open;
mod overview;
mod page;
mod progress;
mod progress_only;
mod read;
mod repeated;
mod run;
mod run_line;
mod run_summary;
mod run_table;
mod scale;
mod status;
mod submit;
mod tally;
mod test;
mod test_table;
mod test_tally;
mod verify;
mod watch;

pub use accept::{AcceptResult, AcceptResults, AcceptStatus, accepted};
pub use bench::{bench_document, bench_table};
pub use bench_document::BenchFormat;
pub use calendar::{CalendarDay, CalendarResults, CalendarYear, calendar};
pub use doctor::doctor;
pub use doctor_report::{
    ClockReport, DoctorReport, FolderReport, LibraryReport, LibraryStatus, PlaceKind, PlaceReport,
    Problem, ProblemKind, ProjectReport, SessionReport, SessionStatus, SettingReport, SiteReport,
    ToolReport, YearReport,
};
pub use export::{bench_html, bench_readme, bench_svg};
pub use extent::Extent;
pub use fetch::{FetchResult, FetchResults, FetchStatus, FetchedExamples, fetch_summary};
pub use import::{
    ImportResults, ImportedAnswer, ImportedFile, ImportedInput, ImportedSession, NotImported,
    imported,
};
pub use import_check::{ImportCheck, import_checked};
pub use init::{InitGit, InitResults, InitVersions, next_steps};
pub use leaderboard::{
    LeaderboardDay, LeaderboardMember, LeaderboardResults, Medians, MemberDay, PartStandings,
    leaderboard,
};
pub use list::{ListEntry, list};
pub use login::{Elsewhere, LoginResult, LogoutResult, User, logged_in, logged_out};
pub use new::{NewResult, NewResults, NewStatus, new_days};
pub use not_run::puzzle_list;
pub use open::{OpenResult, OpenResults, opened};
pub use overview::{
    DayOverview, EventOverview, LastRun, Next, SessionOverview, StarsOverview, StatusResults,
    Unlock, overview,
};
pub use progress::{Bar, Spinner};
pub use progress_only::progress_reporter;
pub use read::{ReadPage, ReadResults};
pub use run::run_reporter;
pub use submit::{SubmitResult, SubmitStatus, submitted};
pub use test::test_reporter;
pub use verify::verify_reporter;
pub use watch::WatchScreen;
