//! An answer as a solution gave it, and as it would be typed into the site: the
//! only place where pictures of letters become text. What is compared, recorded
//! and submitted comes from here.

use aoc_solution::letters::{Reading, read};

/// An answer, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadAnswer {
    /// As it would be typed into the site; the picture itself where not all of
    /// its letters are known.
    pub text: String,
    /// The picture that the text was read from.
    pub picture: Option<String>,
    /// What is to be said of letters that are not known.
    pub hint: Option<String>,
}

impl ReadAnswer {
    pub fn new(answer: String) -> Self {
        match read(&answer) {
            Reading::Letters(text) => Self {
                text,
                picture: Some(answer),
                hint: None,
            },
            Reading::Unknown { letters, .. } => Self {
                text: answer,
                picture: None,
                hint: letters.map(|letters| {
                    format!(
                        "reads {letters}, where ? is a letter that aoc does not know: give it with \
                         `aoc submit --answer`"
                    )
                }),
            },
            Reading::Text => Self {
                text: answer,
                ..Self::default()
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_becomes_text_if_all_is_known() {
        let picture = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n".to_owned();
        let read = ReadAnswer::new(picture.clone());
        assert_eq!((&*read.text, read.hint), ("A", None));
        assert_eq!(read.picture, Some(picture.clone()));
        let unknown = picture.replacen("####", "#.##", 1);
        let read = ReadAnswer::new(unknown.clone());
        assert_eq!((read.text, read.picture), (unknown, None));
        let hint = "reads ?, where ? is a letter that aoc does not know: give it with \
                    `aoc submit --answer`";
        assert_eq!(read.hint.as_deref(), Some(hint));
        for text in ["33400", "one\ntwo", "#.\n.#\n"] {
            let read = ReadAnswer::new(text.to_owned());
            assert_eq!((&*read.text, read.picture, read.hint), (text, None, None));
        }
    }
}
