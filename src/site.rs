//! adventofcode.com. The client is a guest there: it says who it is, limits the
//! rate of its requests, follows no redirect, and refuses every reply that is
//! not what was asked for. Nothing here prints; a listener receives what the
//! user should know as a [`Notice`].
//!
//! `connection` has the `Site`; each endpoint (`input`, `page`, `answer`, ...) has a
//! file that adds its methods. `transport` makes one request: a GET with its
//! retries, a POST without any.

mod answer;
mod backoff;
mod calendar;
mod clock;
mod config;
mod connection;
mod document;
mod error;
mod events;
mod examples;
mod failure;
mod health;
mod html;
mod input;
mod leaderboard;
mod leaderboard_file;
mod limits;
mod locators;
mod notice;
mod page;
mod parse;
mod refusal;
mod remembered;
mod reply;
mod session;
mod settings;
mod stars;
mod state;
mod throttle;
mod transport;
mod unlock;
mod user_page;
mod verdict;

pub use answer::Submission;
pub use config::SiteConfig;
pub use connection::Site;
pub use document::{Block, PartText, PuzzlePage, Span};
pub use error::{AnswerError, FailureScope, SiteError};
pub use examples::extract_examples;
pub use health::{Health, health};
pub use leaderboard::{Leaderboard, LeaderboardAccess, Member, ViewKey};
pub use leaderboard_file::{LeaderboardFile, SeenLeaderboard};
pub use notice::Notice;
pub use remembered::{remembered_clock, remembered_time};
pub use session::{
    MAX_SESSION_FILE, Place, Places, Session, SessionError, SessionFile, Surveyed, survey,
};
pub use settings::Account;
pub use stars::{SeenStars, Stars, StarsFile, YearStars};
pub use unlock::IsLocked;
pub use verdict::{Direction, Verdict};
