//! The keys of `watch`: their actions, when they are offered, and why a key has no effect.

use aoc_solution::Part;

use super::work::{RunKind, Work};
use crate::app::watch_key;
use crate::puzzle::Puzzle;
use crate::reporter::KeyHint;
use crate::submit::{Override, Overrides};

/// The action of a key of `watch`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WatchAction {
    /// The next round does this work.
    Round(Work),
    /// Submits the answer that was refused, with this option.
    SubmitWith(Override),
    /// Runs the day, and retries the downloads that failed.
    RunAgain,
    /// Runs the day with more or fewer details.
    Details,
    Share,
    Help,
    Quit,
}

/// Facts about the watched day that decide which keys are offered.
#[derive(Default)]
pub struct WatchedDay {
    /// The next part to solve. `None` if both parts are solved.
    pub open_part: Option<Part>,
    /// True if the open part is the last star of the event. If other stars are missing, the round
    /// that claims it says so.
    pub is_last_star_open: bool,
    /// The day, if `--alt` is given. The key that submits is then refused, because a submission runs
    /// the primary solution.
    pub alternative_of: Option<Puzzle>,
    /// The option that submits the answer that was refused.
    pub lifted_by: Option<Override>,
    pub has_only_likely_example: bool,
    pub has_trace: bool,
    /// The line that the user can share. `None` if the terminal cannot copy it.
    pub share_line: Option<String>,
}

/// A key with its action.
pub struct KeyRow {
    pub action: WatchAction,
    hint: KeyHint,
    /// Says whether the key is shown on a watched day, and whether it works. `None` if it works
    /// even without a day.
    on_day: Option<fn(&WatchedDay) -> Offer>,
}

/// Whether a key is shown on the watched day, and whether it works.
enum Offer {
    /// The key is shown, and works.
    Shown,
    /// The key is not shown. If it is pressed, its round says why there is nothing to do.
    Hidden,
    /// The key is not shown and has no effect, for this reason.
    Refused(String),
}

impl Offer {
    fn shown_if(condition: bool) -> Self {
        if condition { Self::Shown } else { Self::Hidden }
    }

    fn refused_unless(condition: bool, reason: &'static str) -> Self {
        if condition {
            Self::Shown
        } else {
            Self::Refused(reason.to_owned())
        }
    }
}

const NO_DAY: &str = "no day is watched yet; `aoc new 1` creates one";

/// The keys that a narrow line leaves out, the first one first. The other keys are always shown.
pub const DROP_ORDER: &[char] = &[
    watch_key::RUN,
    watch_key::DETAILS,
    watch_key::BENCH,
    watch_key::TRACE,
    watch_key::READ,
    watch_key::TAKE,
    watch_key::SHARE,
    watch_key::CLAIM,
    watch_key::SUBMIT,
    watch_key::WAIT,
    watch_key::FORCE,
];

/// The keys in the order in which a day needs them, which is also the order on the screen.
const KEYS: &[KeyRow] = &[
    row(
        WatchAction::Round(Work::Read),
        key(watch_key::READ, "puzzle", "read the part that is open"),
        |_| Offer::Shown,
    ),
    row(
        WatchAction::Round(Work::Run(RunKind::Take)),
        key(
            watch_key::TAKE,
            "take example",
            "take the page's unclear example",
        ),
        |day| Offer::shown_if(day.has_only_likely_example),
    ),
    row(
        WatchAction::RunAgain,
        key(watch_key::RUN, "run again", "run again, as Enter does"),
        |_| Offer::Shown,
    ),
    row(
        WatchAction::Details,
        key(
            watch_key::DETAILS,
            "details",
            "run with more or fewer details",
        ),
        |_| Offer::Shown,
    ),
    row(
        WatchAction::Round(Work::Run(RunKind::Trace)),
        key(
            watch_key::TRACE,
            "trace",
            "run with the trace of the solution",
        ),
        |day| Offer::shown_if(day.has_trace),
    ),
    row(
        submit(None),
        key(
            watch_key::SUBMIT,
            "submit",
            "submit the answer to the next part",
        ),
        |day| match (day.open_part, day.alternative_of) {
            (None, _) => {
                Offer::Refused("there is nothing to submit: both parts are solved".to_owned())
            }
            (Some(_), Some(puzzle)) => Offer::Refused(format!(
                "the answers shown here are those of --alt; `aoc submit {puzzle}` submits the primary \
                 solution's"
            )),
            (Some(_), None) => Offer::Shown,
        },
    ),
    row(
        WatchAction::SubmitWith(Override::Wait),
        key(
            watch_key::WAIT,
            "submit later",
            "submit as soon as the site takes it",
        ),
        |day| {
            Offer::refused_unless(
                day.lifted_by == Some(Override::Wait),
                "no answer was refused since the last save because it came too soon",
            )
        },
    ),
    row(
        WatchAction::SubmitWith(Override::Force),
        key(
            watch_key::FORCE,
            "submit anyway",
            "submit although an example fails",
        ),
        |day| {
            Offer::refused_unless(
                day.lifted_by == Some(Override::Force),
                "no answer was refused since the last save because of an example",
            )
        },
    ),
    row(
        submit(Some(Part::Two)),
        key(
            watch_key::CLAIM,
            "last star",
            "claim the last star of the event",
        ),
        |day| Offer::refused_unless(day.is_last_star_open, "there is no last star to claim"),
    ),
    row(
        WatchAction::Share,
        key(watch_key::SHARE, "copy line", "copy the line to share"),
        |day| {
            Offer::refused_unless(
                day.share_line.is_some(),
                "there is no line to copy: no time of the second star is known, or the terminal \
                 cannot copy",
            )
        },
    ),
    row(
        WatchAction::Round(Work::Bench),
        key(watch_key::BENCH, "bench", "measure the solution"),
        |_| Offer::Shown,
    ),
    KeyRow {
        action: WatchAction::Help,
        hint: key(watch_key::HELP, "keys", "show all keys"),
        on_day: None,
    },
    KeyRow {
        action: WatchAction::Quit,
        hint: key(watch_key::QUIT, "quit", "end, as Ctrl-D does"),
        on_day: None,
    },
];

/// The action that submits the answer to a part. `None` has the same meaning as in
/// [`Work::Submit`].
const fn submit(part: Option<Part>) -> WatchAction {
    WatchAction::Round(Work::Submit {
        part,
        overrides: Overrides {
            wait: false,
            force: false,
        },
    })
}

const fn key(key: char, label: &'static str, purpose: &'static str) -> KeyHint {
    KeyHint {
        key,
        label,
        purpose,
    }
}

/// The row of a key that needs a watched day.
const fn row(action: WatchAction, hint: KeyHint, on_day: fn(&WatchedDay) -> Offer) -> KeyRow {
    KeyRow {
        action,
        hint,
        on_day: Some(on_day),
    }
}

impl KeyRow {
    pub fn of_key(pressed: char) -> Option<&'static Self> {
        KEYS.iter().find(|row| row.hint.key == pressed)
    }

    /// The reason why the key has no effect on the watched day. `None` if it starts a round, even
    /// if that round ends with a note.
    pub fn refusal(&self, day: Option<&WatchedDay>) -> Option<String> {
        match self.offer(day) {
            Offer::Shown | Offer::Hidden => None,
            Offer::Refused(reason) => Some(reason),
        }
    }

    fn offer(&self, day: Option<&WatchedDay>) -> Offer {
        match (self.on_day, day) {
            (None, _) => Offer::Shown,
            (Some(_), None) => Offer::Refused(NO_DAY.to_owned()),
            (Some(on_day), Some(day)) => on_day(day),
        }
    }
}

/// The keys that are offered for the watched day, or without one.
pub fn shown_keys(day: Option<&WatchedDay>) -> Vec<KeyHint> {
    KEYS.iter()
        .filter(|row| matches!(row.offer(day), Offer::Shown))
        .map(|row| row.hint)
        .collect()
}

/// All keys in the order of [`KEYS`].
pub fn all_keys() -> impl Iterator<Item = KeyHint> {
    KEYS.iter().map(|row| row.hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reporter::{key_lines, waiting_lines};
    use crate::terminal::Terminal;

    #[test]
    fn a_refused_answer_is_submitted_by_the_key_that_lifts_its_refusal() {
        let too_soon = "no answer was refused since the last save because it came too soon";
        let example = "no answer was refused since the last save because of an example";
        for (key, lifted_by, refusal) in [
            (watch_key::WAIT, None, Some(too_soon)),
            (watch_key::WAIT, Some(Override::Wait), None),
            (watch_key::WAIT, Some(Override::Force), Some(too_soon)),
            (watch_key::FORCE, None, Some(example)),
            (watch_key::FORCE, Some(Override::Force), None),
            (watch_key::FORCE, Some(Override::Wait), Some(example)),
        ] {
            let day = WatchedDay {
                open_part: Some(Part::One),
                lifted_by,
                ..WatchedDay::default()
            };
            let row = KeyRow::of_key(key).expect("a key with an action");
            let refused = row.refusal(Some(&day));
            assert_eq!(refused.as_deref(), refusal, "{key} {lifted_by:?}");
        }
    }

    #[test]
    fn the_reference_has_a_row_for_each_key_in_this_order() {
        let page = include_str!("../../docs/reference.md");
        let (_, rows) = page
            .split_once("| key | does |\n|---|---|\n")
            .expect("a table");
        let listed: Vec<char> = rows
            .lines()
            .map_while(|row| row.strip_prefix("| `")?.chars().next())
            .collect();
        let keys: Vec<char> = all_keys().map(|hint| hint.key).collect();
        assert_eq!(listed, keys);
    }

    #[test]
    fn a_narrow_line_may_leave_out_each_key_that_needs_a_day() {
        let rows = KEYS.iter().filter(|row| row.on_day.is_some());
        let mut keys: Vec<char> = rows.map(|row| row.hint.key).collect();
        let mut dropped = DROP_ORDER.to_vec();
        keys.sort_unstable();
        dropped.sort_unstable();
        assert_eq!(dropped, keys);
    }

    #[test]
    fn the_keys_that_fit_are_on_a_line_and_all_can_be_shown() {
        let day = Some(Puzzle::of(2026, 12));
        let offered = WatchedDay {
            open_part: Some(Part::One),
            lifted_by: Some(Override::Wait),
            ..WatchedDay::default()
        };
        let mut text = String::new();
        for width in [100, 80, 40, 20] {
            let keys = shown_keys(Some(&offered));
            text += &waiting_lines(Terminal::wide(width), day, Some(keys), DROP_ORDER);
        }
        text += &waiting_lines(Terminal::PLAIN, None, Some(shown_keys(None)), DROP_ORDER);
        text += &waiting_lines(Terminal::wide(40), day, None, DROP_ORDER);
        text += &key_lines(Terminal::wide(40), all_keys());
        insta::assert_snapshot!(text, @"

        watching 2026/12  p puzzle  v details  s submit  w submit later  b bench  ? keys  q quit

        watching 2026/12  p puzzle  s submit  w submit later  b bench  ? keys  q quit

        2026/12  w submit later  ? keys  q quit

        2026/12  ? keys
          q quit

        watching days/, where there is no day yet  ? keys  q quit
        watching 2026/12; Ctrl-C ends it

        p  read the part that is open
        e  take the page's unclear example
        r  run again, as Enter does
        v  run with more or fewer details
        t  run with the trace of the solution
        s  submit the answer to the next part
        w  submit as soon as the site takes it
        f  submit although an example fails
        c  claim the last star of the event
        y  copy the line to share
        b  measure the solution
        ?  show all keys
        q  end, as Ctrl-D does
        ");
    }
}
