//! adventofcode.com. The client is a guest there: it says who it is, spaces
//! its requests, follows no redirect, and accepts nothing as an input or a page
//! that is not one. Nothing here prints; what the user should know goes to a
//! listener as a [`Notice`].

mod backoff;
mod client;
mod clock;
mod connection;
mod error;
mod failure;
mod input;
mod limits;
mod notice;
mod page;
mod reply;
mod session;
mod throttle;
mod unlock;

pub use connection::{Config, Site};
pub use error::{FailureScope, SiteError};
pub use limits::{LONGEST, SHORTEST};
pub use notice::Notice;
pub use page::parts;
pub use session::{Places, Session, SessionError};
pub use unlock::IsLocked;
