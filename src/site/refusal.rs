//! The site refuses a session that it does not accept. This is recorded for later commands.

use super::client::SiteClient;
use super::error::SiteError;
use super::request::SiteRequest;

impl SiteClient {
    /// The error of a session that the site does not accept. The refusal is recorded if the session
    /// has ended.
    pub(super) fn session_refused(&self, request: &SiteRequest) -> SiteError {
        if request.endpoint.rules().refusal_ends_session {
            self.session_ended(request)
        } else {
            refused(request)
        }
    }

    /// The error of a session that the site has ended. This is recorded.
    pub(super) fn session_ended(&self, request: &SiteRequest) -> SiteError {
        if let Some(session) = request.session() {
            self.state.remember_refused(session);
        }
        refused(request)
    }

    /// Records that the site accepts the session of the request. Does nothing without a session.
    pub(super) fn session_accepted(&self, request: &SiteRequest) {
        if let Some(session) = request.session() {
            self.state.remember_accepted(session);
        }
    }
}

/// The error of a session that the site does not accept.
fn refused(request: &SiteRequest) -> SiteError {
    let Some(session) = request.session() else {
        return SiteError::session_refused("the site asks for a session")
            .with_hint("run `aoc login`");
    };
    let message =
        format!("the site does not accept the session from {session}: it has expired or is wrong");
    SiteError::session_refused(message).with_hint(session.place.remedy())
}

#[cfg(test)]
mod tests {
    use super::super::session::{Session, SessionPlace};
    use super::*;
    use crate::puzzle::Puzzle;

    #[test]
    fn a_refusal_names_the_session_or_the_way_to_one() {
        let place = SessionPlace::Variable("AOC_SESSION");
        let session = Session::new(b"ab", place).expect("a session");
        for (session, expected) in [
            (None, "the site asks for a session; run `aoc login`"),
            (
                Some(&session),
                "the site does not accept the session from AOC_SESSION (…): it has expired or is \
                 wrong; set AOC_SESSION again, or unset it and run `aoc login`",
            ),
        ] {
            let refused = refused(&SiteRequest::page(Puzzle::of(2020, 22), session));
            assert_eq!(refused.to_string(), expected);
        }
    }
}
