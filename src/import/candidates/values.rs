//! The values that can be passed to a function: the input, the result of a parser, and a value of
//! one of the day's types, such as `Day01::new(input)` or `Day01::default()`. All values are
//! expressions over `input`.

use aoc_solution::Part;

use super::DayFunctions;
use super::callables::Callable;
use super::expr::Expr;
use super::types::texts;
use crate::import::folder::part_names::part_at_end;

/// A value that is made from the input.
pub struct MadeValue<'c, 's> {
    pub value: Expr,
    /// The free function that makes the value. `None` if a function of a type makes it.
    pub parser: Option<&'c Callable<'s>>,
}

/// The values of a type on which a method can be called.
pub struct Receivers {
    /// Values that are made from the input.
    pub from_input: Vec<Expr>,
    /// Values that a method has changed by the input. The method may not be meant for the whole
    /// input, because its name does not say that it parses.
    pub changed: Vec<Expr>,
    /// Values such as `Day01 {}` and `Day01::default()`.
    pub without_input: Vec<Expr>,
}

impl<'s> DayFunctions<'s> {
    /// The functions that may parse the input for a part. `None` means both parts. A parser such as
    /// `parse_2` comes first for the part in its name, and last for the other part. If there are
    /// generators of cargo-aoc, no other function is one.
    pub fn parsers(&self, part: Option<Part>) -> Vec<&Callable<'s>> {
        let mut parsers = self.functions_for(part, None);
        parsers.retain(|callable| callable.is_parser_for(part));
        if parsers.iter().any(|parser| parser.is_generator()) {
            parsers.retain(|parser| parser.is_generator());
        }
        parsers
    }

    /// The functions of an owner. Those whose names end with the part are first, and those of the
    /// other part last.
    fn functions_for(&self, part: Option<Part>, owner: Option<&str>) -> Vec<&Callable<'s>> {
        let mut functions: Vec<&Callable> = self.functions_of(owner).collect();
        functions.sort_by_key(|callable| match part_at_end(&callable.name) {
            named if part.is_none() || named.is_none() => 1,
            named if named == part => 0,
            _ => 2,
        });
        functions
    }

    /// The values that a function for a part may take instead of the input. `None` means both
    /// parts. A function for both parts rarely takes a value of the day's types, so only results of
    /// parsers are returned for it.
    pub fn made_values(&self, part: Option<Part>) -> Vec<MadeValue<'_, 's>> {
        let parsers = self.parsers(part);
        let has_generator = parsers.iter().any(|parser| parser.is_generator());
        let parsed = parsers.into_iter().filter_map(|parser| {
            let value = parser.calls_with_text().into_iter().next()?;
            Some(MadeValue {
                value,
                parser: Some(parser),
            })
        });
        let mut values = Vec::new();
        if part.is_some() && !has_generator {
            for made in self
                .types
                .iter()
                .flat_map(|ty| self.receivers(ty, part).from_input)
            {
                if !values.contains(&made) {
                    values.push(made);
                }
            }
        }
        let made = values.into_iter().map(|value| MadeValue {
            value,
            parser: None,
        });
        parsed.chain(made).collect()
    }

    /// The values of a type for a part. `None` means both parts. Values that functions in the source
    /// make come first. Then come the value of a type without fields, `Day01::default()` and
    /// `Day01::new()`, which a macro or a derive may provide. If the source does not define the
    /// type, it may have fields or none.
    pub fn receivers(&self, ty: &str, part: Option<Part>) -> Receivers {
        let [mut from_input, mut changed] = [Vec::new(), Vec::new()];
        let parsed = Expr::parsed(ty);
        let call = |name: &str, arguments: &[Expr]| {
            Expr::associated_call(&format!("{ty}::{name}"), arguments)
        };
        let new = call("new", &[]);
        let mut without_input = Vec::new();
        let fields = self.source.field_count(ty);
        if fields.is_none_or(|count| count == 0) {
            without_input.push(Expr::empty_struct(ty));
        }
        if fields != Some(0) {
            without_input.extend([call("default", &[]), new.clone()]);
        }
        let mut starts = vec![call("default", &[])];
        let mut functions = self.functions_of(Some(ty));
        if functions.any(|function| function.name == "new" && function.arguments.is_empty()) {
            starts.push(new.clone());
        }
        for function in self.functions_for(part, Some(ty)) {
            let name = &*function.name;
            let forms = match function.arguments.first() {
                Some(first) => texts(first, &function.signature.generics),
                None => Vec::new(),
            };
            match (function.receiver(), &*function.arguments) {
                (Some(_), [_]) => {
                    let list = if function.is_parser() {
                        &mut from_input
                    } else {
                        &mut changed
                    };
                    let text = forms.into_iter().next();
                    list.extend(text.iter().flat_map(|text| {
                        starts
                            .iter()
                            .filter_map(|value| function.changed(value, text))
                    }));
                }
                (None, []) if name == "new" => {
                    without_input.retain(|value| *value != new);
                    without_input.insert(0, new.clone());
                }
                (None, [_]) if name == "from_str" => from_input.push(parsed.clone()),
                (None, [_]) if function.is_constructor() => {
                    from_input.extend(forms.into_iter().map(|text| call(name, &[text])));
                }
                _ => {}
            }
        }
        if from_input.is_empty() {
            from_input.push(parsed);
        }
        Receivers {
            from_input,
            changed,
            without_input,
        }
    }
}
