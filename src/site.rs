//! adventofcode.com. The client is a guest there: it says who it is, limits the
//! rate of its requests, follows no redirect, and refuses every reply that is
//! not what was asked for. Nothing here prints; a listener is told what the
//! user should know as a [`Notice`].
//!
//! `connection` has the `Site`; each endpoint (`input`, `page`) has a file that
//! adds its methods. `transport` makes one GET request with its retries.

mod backoff;
mod calendar;
mod clock;
mod config;
mod connection;
mod error;
mod events;
mod failure;
mod html;
mod input;
mod leaderboard;
mod leaderboard_file;
mod limits;
mod notice;
mod page;
mod refusal;
mod remembered;
mod reply;
mod session;
mod stars;
mod state;
mod throttle;
mod transport;
mod unlock;
mod user_page;

pub use config::SiteConfig;
pub use connection::Site;
pub use error::{FailureScope, SiteError};
pub use html::parts;
pub use leaderboard::{Leaderboard, LeaderboardAccess, Member, ViewKey};
pub use leaderboard_file::{LeaderboardFile, SeenLeaderboard};
pub use notice::Notice;
pub use remembered::{remembered_clock, remembered_time};
pub use session::{Places, Session, SessionError};
pub use stars::{SeenStars, Stars, StarsFile, YearStars};
pub use unlock::IsLocked;
