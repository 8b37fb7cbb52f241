//! The endpoint `/YEAR/day/DAY/answer`: one POST request, and never a second
//! one. A request that failed may still have been graded, so its failure
//! says whether that can be.

use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use reqwest::Url;

use super::connection::Site;
use super::error::{AnswerError, SiteError};
use super::notice::Listener;
use super::refusal::{not_logged_in, refusal};
use super::session::Session;
use super::unlock::IsLocked;
use super::verdict::{self, Verdict};
use crate::puzzle::Puzzle;

/// An answer and what it is the answer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    pub puzzle: Puzzle,
    pub part: Part,
    pub answer: String,
}

impl Submission {
    /// The path of the request.
    pub fn path(&self) -> String {
        self.puzzle.page_path() + "/answer"
    }

    /// The body of the request, percent-encoded.
    pub fn form(&self) -> String {
        // Only its query is used.
        let mut url = Url::parse("http://localhost").expect("an address");
        url.query_pairs_mut()
            .append_pair("level", &u8::from(self.part).to_string())
            .append_pair("answer", &self.answer);
        url.query().unwrap_or_default().to_owned()
    }
}

impl Site {
    /// Submits an answer. Calls `sending` right before it is sent, which may say
    /// no.
    pub fn answer(
        &self,
        submission: &Submission,
        session: &Session,
        sending: &dyn Fn() -> bool,
        listener: Listener<'_>,
    ) -> Result<Verdict, AnswerError> {
        let puzzle = submission.puzzle;
        self.once_unlocked(puzzle, false, listener, || {
            let (path, form) = (submission.path(), submission.form());
            let reply = self.transport.post(&path, form, session, sending, listener);
            let reply = reply.map_err(|failed| {
                if failed.sent {
                    AnswerError::Lost(failed.error)
                } else {
                    AnswerError::NotGraded(failed.error)
                }
            })?;
            if reply.status == 200 {
                return match verdict::parse(&String::from_utf8_lossy(&reply.body)) {
                    Verdict::LoggedOut => Err(not_logged_in(session).into()),
                    verdict => Ok(verdict),
                };
            }
            match refusal(&reply, puzzle, session, self.transport.clock()) {
                SiteError::Status { status, said } => {
                    Ok(Verdict::Unknown(format!("status {status}{said}")))
                }
                SiteError::Redirected { to } => Ok(Verdict::Unknown(format!("a redirect to {to}"))),
                error => Err(error.into()),
            }
        })
    }

    /// The time on the site, as far as it is known.
    pub fn now(&self) -> DateTime<Utc> {
        self.transport.clock().now()
    }

    /// The time until `instant` on the site; `None` if it is past.
    pub fn until(&self, instant: DateTime<Utc>) -> Option<Duration> {
        self.transport.clock().until(instant)
    }
}

impl IsLocked for AnswerError {
    fn is_locked(&self) -> bool {
        matches!(self, Self::NotGraded(SiteError::Locked { .. }))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::puzzle::{Day, Year};

    fn form(answer: &str) -> String {
        Submission {
            puzzle: Year(2020).day(Day(2)),
            part: Part::Two,
            answer: answer.to_owned(),
        }
        .form()
    }

    #[test]
    fn answers_are_encoded() {
        for (answer, encoded) in [
            ("33400", "33400"),
            ("-0", "-0"),
            ("1.0", "1.0"),
            ("a,b&c+d%", "a%2Cb%26c%2Bd%25"),
            ("a b=c", "a+b%3Dc"),
            ("ä", "%C3%A4"),
        ] {
            assert_eq!(form(answer), format!("level=2&answer={encoded}"));
        }
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_what_was_meant(answer in any::<String>()) {
            let form = form(&answer);
            prop_assert!(form.is_ascii() && !form.contains(['\r', '\n', ' ']));
            let url = Url::parse(&format!("http://localhost/?{form}")).expect("an address");
            let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
            let level = ("level".to_owned(), "2".to_owned());
            prop_assert_eq!(pairs, [level, ("answer".to_owned(), answer)]);
        }
    }
}
