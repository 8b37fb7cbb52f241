//! The `mod` lines of the days.

use super::module;
use crate::project::days::day_name;
use crate::puzzle::Day;

/// The days that have a line as [`add`] writes it.
pub fn days(lines: &[String]) -> Vec<Day> {
    let days = (0..lines.len()).filter_map(|at| {
        let day = day_name(plain(lines, at)?)?;
        (lines[at] == declaration(day)).then_some(day)
    });
    days.collect()
}

/// Adds the line of a day among those of the others, in their order.
pub fn add(lines: &mut Vec<String>, day: Day) {
    let name = module(day);
    let there: Vec<(usize, &str)> = (0..lines.len())
        .filter_map(|at| Some((at, plain(lines, at)?)))
        .collect();
    if there.iter().any(|(_, other)| *other == name) {
        return;
    }
    let is_day = |(_, other): &&(usize, &str)| day_name(other).is_some();
    let before = there.iter().rfind(|it| is_day(it) && it.1 < name.as_str());
    let after = || there.iter().find(is_day);
    let Some(&(near, _)) = before.or_else(after).or(there.last()) else {
        let at = before_main(lines);
        lines.splice(at..at, [declaration(day), String::new()]);
        return;
    };
    // Sorted within the lines that follow each other, as rustfmt has them.
    let start = (0..near).rev().take_while(|&at| plain(lines, at).is_some());
    let start = start.last().unwrap_or(near);
    let group = (start..lines.len()).map_while(|at| plain(lines, at));
    let at = start + group.take_while(|other| *other < name.as_str()).count();
    lines.insert(at, declaration(day));
}

/// Takes out what [`add`] wrote.
pub fn remove(lines: &mut Vec<String>, day: Day) {
    let ours = declaration(day);
    let Some(at) = lines.iter().position(|line| *line == ours) else {
        return;
    };
    lines.remove(at);
    let blank = |at: usize| lines.get(at).is_none_or(String::is_empty);
    if blank(at) && at < lines.len() && (at == 0 || blank(at - 1)) {
        lines.remove(at);
    }
}

fn declaration(day: Day) -> String {
    format!("mod {};", module(day))
}

/// The module that a line declares with nothing to it but a visibility.
fn plain(lines: &[String], at: usize) -> Option<&str> {
    let attributed = at > 0 && lines[at - 1].trim_start().starts_with("#[");
    let line = lines.get(at).filter(|_| !attributed)?;
    declared(line).filter(|_| line.ends_with(';'))
}

/// The module in a file of its own that a line declares.
pub fn declared(line: &str) -> Option<&str> {
    let line = line.split("//").next()?.trim_end();
    let (visibility, name) = line.strip_suffix(';')?.rsplit_once("mod ")?;
    let visible =
        visibility.is_empty() || (visibility.starts_with("pub") && visibility.ends_with(' '));
    let named = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (visible && named).then_some(name)
}

/// Where `main` begins, with the attributes and comments that are its own.
fn before_main(lines: &[String]) -> usize {
    let main = |line: &String| line.starts_with("fn main(") || line.starts_with("pub fn main(");
    let mut at = lines.iter().position(main).unwrap_or(lines.len());
    let its_own = |line: &String| {
        line.starts_with("#[") || (line.starts_with("//") && !line.starts_with("//!"))
    };
    while at > 0 && its_own(&lines[at - 1]) {
        at -= 1;
    }
    at
}
