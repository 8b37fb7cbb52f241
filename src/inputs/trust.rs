//! The trust in an example, which decides what its failure means. [`Trust::on_failure`] is the
//! table of `docs/examples.md`, with the sentence below it about the keys of `watch`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The trust in an example, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// The example describes a smaller or shorter run than the real input, so the code for the
    /// input cannot solve it. It is a comment in the file and never runs.
    OtherRules,
    /// The page may mean something else. The example is a comment in the file. If the code gives
    /// its answer, it becomes [`Trust::Confirmed`].
    Likely,
    /// The code has given the answer, or the example was taken without a terminal. The user has not
    /// looked at it.
    Confirmed,
    /// The user has seen the text and the answer, and has taken the example.
    Taken,
    /// The page certainly shows it as an example.
    Page,
    /// The example is in the code, or the user wrote it into the file.
    #[default]
    User,
}

/// Who decides about a failed example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureJudge {
    /// Nobody, so the table is strict: `run`, `test` and all other commands that run it, and the key
    /// of `watch` that submits. Another key submits in spite of failed examples.
    Nobody,
    /// The user of `submit` on a terminal.
    User,
    /// `submit` without a terminal. `has_own` is true if the code has an example of its own.
    Submit { has_own: bool },
}

/// The consequence of a failed example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// The failure is not shown.
    Nothing,
    Note,
    Question,
    /// The run fails, or the answer is not submitted.
    Failure,
}

impl Trust {
    /// The text that marks the trust in a file. `None` for an example of the user.
    pub fn mark(self) -> Option<&'static str> {
        match self {
            Self::Page => Some("page"),
            Self::Taken => Some("page, taken by you"),
            Self::Confirmed => Some("page, confirmed by the code"),
            // If the user removes the `# ` of a comment, it becomes an example that the user has
            // taken.
            Self::Likely | Self::OtherRules => Self::Taken.mark(),
            Self::User => None,
        }
    }

    /// Whether the example is an entry of its file and not a comment.
    pub fn is_active(self) -> bool {
        self > Self::Likely
    }

    /// The consequence if the code fails the example.
    pub fn on_failure(self, judge: FailureJudge) -> Consequence {
        match (self, judge) {
            (Self::OtherRules | Self::Likely, _) => Consequence::Nothing,
            (Self::Confirmed, _) => Consequence::Note,
            (Self::User, _)
            | (_, FailureJudge::Nobody)
            | (Self::Page, FailureJudge::Submit { has_own: false }) => Consequence::Failure,
            (_, FailureJudge::User) => Consequence::Question,
            (Self::Page | Self::Taken, FailureJudge::Submit { .. }) => Consequence::Note,
        }
    }

    /// Whether a failure shows that the solution is wrong. An example of less trust can only
    /// confirm a solution.
    pub fn refutes(self) -> bool {
        self.on_failure(FailureJudge::Nobody) == Consequence::Failure
    }
}

/// Writes the mark.
impl Serialize for Trust {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.mark().serialize(serializer)
    }
}

/// Reads the mark of an example in a file. Any other text marks an example of the user.
impl<'de> Deserialize<'de> for Trust {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let source = String::deserialize(from)?;
        let trust = [Self::Page, Self::Taken, Self::Confirmed]
            .into_iter()
            .find(|trust| trust.mark() == Some(&source));
        Ok(trust.unwrap_or(Self::User))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table, row by row. Its columns are run and test, submit on a terminal, submit by a key
    /// of `watch`, submit elsewhere, and submit elsewhere with an own example.
    #[test]
    fn who_answers_for_an_example_decides_what_its_failure_does() {
        use Consequence::{Failure, Note, Nothing, Question};
        let judges = [
            FailureJudge::Nobody,
            FailureJudge::User,
            FailureJudge::Nobody,
            FailureJudge::Submit { has_own: false },
            FailureJudge::Submit { has_own: true },
        ];
        for (trust, consequences) in [
            (Trust::User, [Failure; 5]),
            (Trust::Page, [Failure, Question, Failure, Failure, Note]),
            (Trust::Taken, [Failure, Question, Failure, Note, Note]),
            (Trust::Confirmed, [Note; 5]),
            (Trust::Likely, [Nothing; 5]),
            (Trust::OtherRules, [Nothing; 5]),
        ] {
            let found = judges.map(|judge| trust.on_failure(judge));
            assert_eq!(found, consequences, "{trust:?}");
        }
    }

    /// The words in the cells of the table.
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
        for trust in [Trust::User, Trust::Page, Trust::Taken, Trust::Confirmed] {
            let cells = cells(trust);
            let run = trust.on_failure(FailureJudge::Nobody);
            assert_eq!(cells[0], word(run, true), "{trust:?}");
            let terminal = trust.on_failure(FailureJudge::User);
            assert_eq!(cells[1], word(terminal, false), "{trust:?}");
            let [without, with] = [false, true]
                .map(|has_own| word(trust.on_failure(FailureJudge::Submit { has_own }), false));
            let elsewhere = if without == with {
                with.to_owned()
            } else {
                format!("{with}; {without} if the code has none of its own")
            };
            assert_eq!(cells[2], elsewhere, "{trust:?}");
        }
    }
}
