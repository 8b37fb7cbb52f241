//! Whether the inputs would be published with the repository.

use std::path::Path;

use crate::app::App;
use crate::project::{Git, Project};
use crate::terminal::{plural, shell_word};

/// Says so in the notes: in a private repository it may be meant.
pub fn check(app: &App, project: &Project, notes: &mut Vec<String>) {
    let Ok(inputs) = app.inputs_dir() else {
        return;
    };
    let existing = inputs.ancestors().find(|folder| folder.is_dir());
    let git = |folder| Git::new(&app.child_env(), folder);
    let (Some(git), Some(there)) = (git(project.root()), existing.and_then(git)) else {
        return;
    };
    // Another repository, or a submodule, is where they are meant to be.
    let root = git.root();
    if root.is_none() || there.root() != root {
        return;
    }
    let shown = app.shown(&inputs);
    let word = shell_word(&shown.display().to_string()).into_owned();
    let is_personal = |name: &&String| {
        let ends =
            ["txt", "html", "toml"].map(|end| Path::new(name).extension() == Some(end.as_ref()));
        ends.contains(&true)
    };
    let tracked = git.tracked(&inputs);
    let count = tracked.iter().filter(is_personal).count();
    if count > 0 {
        notes.push(format!(
            "git tracks {} of {}, which the site asks not to publish: `git rm -r --cached {word}` \
             removes them from the next commit",
            plural(count, "file"),
            shown.display()
        ));
    }
    let input = inputs.join("year2015/day01.txt");
    if git.ignores(&input) == Some(false) {
        notes.push(format!(
            "git does not ignore {}, which has what the site asks not to publish: add the line \
             `/{}/*` to .gitignore",
            shown.display(),
            project.shown(&inputs).display()
        ));
    }
}
