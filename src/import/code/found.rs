//! Which files are days.

use std::collections::BTreeMap;

use super::super::place;
use super::super::plan::Plan;
use super::attributes;
use super::copy::{Style, is_template};
use super::day;
use super::items::{Items, items};
use super::modules::Layout;
use super::part_files;
use super::paths::{join, split, within};
use super::source::Source;
use super::sources::Sources;
use crate::puzzle::{Day, Puzzle, Year};

/// A day's file.
pub struct Found {
    /// From the tree's root, with slashes.
    pub file: String,
    pub puzzle: Puzzle,
    pub style: Style,
    /// The folder with the days.
    pub folder: String,
    /// The folder with the day's own modules.
    pub children: String,
    pub layout: Layout,
    /// Whether it stays `mod.rs`.
    pub is_folder: bool,
}

impl Sources<'_> {
    /// The day that a file is.
    pub fn find(
        &self,
        file: &str,
        text: &str,
        year: Option<Year>,
        plan: &mut Plan,
    ) -> Option<Found> {
        let source = Source::new(text);
        let all = items(&source, source.all());
        let (folder, stem) = split(file);
        let is_folder = matches!(stem, "mod" | "main" | "lib");
        let is_part = part_files::is_first(self, file);
        let name = match (is_folder, within(&self.root, folder)) {
            (false, _) => stem,
            (true, _) if folder == self.root => self.package.folder.rsplit('/').next()?,
            (true, _) => folder.rsplit('/').next()?,
        };
        let (style, day, own_year) = if is_part {
            let names = [&self.package.folder, &self.package.name];
            let day = names.iter().find_map(|name| place::day_of(name))?;
            (Style::Parts, Some(day), None)
        } else {
            style(&source, &all, name)?
        };
        let Some(day) = day else {
            plan.skip(
                self.tree.path(file),
                None,
                "it has several days: give each a file of its own",
            );
            return None;
        };
        let in_path = place::year_of(file).or_else(|| place::year_in(&self.package.name));
        let year = in_path.or(own_year).or(self.year).or(year);
        let Some(year) = year else {
            plan.skip(
                self.tree.path(file),
                None,
                "its year is not known: say it with -y",
            );
            return None;
        };
        let Some(puzzle) = place::puzzle(year, day) else {
            plan.skip(
                self.tree.path(file),
                None,
                format!("{year} has no day {day}"),
            );
            return None;
        };
        let is_answered = match style {
            Style::Attributes => attributes::wiring(&source, &all, day, &self.lifetimes).is_some(),
            Style::Parts => true,
            _ => day::usual(&source, &all, &self.lifetimes).is_some(),
        };
        if !is_answered {
            let why = "no functions for its parts were found, such as `part1` and `part2` with one \
                       argument";
            // A binary or a library is seldom a day itself.
            if !is_folder || stem == "mod" {
                plan.skip(self.tree.path(file), None, why);
            }
            return None;
        }
        let is_root = is_folder && stem != "mod";
        let has_main = all.functions.iter().any(|function| function.name == "main");
        let siblings = if is_folder && !is_root {
            split(folder).0.to_owned()
        } else {
            folder.to_owned()
        };
        let in_src = within(&self.root, &siblings);
        let is_binary = in_src == "bin" || in_src.starts_with("bin/") || is_root;
        // Its paths begin at itself.
        let is_program = is_binary || has_main || matches!(style, Style::Template | Style::Parts);
        let parent = match in_src {
            _ if is_program || siblings == self.root => Vec::new(),
            path => path.split('/').map(str::to_owned).collect(),
        };
        let own_name = if is_folder { split(folder).1 } else { stem };
        let new_name = format!("day{:02}", day.0);
        let renamed = self.renamed(&siblings);
        let children = if is_folder || is_part {
            folder.to_owned()
        } else {
            join(folder, own_name)
        };
        Some(Found {
            file: file.to_owned(),
            puzzle,
            style,
            folder: if is_program { String::new() } else { siblings },
            children,
            layout: Layout {
                parent,
                renamed,
                root: is_program.then_some(new_name),
                moved: None,
            },
            is_folder: is_folder && !is_root,
        })
    }

    /// The new names of the days in a folder.
    fn renamed(&self, folder: &str) -> BTreeMap<String, String> {
        let mut renamed = BTreeMap::new();
        for file in self.texts.keys() {
            let inner = within(folder, file);
            let name = inner.split('/').next().unwrap_or_default();
            let name = name.strip_suffix(".rs").unwrap_or(name);
            if let Some(day) = place::day_in(name).filter(|_| inner.matches('/').count() < 2) {
                let new = format!("day{:02}", day.0);
                if new != name {
                    renamed.insert(name.to_owned(), new);
                }
            }
        }
        renamed
    }
}

/// How a file says that it is a day, which one, and of which year. The day is
/// `None` if there are several.
fn style(
    source: &Source<'_>,
    all: &Items<'_>,
    name: &str,
) -> Option<(Style, Option<Day>, Option<Year>)> {
    let days = attributes::days(source, all);
    if !days.is_empty() {
        let day = (days.len() == 1).then(|| days.first().copied()).flatten();
        return Some((Style::Attributes, day, None));
    }
    let solution = all.macros.iter().find(|call| is_template(source, call));
    if let Some(call) = solution {
        let numbers: Vec<u16> = source
            .split_plain(call.arguments.clone(), ",")
            .into_iter()
            .filter_map(|argument| source.slice(argument).parse().ok())
            .collect();
        let year = numbers
            .first()
            .copied()
            .filter(|year| *year >= Year::FIRST.0);
        let day = numbers.get(usize::from(year.is_some())).copied();
        if let Some(day) = day.and_then(|day| u8::try_from(day).ok()) {
            return Some((Style::Template, Some(Day(day)), year.map(Year)));
        }
    }
    let day = place::day_in(name)?;
    Some((Style::Names, Some(day), None))
}
