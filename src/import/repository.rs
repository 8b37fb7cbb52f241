//! What the other files of a repository say of the names in a day.

use syn::{ItemEnum, ItemStruct, Type};

/// What a function returns around its value.
#[derive(Clone, Copy)]
pub enum Wrapper {
    Nothing,
    Option,
    Result,
}

impl Wrapper {
    /// A value as the function returns it.
    pub fn around(self, value: String) -> String {
        match self {
            Self::Nothing => value,
            Self::Option => format!("Some({value})"),
            Self::Result => format!("Ok::<_, std::io::Error>({value})"),
        }
    }
}

pub trait Repository {
    /// The value of a function that reads the text, without its `Result`, as an expression over
    /// `input`. `None` if it does not read the text.
    fn read_by(&self, function: &str) -> Option<String>;

    /// What a function returns around its value.
    fn wrapper_of(&self, function: &str) -> Wrapper;

    /// Whether a function reads the file at the path that is its only argument.
    fn opens_its_argument(&self, function: &str) -> bool;

    /// How the code that runs all days trims the text, such as `.trim_end()`. `None` if nothing
    /// says it, or several files differ.
    fn trimming_of_days(&self) -> Option<String>;

    /// Whether there is a function or a method of that name.
    fn has_function(&self, name: &str) -> bool;

    /// The type that the alias of this name stands for.
    fn alias(&self, name: &str) -> Option<&Type>;

    fn structure(&self, name: &str) -> Option<&ItemStruct>;

    fn enumeration(&self, name: &str) -> Option<&ItemEnum>;

    /// Whether the macro of this name declares a type with a function `new` without arguments.
    fn makes_type(&self, called: &str) -> bool;

    /// Whether a type of the repository implements `Display`.
    fn is_displayed(&self, name: &str) -> bool;
}
