//! A year's `main.rs` with some of its days, to stand in another folder.

use std::collections::BTreeSet;
use std::path::Path;

use super::chain::Chain;
use super::modules;
use crate::puzzle::Day;

/// The text of a program with only the days of `wanted` out of `text`, the
/// `main.rs` in `folder`; `None` if that has no registry that we know.
///
/// The modules are in a module of their own, whose `#[path]` is the folder:
/// so a module's own modules are found where they are. `use` makes them
/// `crate::grid` as well as `crate::days::grid`.
pub fn shadow(text: &str, folder: &Path, wanted: &BTreeSet<Day>) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut chain = Chain::find(&lines)?;
    let unwanted: Vec<Day> = modules::days(&lines)
        .into_iter()
        .filter(|day| !wanted.contains(day))
        .collect();
    for &day in &unwanted {
        chain.remove(day);
    }
    chain.replace_in(&mut lines);
    for &day in &unwanted {
        modules::remove(&mut lines, day);
    }

    let mut inside = Vec::new();
    let mut names = Vec::new();
    let mut outside = Vec::new();
    for line in lines {
        let Some(name) = modules::declared(&line) else {
            outside.push(line);
            continue;
        };
        names.push(name.to_owned());
        // Its attributes go with it.
        let first = outside
            .iter()
            .rposition(|line| !line.trim_start().starts_with("#["))
            .map_or(0, |at| at + 1);
        inside.extend(outside.drain(first..));
        if crate::project::day_name(name).is_none() {
            // What it has for other days is not dead.
            inside.push("#[allow(dead_code, unused_imports)]".to_owned());
        }
        inside.push(format!("pub mod {name};"));
    }
    if !names.is_empty() {
        let folder = folder.to_string_lossy();
        outside.push(format!("\n#[path = {folder:?}]\nmod days {{"));
        outside.extend(inside.into_iter().map(|line| format!("    {line}")));
        outside.push("}".to_owned());
        let names = names.join(", ");
        outside.push(format!("#[allow(unused_imports)]\nuse days::{{{names}}};"));
    }
    Some(outside.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_the_days_that_are_wanted_and_the_shared_modules() {
        let text = "\
//! Mine.

mod day02;
mod day22;
#[macro_use]
mod grid;

fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2020)
        .day::<day02::Day02>(2)
        .day::<day22::Day22>(22)
        .main()
}
";
        let shadow = shadow(text, Path::new("/a \"b/year2020"), &[Day(22)].into()).unwrap();
        assert_eq!(
            shadow,
            r#"//! Mine.


fn main() -> std::process::ExitCode {
    aoc_solution::Registry::new(2020)
        .day::<day22::Day22>(22)
        .main()
}

#[path = "/a \"b/year2020"]
mod days {
    pub mod day22;
    #[macro_use]
    #[allow(dead_code, unused_imports)]
    pub mod grid;
}
#[allow(unused_imports)]
use days::{day22, grid};
"#
        );
    }
}
