//! What an example may do: the table of `docs/examples.md`.

use serde::{Serialize, Serializer};

/// Who answers for an example, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// Nobody: it is of a smaller or shorter run than the real input, so the ordinary code cannot
    /// pass it. It is a comment in the file, and never run.
    OtherRules,
    /// Nobody: the page may mean something else. It is a comment in the file, and counts only if
    /// the code gives its answer. Then it is confirmed.
    Doubtful,
    /// Only the code has given its answer, or it was taken without a terminal: nobody has looked
    /// at it.
    Confirmed,
    /// The user took it, having seen its text and its answer.
    Taken,
    /// It is certain that the page means it.
    Page,
    /// It is in the code, or the user wrote it into the file.
    #[default]
    Own,
}

/// Where an example fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailurePlace {
    /// `run`, `test` and whatever else runs it.
    Run,
    /// `submit` on a terminal.
    SubmitOnTerminal,
    /// The key of `watch` that submits; another one submits although an example fails.
    SubmitByKey,
    /// `submit` without a terminal, of code that has an example of its own or not.
    Submit { has_own: bool },
}

/// What follows if an example fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// It is shown nowhere.
    Nothing,
    Note,
    Question,
    /// The run fails, or the answer is refused.
    Failure,
}

impl Trust {
    /// The source of an example in a file that has this mark; `None` for the user's own.
    pub fn mark(self) -> Option<&'static str> {
        match self {
            Self::Page => Some("page"),
            Self::Taken => Some("page, taken by you"),
            Self::Confirmed => Some("page, confirmed by the code"),
            // Without its `# `, a comment is an example that was taken.
            Self::Doubtful | Self::OtherRules => Self::Taken.mark(),
            Self::Own => None,
        }
    }

    /// Who answers for an example of a file, by its source, which is free text.
    pub fn of_source(source: Option<&str>) -> Self {
        [Self::Page, Self::Taken, Self::Confirmed]
            .into_iter()
            .find(|trust| source.is_some() && trust.mark() == source)
            .unwrap_or(Self::Own)
    }

    /// Whether it is an entry of its file; the others are comments.
    pub fn is_active(self) -> bool {
        self > Self::Doubtful
    }

    /// What follows if the code fails it.
    pub fn on_failure(self, place: FailurePlace) -> Consequence {
        match (self, place) {
            (Self::OtherRules | Self::Doubtful, _) => Consequence::Nothing,
            (Self::Confirmed, _) => Consequence::Note,
            (Self::Own, _) | (_, FailurePlace::Run | FailurePlace::SubmitByKey) => {
                Consequence::Failure
            }
            (_, FailurePlace::SubmitOnTerminal) => Consequence::Question,
            (Self::Page, FailurePlace::Submit { has_own: false }) => Consequence::Failure,
            (Self::Page | Self::Taken, FailurePlace::Submit { .. }) => Consequence::Note,
        }
    }

    /// Whether it can refute a solution. What cannot may only confirm it.
    pub fn refutes(self) -> bool {
        self.on_failure(FailurePlace::Run) == Consequence::Failure
    }
}

/// As its mark.
impl Serialize for Trust {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.mark().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table, row by row: run and test, submit on a terminal, by a key of `watch`, elsewhere,
    /// and elsewhere with an example of one's own.
    #[test]
    fn who_answers_for_an_example_decides_what_its_failure_does() {
        use Consequence::{Failure, Note, Nothing, Question};
        let places = [
            FailurePlace::Run,
            FailurePlace::SubmitOnTerminal,
            FailurePlace::SubmitByKey,
            FailurePlace::Submit { has_own: false },
            FailurePlace::Submit { has_own: true },
        ];
        for (trust, consequences) in [
            (Trust::Own, [Failure; 5]),
            (Trust::Page, [Failure, Question, Failure, Failure, Note]),
            (Trust::Taken, [Failure, Question, Failure, Note, Note]),
            (Trust::Confirmed, [Note; 5]),
            (Trust::Doubtful, [Nothing; 5]),
            (Trust::OtherRules, [Nothing; 5]),
        ] {
            let found = places.map(|place| trust.on_failure(place));
            assert_eq!(found, consequences, "{trust:?}");
        }
    }

    /// The words of the table's cells.
    #[test]
    fn the_table_of_the_document_says_the_same() {
        let table = include_str!("../../docs/examples.md");
        let cells = |trust: Trust| {
            let mark = match trust.mark() {
                Some(mark) => format!("| `{mark}` |"),
                None => "| none |".to_owned(),
            };
            let row = table.lines().find(|line| line.contains(&mark));
            let (_, cells) = row.expect("a row").split_once(&mark).expect("its mark");
            let cells: Vec<String> = cells
                .split('|')
                .map(|cell| cell.trim().to_owned())
                .collect();
            cells
        };
        let word = |consequence, at_run: bool| match consequence {
            Consequence::Nothing => unreachable!("the table has no row for it"),
            Consequence::Note => "a note",
            Consequence::Question => "asks",
            Consequence::Failure if at_run => "exit code 1",
            Consequence::Failure => "refuses",
        };
        for trust in [Trust::Own, Trust::Page, Trust::Taken, Trust::Confirmed] {
            let cells = cells(trust);
            let run = trust.on_failure(FailurePlace::Run);
            assert_eq!(cells[0], word(run, true), "{trust:?}");
            let terminal = trust.on_failure(FailurePlace::SubmitOnTerminal);
            assert_eq!(cells[1], word(terminal, false), "{trust:?}");
            let [without, with] = [false, true]
                .map(|has_own| word(trust.on_failure(FailurePlace::Submit { has_own }), false));
            let elsewhere = if without == with {
                with.to_owned()
            } else {
                format!("{with}; {without} if the code has none of its own")
            };
            assert_eq!(cells[2], elsewhere, "{trust:?}");
        }
    }
}
