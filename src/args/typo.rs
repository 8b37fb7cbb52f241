//! Corrections that clap offers for mistyped commands.

use clap::Error;
use clap::error::{ContextKind, ContextValue};

/// The same error, which offers no aliases of one letter: they look similar to
/// every short word, so they are never what was meant.
pub fn without_aliases(mut error: Error) -> Error {
    let kind = ContextKind::SuggestedSubcommand;
    if let Some(ContextValue::Strings(mut names)) = error.remove(kind) {
        names.retain(|name| name.len() > 1);
        if names.is_empty() {
            // The list of further suggestions, which is empty and would leave a
            // blank line.
            error.remove(ContextKind::Suggested);
        } else {
            error.insert(kind, ContextValue::Strings(names));
        }
    }
    error
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::Cli;

    #[test]
    fn offers_whole_words_only() {
        let error = |word| {
            let error = Cli::try_parse_from(["aoc", word]).unwrap_err();
            without_aliases(error).to_string()
        };
        assert!(error("inti").contains("a similar subcommand exists: 'init'"));
        assert!(error("bech").contains("some similar subcommands exist: 'fetch', 'bench'"));
        for word in ["rn", "ff"] {
            assert_eq!(
                error(word),
                format!(
                    "error: unrecognized subcommand '{word}'\n\nUsage: aoc [OPTIONS] [COMMAND]\n\n\
                     For more information, try '--help'.\n"
                )
            );
        }
    }
}
