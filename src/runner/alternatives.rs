//! Which of a day's ways to solve a part are called.

use aoc_solution::Part;
use aoc_solution::protocol::{Call, DayInfo, Phase};

use super::job::JobError;
use crate::puzzle::Puzzle;

/// Which alternatives to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alternatives {
    /// None.
    None,
    /// This one, in place of the day's own way.
    Instead(String),
    /// This one, beside the day's own way.
    Beside(String),
    /// All, beside the day's own way.
    All,
}

impl Alternatives {
    /// The calls that answer `part`, the day's own way first.
    pub fn calls(&self, info: &DayInfo, part: Part) -> Vec<Call> {
        let call = |alternative: Option<&str>| Call {
            phase: Phase::from(part),
            alternative: alternative.map(str::to_owned),
        };
        let of_part = |info: &DayInfo, wanted: Option<&str>| -> Vec<Call> {
            info.alternatives
                .iter()
                .filter(|has| has.part == part && wanted.is_none_or(|name| name == has.name))
                .map(|has| call(Some(&has.name)))
                .collect()
        };
        let own = vec![call(None)];
        match self {
            Self::None => own,
            Self::Instead(name) => {
                let instead = of_part(info, Some(name));
                if instead.is_empty() { own } else { instead }
            }
            Self::Beside(name) => [own, of_part(info, Some(name))].concat(),
            Self::All => [own, of_part(info, None)].concat(),
        }
    }

    /// Fails if the day does not have the alternative that is asked for.
    pub fn check(&self, puzzle: Puzzle, info: &DayInfo) -> Result<(), JobError> {
        self.missing(info).map_or(Ok(()), |name| {
            let has = info.alternatives.iter();
            Err(JobError::NoAlternative {
                puzzle,
                name: name.to_owned(),
                has: has
                    .map(|has| format!("{} (part {})", has.name, has.part))
                    .collect(),
            })
        })
    }

    /// The name that is asked for and that the day does not have.
    fn missing<'a>(&'a self, info: &DayInfo) -> Option<&'a str> {
        match self {
            Self::Instead(name) | Self::Beside(name) => info
                .alternatives
                .iter()
                .all(|has| has.name != name.as_str())
                .then_some(name),
            Self::None | Self::All => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::AlternativeInfo;

    use super::*;

    #[test]
    fn calls_the_day_s_own_way_first() {
        let alternative = |name: &'static str, part| AlternativeInfo {
            name: name.into(),
            part,
        };
        let info = DayInfo {
            day: 22,
            title: "".into(),
            examples: Vec::new(),
            alternatives: vec![
                alternative("textbook", Part::Two),
                alternative("slow", Part::One),
            ],
        };
        let names = |alternatives: Alternatives, part| -> Vec<Option<String>> {
            let calls = alternatives.calls(&info, part);
            calls.into_iter().map(|call| call.alternative).collect()
        };
        let textbook = || Some("textbook".to_owned());
        assert_eq!(names(Alternatives::None, Part::Two), [None]);
        assert_eq!(names(Alternatives::All, Part::Two), [None, textbook()]);
        let instead = Alternatives::Instead("textbook".to_owned());
        assert_eq!(instead.missing(&info), None);
        assert_eq!(names(instead.clone(), Part::Two), [textbook()]);
        assert_eq!(names(instead, Part::One), [None]);
        let unknown = Alternatives::Beside("x".to_owned());
        assert_eq!(unknown.missing(&info), Some("x"));
    }
}
