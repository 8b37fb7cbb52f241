//! The endpoint `/YEAR/day/DAY/answer`. It gets one POST request, which is never repeated, because
//! the site may have graded the answer even if the request fails. The error says whether this is
//! possible.
//!
//! Every verdict has the HTTP status 200, so only its text tells verdicts apart. A wrong answer can
//! be "the right answer for someone else", and the page quotes the submitted answer. So only the
//! first article counts, and it must begin with a known sentence.

use std::time::Duration;

use aoc_solution::Part;
use reqwest::Url;

use super::answer_wait::{LONGEST_KNOWN_WAIT, SHORTEST_KNOWN_WAIT, requested_wait, wait_between};
use super::client::SiteClient;
use super::error::{SiteError, SiteResult};
use super::request::SiteRequest;
use super::session::Session;
use crate::inputs::Verdict;
use crate::pages::{
    Node, first, is_logged_out, leads_to_other_puzzle, page_title, parse_html, plain_text, select,
    short_excerpt, title,
};
use crate::puzzle::Puzzle;
use crate::terminal::MessageKind;

/// The site's reply to an answer, with its verdict.
#[derive(Debug, PartialEq)]
pub struct AnswerReply {
    /// The verdict of the site. It is never [`Verdict::Unknown`].
    pub verdict: Verdict,
    /// The time until the site takes another answer. If the reply does not name a time, this is the
    /// usual one. `None` if there is no wait.
    pub wait: Option<Duration>,
    /// True if the answer is right for another user's input.
    pub is_for_someone_else: bool,
}

/// The reason why a reply to an answer has no verdict.
#[derive(Debug, PartialEq)]
pub(super) enum NoVerdict {
    /// `aoc` does not understand the text. The message for the user quotes the sanitized beginning
    /// of the text.
    Unclear(String),
    /// The page is for a user who is not logged in.
    LoggedOut,
}

/// The body of the request in percent-encoding.
pub fn answer_body(part: Part, answer: &str) -> String {
    // The address does not matter: only its query is used.
    let mut url = Url::parse("http://localhost").expect("an address");
    url.query_pairs_mut()
        .append_pair("level", &u8::from(part).to_string())
        .append_pair("answer", answer);
    url.query().unwrap_or_default().to_owned()
}

impl SiteClient {
    /// Submits an answer at once. Call [`SiteClient::await_turn`] first. A reply without a verdict
    /// is an error.
    pub fn answer(
        &self,
        puzzle: Puzzle,
        part: Part,
        answer: &str,
        session: &Session,
    ) -> SiteResult<AnswerReply> {
        let request = SiteRequest::answer(puzzle, answer_body(part, answer), session);
        let sent = self.send_once(&request, None);
        let ends_session = sent.as_ref().is_ok_and(|reply| reply.ends_session);
        let judged = sent.and_then(|reply| match AnswerReply::parse(&reply.text, puzzle) {
            Ok(judged) => {
                self.learn_time(reply.time);
                Ok(judged)
            }
            Err(NoVerdict::Unclear(why)) if !ends_session => Err(SiteError::unknown_reply(why)),
            // If the session has expired, the site shows such a page instead of a verdict.
            Err(NoVerdict::Unclear(_) | NoVerdict::LoggedOut) => {
                Err(request.ended_session_error().after_sending())
            }
        });
        // The site may end the session together with its verdict. The verdict still counts.
        let ended = (judged.is_ok() && ends_session).then(|| request.ended_session_error());
        if let Some(ended) = &ended {
            (self.log)(MessageKind::Warning, &ended.to_string());
        }
        self.record_session(&request, ended.as_ref().or(judged.as_ref().err()));
        judged
    }
}

impl AnswerReply {
    /// Parses the reply to an answer for this puzzle.
    pub(super) fn parse(html: &str, puzzle: Puzzle) -> Result<Self, NoVerdict> {
        let html = parse_html(html);
        let title = title(&html);
        let main = first(&html, "main");
        let article = main.and_then(|main| first(main, "article"));
        let has_other_title = title.starts_with("Day ") && title != page_title(puzzle);
        let has_other_link = article
            .into_iter()
            .flat_map(|article| select(article, "a"))
            .any(|link| leads_to_other_puzzle(link.attr("href"), puzzle));
        if has_other_title || has_other_link {
            let why = "the reply is about another puzzle";
            return Err(NoVerdict::Unclear(why.to_owned()));
        }
        // A typographic apostrophe counts as a plain one.
        let text = article.map(plain_text).unwrap_or_default();
        if let Some(judged) = Self::of_article(&text.replace('\u{2019}', "'")) {
            return Ok(judged);
        }
        if is_logged_out(&html) {
            return Err(NoVerdict::LoggedOut);
        }
        let body = first(&html, "body").unwrap_or(Node::from(&html));
        let place = article.or(main).unwrap_or(body);
        let text = short_excerpt(&plain_text(place));
        Err(NoVerdict::Unclear(if text.is_empty() {
            "the reply contains no verdict".to_owned()
        } else {
            format!("the site says: {text}")
        }))
    }

    /// Parses the text of the article. `None` unless it begins with a known sentence.
    fn of_article(article: &str) -> Option<Self> {
        if let Some(rest) = article.strip_prefix("That's not the right answer") {
            return Some(Self::wrong(rest));
        }
        // The text about the last star of an event does not mention an answer.
        let mut sentences = article.split(['.', '!', '?']).map(str::trim_start);
        let verdict = if article.starts_with("You gave an answer too recently") {
            Verdict::TooRecent
        } else if article.starts_with("You don't seem to be solving the right level") {
            Verdict::WrongLevel
        } else if article.starts_with("That's the right answer!")
            || sentences.any(|text| text.starts_with("You've finished every puzzle"))
        {
            Verdict::Right
        } else {
            return None;
        };
        let named = wait_between(article, "You have ", " left to wait");
        Some(Self {
            verdict,
            wait: match verdict {
                Verdict::TooRecent => named.or(Some(LONGEST_KNOWN_WAIT)),
                _ => None,
            },
            is_for_someone_else: false,
        })
    }

    /// Parses the text after the opening words about a wrong answer.
    fn wrong(rest: &str) -> Self {
        // The quoted answer may be any text.
        let rest = rest.split("(You guessed").next().unwrap_or_default();
        let verdict = match rest.split('.').next() {
            Some(text) if text.ends_with("your answer is too high") => Verdict::TooHigh,
            Some(text) if text.ends_with("your answer is too low") => Verdict::TooLow,
            _ => Verdict::Wrong,
        };
        Self {
            verdict,
            wait: requested_wait(rest).or(Some(SHORTEST_KNOWN_WAIT)),
            is_for_someone_else: rest.contains("it's the right answer for someone else"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::matching;

    const PUZZLE: Puzzle = Puzzle::of(2020, 22);

    fn page(article: &str) -> String {
        format!(
            "<!DOCTYPE html><title>Day 22 - Advent of Code 2020</title><!-- That's the right \
             answer! --><body><header><div class=\"user\">someone</div></header><div \
             id=\"sidebar\">That's the right answer! [Log In]</div><main><article>{article}\
             </article></main></body></html>"
        )
    }

    fn reply(article: &str) -> Result<AnswerReply, NoVerdict> {
        AnswerReply::parse(&page(article), PUZZLE)
    }

    /// The capital words `NOT`, `OTHER`, `GUESSED`, `AGAIN`, `SOON` and `LEFT` stand for sentences
    /// of the site.
    #[test]
    fn the_first_sentence_decides() {
        let other = "Curiously, it's the right answer for someone else; you might be unlucky.";
        for (text, (verdict, wait)) in [
            (
                "<p>That&#39;s  the  right answer! You are one</p>",
                (Verdict::Right, 0),
            ),
            (
                "<p>That\u{2019}s the <em>right</em> answer!</p>",
                (Verdict::Right, 0),
            ),
            (
                "<p>Well!  You've finished every puzzle in 2025!</p>",
                (Verdict::Right, 0),
            ),
            (
                "<p>That's <em>not</em> the right answer.</p>",
                (Verdict::Wrong, 60),
            ),
            (
                "NOT.  If you're stuck.  Please wait one minute AGAIN.",
                (Verdict::Wrong, 60),
            ),
            (
                "NOT; your answer is too high.  Please wait 5m AGAIN.",
                (Verdict::TooHigh, 300),
            ),
            ("NOT; your answer is too low.", (Verdict::TooLow, 60)),
            (
                "NOT. OTHER Please wait one minute AGAIN.",
                (Verdict::Wrong, 60),
            ),
            (
                "NOT; your answer is too high. OTHER",
                (Verdict::TooHigh, 60),
            ),
            (
                "NOT. GUESSED 4 times, please wait 5 minutes AGAIN.",
                (Verdict::Wrong, 300),
            ),
            (
                "NOT. (You guessed too low. Please wait 5 minutes AGAIN)",
                (Verdict::Wrong, 60),
            ),
            (
                "NOT. (You guessed it's the right answer for someone else)",
                (Verdict::Wrong, 60),
            ),
            ("SOON; wait.  You have 16s LEFT.", (Verdict::TooRecent, 16)),
            (
                "SOON.  You have 4m 32s LEFT. <a>x</a>",
                (Verdict::TooRecent, 272),
            ),
            (
                "SOON.  You have 18446744073709551615s LEFT",
                (Verdict::TooRecent, 86_400),
            ),
            ("SOON.  You have some time LEFT.", (Verdict::TooRecent, 900)),
            ("SOON; wait a bit.", (Verdict::TooRecent, 900)),
            (
                "NOT.  Please wait fifteen minutes AGAIN.",
                (Verdict::Wrong, 900),
            ),
            ("NOT.  Please wait a while AGAIN.", (Verdict::Wrong, 900)),
            (
                "NOT.  You must wait 5 minutes AGAIN.",
                (Verdict::Wrong, 300),
            ),
            ("NOT.  Please wait until tomorrow.", (Verdict::Wrong, 900)),
            (
                "You don't seem to be solving the right level.",
                (Verdict::WrongLevel, 0),
            ),
        ] {
            let article = text
                .replace("NOT", "That's not the right answer")
                .replace("OTHER", other)
                .replace("GUESSED", "You guessed incorrectly")
                .replace("AGAIN", "before trying again")
                .replace("SOON", "You gave an answer too recently")
                .replace("LEFT", "left to wait");
            let Ok(judged) = reply(&article) else {
                panic!("no verdict: {text}");
            };
            let seconds = judged.wait.map_or(0, |wait| wait.as_secs());
            assert_eq!((judged.verdict, seconds), (verdict, wait), "{text}");
            assert_eq!(judged.is_for_someone_else, text.contains("OTHER"), "{text}");
        }
    }

    #[test]
    fn what_is_not_a_verdict_is_never_one() {
        let unclear = |why: &str| Err(NoVerdict::Unclear(why.to_owned()));
        let other_puzzle = "the reply is about another puzzle";
        let long = "ä".repeat(100_000);
        let for_others = "That's the right answer for someone else.";
        let for_day_21 = "That's the right answer! <a href=\"/2020/day/21\">[Return to Day 21]</a>";
        let of_2021 =
            "That's the right answer! <a href=\"https://adventofcode.com/2021/day/22\">x</a>";
        for (article, shown) in [
            ("<p>It's the right answer!</p>", "It's the right answer!"),
            (for_others, for_others),
            ("Hm.</article><article>That's the right answer!", "Hm."),
            ("<p>No.\u{1b}[2J\u{202e}</p>", r"No.\u{1b}[2J\u{202e}"),
            (&long, &short_excerpt(&long)),
            ("<script>That's the right answer!</script>Hm.", "Hm."),
        ] {
            let says = unclear(&format!("the site says: {shown}"));
            assert_eq!(reply(article), says, "{article}");
        }
        assert_eq!(reply(""), unclear("the reply contains no verdict"));
        for article in [for_day_21, of_2021] {
            assert_eq!(reply(article), unclear(other_puzzle), "{article}");
        }
        // Anyone may have written the text outside of the article.
        let sponsor = "<main><p>That's the right answer!</p></main>";
        let says = unclear("the site says: That's the right answer!");
        assert_eq!(AnswerReply::parse(sponsor, PUZZLE), says);
        let other = page("That's the right answer!").replace("Day 22 -", "Day 21 -");
        assert_eq!(AnswerReply::parse(&other, PUZZLE), unclear(other_puzzle));
        let anonymous = "<title>Day 22 - Advent of Code 2020</title><header><a \
                         href=\"/2020/auth/login\">[Log In]</a></header><main><article \
                         class=\"day-desc\"><h2>--- Day 22: Crab Combat ---</h2></article></main>";
        assert_eq!(
            AnswerReply::parse(anonymous, PUZZLE),
            Err(NoVerdict::LoggedOut)
        );
        let sentence = "To play, please identify yourself via one of these services:";
        let below = format!("<main><article>A puzzle.</article><p>{sentence}</p></main>");
        assert_eq!(
            AnswerReply::parse(&below, PUZZLE),
            Err(NoVerdict::LoggedOut)
        );
    }

    #[test]
    fn links_of_a_verdict_are_those_of_its_puzzle() {
        for link in [
            "/2020/day/22#part2",
            "/2020",
            "https://example.com/?text=adventofcode.com/2020/day/21",
            "https://adventofcode.com/2020/day/22",
            "/2020/leaderboard/day/1",
        ] {
            let article = format!("That's the right answer! <a href=\"{link}\">[x]</a>");
            let right = Ok(AnswerReply {
                verdict: Verdict::Right,
                wait: None,
                is_for_someone_else: false,
            });
            assert_eq!(reply(&article), right, "{link}");
        }
    }

    proptest! {
        #[test]
        fn only_its_sentence_makes_an_answer_right(
            article in matching("(<(article|p|code|!--)>|</(article|p|code)>|That's the right answer|That's not the right answer|You've finished every puzzle|[!.]|Please wait | before trying again|You have | left to wait|1h |\u{1b}|\\PC){0,30}")
        ) {
            let page = page(&article);
            // After a `<`, a sentence may be read as the name of a tag.
            let shown = first(&parse_html(&page), "article").map(plain_text).unwrap_or_default();
            match AnswerReply::parse(&page, PUZZLE) {
                Err(NoVerdict::Unclear(why)) => prop_assert!(!why.contains(char::is_control)),
                Ok(judged) => {
                    prop_assert_ne!(judged.verdict, Verdict::Unknown);
                    if judged.verdict == Verdict::Right && !shown.contains("You've finished") {
                        let (right, wrong) = (shown.find("That's the right"), shown.find("That's not"));
                        prop_assert!(right.is_some() && wrong.is_none_or(|wrong| right < Some(wrong)));
                    }
                }
                Err(NoVerdict::LoggedOut) => {}
            }
        }
    }
}
