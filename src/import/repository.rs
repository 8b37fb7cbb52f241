//! What the other files of a repository say of the names in a day.

use syn::{ItemEnum, ItemStruct, Type};

pub trait Repository {
    /// The value of a function that reads the text, without its `Result`, as an expression over
    /// `input`. `None` if it does not read the text.
    fn read_by(&self, function: &str) -> Option<String>;

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
