//! The files under `inputs/`: inputs, pages, examples and answers.

mod answers;
mod compare;
mod examples;
mod input_id;
mod input_text;
mod misnamed;
mod no_input;
mod not_checked_out;
#[cfg(test)]
mod properties;
mod shape;
mod store;
mod trust;
mod typed_answer;
mod write_log;

pub use answers::{Grade, Guess, RecordedAnswers, Verdict, date_time};
pub use compare::{compare_answers, is_blank_answer, is_same_answer};
pub use examples::{Example, ExamplesFile, join_example};
pub use input_id::{InputId, InputName, account_option};
pub use input_text::{read_input, read_input_of_stdin, read_named_input};
pub use misnamed::MisnamedInput;
pub use no_input::{InputRefusal, begins_as_web_page, why_no_input};
pub use not_checked_out::NotCheckedOut;
pub use shape::describe_shape;
pub use store::{PuzzleFile, Store, check_is_file};
pub use trust::Trust;
pub use typed_answer::validate_answer;

#[cfg(test)]
mod tests;
