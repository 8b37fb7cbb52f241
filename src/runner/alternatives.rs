//! Which functions of a day answer a part: the primary and its alternatives.

use aoc_solution::Part;
use aoc_solution::protocol::{Call, DayInfo, Phase};

use super::failure::JobError;
use crate::puzzle::Puzzle;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alternatives {
    /// The primary alone.
    None,
    /// This alternative in place of the primary, for the part it is of.
    Instead(String),
    /// This alternative after the primary.
    Beside(String),
    /// Every alternative after the primary.
    All,
}

impl Alternatives {
    /// The calls that answer `part`, the primary first.
    pub fn calls(&self, info: &DayInfo, part: Part) -> Vec<Call> {
        let call = |alternative: Option<&str>| Call {
            phase: Phase::from(part),
            alternative: alternative.map(str::to_owned),
        };
        let alternatives = |wanted: Option<&str>| -> Vec<Call> {
            info.alternatives
                .iter()
                .filter(|has| has.part == part && wanted.is_none_or(|name| name == has.name))
                .map(|has| call(Some(&has.name)))
                .collect()
        };
        let primary = vec![call(None)];
        match self {
            Self::None => primary,
            Self::Instead(name) => {
                let instead = alternatives(Some(name));
                if instead.is_empty() { primary } else { instead }
            }
            Self::Beside(name) => [primary, alternatives(Some(name))].concat(),
            Self::All => [primary, alternatives(None)].concat(),
        }
    }

    /// Fails if the day does not have the alternative that is asked for.
    pub fn check(&self, puzzle: Puzzle, info: &DayInfo) -> Result<(), JobError> {
        let (Self::Instead(name) | Self::Beside(name)) = self else {
            return Ok(());
        };
        if info.alternatives.iter().any(|has| has.name == *name) {
            return Ok(());
        }
        let has = info.alternatives.iter();
        Err(JobError::NoAlternative {
            puzzle,
            name: name.clone(),
            has: has
                .map(|has| format!("{} (part {})", has.name, has.part))
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::AlternativeInfo;

    use super::*;
    use crate::puzzle::{Day, Year};

    fn info() -> DayInfo {
        let alternative = |name: &'static str, part| AlternativeInfo {
            name: name.into(),
            part,
        };
        DayInfo {
            day: 22,
            title: "".into(),
            examples: Vec::new(),
            alternatives: vec![
                alternative("textbook", Part::Two),
                alternative("slow", Part::One),
            ],
        }
    }

    #[test]
    fn the_primary_comes_first() {
        let names = |alternatives: Alternatives, part| -> Vec<Option<String>> {
            let calls = alternatives.calls(&info(), part);
            calls.into_iter().map(|call| call.alternative).collect()
        };
        let textbook = || Some("textbook".to_owned());
        assert_eq!(names(Alternatives::None, Part::Two), [None]);
        assert_eq!(names(Alternatives::All, Part::Two), [None, textbook()]);
        let instead = Alternatives::Instead("textbook".to_owned());
        assert_eq!(names(instead.clone(), Part::Two), [textbook()]);
        assert_eq!(names(instead, Part::One), [None]);
    }

    #[test]
    fn an_unknown_name_is_an_error_with_the_list() {
        let puzzle = Year(2020).day(Day(22));
        let check = |name: &str| Alternatives::Beside(name.to_owned()).check(puzzle, &info());
        assert!(check("slow").is_ok());
        assert_eq!(
            check("x").unwrap_err().to_string(),
            "2020/22 has no alternative `x`; it has textbook (part 2), slow (part 1)"
        );
    }
}
