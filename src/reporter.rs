//! Everything that is shown. Writers and what is known of the terminal are
//! handed in; plain data goes in, lines come out.
//!
//! Results go to stdout and the rest to stderr, each with a [`Terminal`] of its
//! own. Every function that writes returns an `OutputError`: a broken pipe is
//! one that ends the command successfully.

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
mod difference;
mod doctor;
mod doctor_report;
mod export;
mod fetch_progress;
mod footnotes;
mod head;
mod leaderboard;
mod list;
mod login;
mod markdown;
mod overview;
mod page;
mod progress;
mod read;
mod results;
mod scale;
mod status;
mod summary;
mod watch;

use head as columns;
use progress as extent;
use summary as not_run;
use summary as repeated;

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
pub use fetch_progress::{FetchProgress, MANY};
pub use leaderboard::{
    LeaderboardDay, LeaderboardMember, LeaderboardResults, Medians, MemberDay, PartStandings,
    leaderboard,
};
pub use list::{ListEntry, list};
pub use login::{Elsewhere, LoginResult, LogoutResult, User, logged_in, logged_out};
pub use overview::{
    DayOverview, EventOverview, LastRun, Next, SessionOverview, StarsOverview, StatusResults,
    Unlock, overview,
};
pub use progress::{Extent, Spinner, progress_reporter};
pub use read::{ReadPage, ReadResults};
pub use results::{Results, results_reporter};
pub use status::{message_line, status_word};
pub use summary::{full_name, puzzle_list, without};
pub use watch::WatchScreen;
