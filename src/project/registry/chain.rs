//! The chain of calls that is a year's registry.

use super::module;
use crate::puzzle::Day;

/// rustfmt keeps a chain of this width on one line, and no wider one.
const ONE_LINE: usize = 60;

/// `Registry::new(2020)`, then a call for each day, then `.main()`.
pub struct Chain {
    /// Its first line in the file, and the one after its last.
    lines: std::ops::Range<usize>,
    /// The first line as far as `Registry::new(2020)`.
    head: String,
    /// Between head and tail, with the indentation they have.
    calls: Vec<Call>,
    /// What is on the line of `.main()` after it.
    tail: String,
}

struct Call {
    /// The day that it registers; none for comments and other calls.
    day: Option<Day>,
    line: String,
}

impl Chain {
    /// The one chain in the file, if it consists of lines that we know.
    pub fn find(lines: &[String]) -> Option<Self> {
        let is_head =
            |line: &String| !line.trim_start().starts_with("//") && line.contains("Registry::new(");
        let first = lines.iter().position(is_head)?;
        if lines[first + 1..].iter().any(is_head) {
            return None;
        }
        let open = lines[first].find("Registry::new(")?;
        let close = open + lines[first][open..].find(')')? + 1;
        let (head, mut rest) = lines[first].split_at(close);
        let mut chain = Self {
            lines: first..first + 1,
            head: head.to_owned(),
            calls: Vec::new(),
            tail: String::new(),
        };
        if !rest.is_empty() {
            while !rest.starts_with(".main()") {
                let (day, call) = day_call(rest)?;
                chain.push(Some(day), call);
                rest = &rest[call.len()..];
            }
            rest.strip_prefix(".main()")?.clone_into(&mut chain.tail);
            return Some(chain);
        }
        for line in &lines[first + 1..] {
            chain.lines.end += 1;
            let call = line.trim();
            if let Some(tail) = call.strip_prefix(".main()") {
                tail.clone_into(&mut chain.tail);
                return Some(chain);
            }
            let day = match day_call(call) {
                Some((day, whole)) if whole == call || call[whole.len()..].starts_with(" //") => {
                    Some(day)
                }
                None if call.is_empty() || call.starts_with("//") => None,
                None if call.starts_with('.') && !call.starts_with(".day") => None,
                _ => return None,
            };
            chain.calls.push(Call {
                day,
                line: line.clone(),
            });
        }
        None
    }

    /// Whether the day is registered, in whatever way.
    pub fn has(&self, day: Day) -> bool {
        self.calls.iter().any(|call| call.day == Some(day))
    }

    /// Registers a day: after the days before it.
    pub fn add(&mut self, day: Day, solution: &str) {
        let before = |call: &Call| call.day.is_some_and(|other| other < day);
        let index = self.calls.iter().rposition(before).map_or(0, |at| at + 1);
        let call = format!("{}{solution}>({day})", of_module(day));
        self.push(Some(day), &call);
        self.calls[index..].rotate_right(1);
    }

    /// The days that are registered as `add` does it, each with the name of its
    /// type.
    pub fn solutions(&self) -> impl Iterator<Item = (Day, &str)> {
        self.calls.iter().filter_map(|call| {
            let day = call.day?;
            let name = call.line.trim_start().strip_prefix(&of_module(day))?;
            let (name, _) = name.split_once(">(")?;
            (!name.contains(':')).then_some((day, name))
        })
    }

    /// Has another type of the day's module solve it.
    pub fn rename(&mut self, day: Day, solution: &str) {
        let ours = of_module(day);
        for call in self.calls.iter_mut().filter(|call| call.day == Some(day)) {
            if let Some((before, after)) = call.line.split_once(&ours)
                && let Some((_, after)) = after.split_once(">(")
            {
                call.line = format!("{before}{ours}{solution}>({after}");
            }
        }
    }

    /// Takes out what `add` wrote.
    pub fn remove(&mut self, day: Day) {
        let ours = of_module(day);
        self.calls
            .retain(|call| call.day != Some(day) || !call.line.trim_start().starts_with(&ours));
    }

    /// Puts the chain in the place of the one that was found.
    pub fn replace_in(self, lines: &mut Vec<String>) {
        let Self {
            lines: place,
            head,
            calls,
            tail,
        } = self;
        let chain = head.split_whitespace().next_back().unwrap_or_default();
        let width = |call: &Call| call.line.trim().len();
        let whole = chain.len() + calls.iter().map(width).sum::<usize>() + ".main()".len();
        let indent = indent(&head);
        let text = if whole <= ONE_LINE && calls.iter().all(|call| call.day.is_some()) {
            let calls: String = calls.iter().map(|call| call.line.trim()).collect();
            vec![format!("{head}{calls}.main(){tail}")]
        } else {
            let main = format!("{indent}.main(){tail}");
            let calls = calls.into_iter().map(|call| call.line);
            [head].into_iter().chain(calls).chain([main]).collect()
        };
        lines.splice(place, text);
    }

    fn push(&mut self, day: Option<Day>, call: &str) {
        let line = format!("{}{call}", indent(&self.head));
        self.calls.push(Call { day, line });
    }
}

/// What `add` writes before the type's name.
fn of_module(day: Day) -> String {
    format!(".day::<{}::", module(day))
}

/// Before a call that has a line of its own.
fn indent(head: &str) -> String {
    let blanks = head.len() - head.trim_start().len();
    format!("{}    ", &head[..blanks])
}

/// The day of a call that `text` begins with, and the call.
fn day_call(text: &str) -> Option<(Day, &str)> {
    let solution = text.strip_prefix(".day::<")?;
    let (_, argument) = solution.split_once(">(")?;
    let (day, rest) = argument.split_once(')')?;
    let day = day.parse().ok()?;
    Some((Day(day), &text[..text.len() - rest.len()]))
}
