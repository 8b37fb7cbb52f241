//! Makes the edits that turn private items visible in the whole crate. In the original, other code
//! could use these items, but in the copy that code is in another module.

use syn::spanned::Spanned;
use syn::{AttrStyle, Fields, ImplItem, Item};

use super::{Edit, FileItem, attributes, is_private};
use crate::project::source::token_ranges;

impl FileItem {
    /// The edit that makes the item visible in the whole crate. `None` if it is public, has no
    /// name, or is a macro.
    pub fn make_visible(&self, text: &str) -> Option<Edit> {
        let last = attributes(&self.item)
            .iter()
            .rfind(|attribute| matches!(attribute.style, AttrStyle::Outer));
        let end = last.map_or(self.range.start, |last| last.span().byte_range().end);
        let code = &text[end..self.range.end];
        let first = token_ranges(code).next()?;
        if self.name.is_empty() || self.is_macro() || code[first.clone()] == *"pub" {
            return None;
        }
        Some(make_visible_at(end + first.start))
    }

    /// The edits that make private items, fields and associated functions visible in the whole
    /// crate. In the original, they are visible because they are at the root of the crate, but the
    /// copy has them in a module.
    pub fn make_all_visible(&self, text: &str) -> Vec<Edit> {
        let mut starts = Vec::new();
        match &self.item {
            Item::Struct(item) => starts.extend(private_fields(&item.fields)),
            Item::Impl(item) if item.trait_.is_none() => {
                for item in &item.items {
                    match item {
                        ImplItem::Fn(function) if is_private(&function.vis) => {
                            starts.push(function.sig.span().byte_range().start);
                        }
                        ImplItem::Const(item) if is_private(&item.vis) => {
                            starts.push(item.const_token.span().byte_range().start);
                        }
                        _ => {}
                    }
                }
            }
            Item::Use(item) if is_private(&item.vis) => {
                starts.push(item.use_token.span().byte_range().start);
            }
            _ => {}
        }
        let edits = starts.into_iter().map(make_visible_at);
        edits.chain(self.make_visible(text)).collect()
    }
}

/// The places where the private fields of a type begin.
fn private_fields(fields: &Fields) -> impl Iterator<Item = usize> {
    let private = fields.iter().filter(|field| is_private(&field.vis));
    private.map(|field| {
        let start = match &field.ident {
            Some(name) => name.span(),
            None => field.ty.span(),
        };
        start.byte_range().start
    })
}

/// The edit that makes the item or field at this place visible in the whole crate.
fn make_visible_at(start: usize) -> Edit {
    (start..start, "pub(crate) ".to_owned())
}
