//! The types that macros declare.

use syn::{Item, Macro};

use super::types::spelled;
use crate::import::source::{FileItem, Source};

/// How the copy gets a type that is declared by a macro call at the top of the day.
#[derive(Clone, Debug)]
pub enum Declared {
    /// The copy declares a unit struct of that name, without the macro.
    Unit(String),
    /// The copy has the macro, which declares the type of that name.
    ByMacro(String),
}

/// The type that a macro call at the top of a source declares. `day!(Day03, 3)` has the type's
/// name; for `solution!(1, 2)` it is `Solution`. `makes_type` tells whether a macro of that name
/// declares a type with a function `new` without arguments.
pub fn declared(source: &Source, makes_type: impl Fn(&str) -> bool) -> Option<Declared> {
    let items = || source.items.iter().filter(|item| !item.is_for_tests);
    items().find_map(|item| {
        let Item::Impl(block) = &item.item else {
            return None;
        };
        let name = spelled(&block.self_ty);
        let is_name =
            name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric);
        let is_seen = items().any(|item| {
            let is_other = !matches!(item.item, Item::Impl(_) | Item::Macro(_) | Item::Fn(_));
            is_other && (item.name == name || item.mentions(&name))
        });
        if block.trait_.is_none() || !is_name || is_seen {
            return None;
        }
        let by_macro = items().find_map(|item| {
            let of = name_of_call(item)?;
            let is_solution = name == "Solution" && of == "solution";
            (item.mentions(&name) || is_solution).then_some(of)
        })?;
        if !uses_fields(&item.code) {
            return Some(Declared::Unit(name));
        }
        makes_type(&by_macro).then_some(Declared::ByMacro(name))
    })
}

/// The name of the macro that an item calls.
fn name_of_call(item: &FileItem) -> Option<String> {
    let Item::Macro(call) = &item.item else {
        return None;
    };
    let Macro { path, .. } = &call.mac;
    let of = path.segments.last()?.ident.to_string();
    call.ident.is_none().then_some(of)
}

/// Whether methods use fields of `self`. The unit struct in a copy has no fields.
fn uses_fields(code: &str) -> bool {
    code.split(" self . ").skip(1).any(|after| {
        let mut words = after.split_whitespace().skip(1);
        words.next() != Some("(")
    })
}
