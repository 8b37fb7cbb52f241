//! The trust in an example, which decides what a failure of the example means. For answers that are
//! submitted, `submit/example_check.rs` implements the table of `docs/examples.md`.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The trust in an example, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// The example describes a smaller or shorter run than the real input, so the code for the
    /// input cannot solve it. It is a comment in the file and never runs.
    OtherRules,
    /// The text may be on the page for another purpose. The example is a comment in the file. If
    /// the code gives its answer, the trust becomes [`Trust::Confirmed`].
    Likely,
    /// The code has given the answer, or the example was taken without a terminal. The user has not
    /// looked at it.
    Confirmed,
    /// The user has seen the text and the answer, and has taken the example.
    Taken,
    /// The page certainly shows the text as an example.
    Page,
    /// The example is in the code, or the user wrote it into the file.
    #[default]
    User,
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

    /// True if the example is an entry of its file, and not a comment.
    pub fn is_active(self) -> bool {
        self > Self::Likely
    }

    /// True if a failure shows that the solution is wrong. An example with less trust can only
    /// confirm a solution.
    pub fn refutes(self) -> bool {
        self >= Self::Taken
    }
}

/// Writes the mark as a string.
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
