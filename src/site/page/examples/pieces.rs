//! A part's text in the order in which it is read, without its nesting.

use super::super::document::{Block, Span, text};
use super::cue::{Cue, cue};

#[derive(Clone, Debug)]
pub enum Piece<'a> {
    Prose(&'a [Span]),
    /// Preformatted text, and how it is introduced.
    Pre {
        text: String,
        cue: Cue,
    },
    List {
        /// The paragraphs of each item.
        items: Vec<Vec<&'a [Span]>>,
        cue: Cue,
    },
}

/// The paragraphs, without those of lists.
pub fn prose<'a>(pieces: &'a [Piece<'_>]) -> impl Iterator<Item = &'a [Span]> {
    pieces.iter().filter_map(|piece| match piece {
        Piece::Prose(spans) => Some(*spans),
        _ => None,
    })
}

/// All text of these pieces but what is preformatted.
pub fn said(pieces: &[Piece<'_>]) -> String {
    let mut said = String::new();
    for piece in pieces {
        match piece {
            Piece::Prose(spans) => said += &text(spans),
            Piece::List { items, .. } => {
                for spans in items.iter().flatten() {
                    said += &text(spans);
                    said.push('\n');
                }
            }
            Piece::Pre { .. } => {}
        }
        said.push('\n');
    }
    said
}

/// The pieces of these blocks.
pub fn pieces(blocks: &[Block]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut introduction = String::new();
    for block in blocks {
        collect(block, &mut introduction, &mut pieces);
    }
    pieces
}

fn collect<'a>(block: &'a Block, introduction: &mut String, pieces: &mut Vec<Piece<'a>>) {
    match block {
        Block::Heading(_) => introduction.clear(),
        Block::Paragraph(spans) => {
            *introduction = text(spans);
            pieces.push(Piece::Prose(spans));
        }
        Block::Code(spans) => {
            // Directly behind another one it goes on with it.
            let cue = match pieces.last() {
                Some(Piece::Pre { cue, .. }) if matches!(cue, Cue::Known | Cue::Trace) => *cue,
                _ => cue(introduction),
            };
            pieces.push(Piece::Pre {
                text: whole_lines(&text(spans)),
                cue,
            });
            // What stands behind it is introduced by nothing.
            introduction.clear();
        }
        Block::List { items, .. } => {
            let has_code = items
                .iter()
                .flatten()
                .any(|block| matches!(block, Block::Code(_)));
            if has_code {
                for block in items.iter().flatten() {
                    collect(block, introduction, pieces);
                }
            } else {
                pieces.push(Piece::List {
                    items: items.iter().map(|item| paragraphs(item)).collect(),
                    cue: cue(introduction),
                });
            }
            introduction.clear();
        }
    }
}

/// All paragraphs, those of nested lists too.
fn paragraphs(blocks: &[Block]) -> Vec<&[Span]> {
    let mut all = Vec::new();
    for block in blocks {
        match block {
            Block::List { items, .. } => {
                all.extend(items.iter().flat_map(|item| paragraphs(item)));
            }
            _ => all.push(block.spans()),
        }
    }
    all
}

/// Preformatted text as an input: it ends with one line feed. Blanks matter.
fn whole_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let text = text.strip_prefix('\n').unwrap_or(&text);
    format!("{}\n", text.trim_end_matches('\n'))
}
