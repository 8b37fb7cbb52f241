//! What git must leave out of commits: what is built, and what is personal.

use super::file::File;

const TEXT: &str = include_str!("../../../.gitignore");

/// What the inputs' folder is called in [`TEXT`].
const INPUTS: &str = "/inputs/";

/// A repository's `.gitignore`. `inputs` is the folder of the inputs, from the
/// root with slashes; `None` if they are not in this repository.
pub fn file(inputs: Option<&str>) -> File {
    File::new(".gitignore", lines(inputs).join("\n") + "\n")
}

fn lines(inputs: Option<&str>) -> Vec<String> {
    let is_about_inputs = |line: &&str| line.contains("puzzle text") || line.contains(INPUTS);
    let lines = TEXT.lines();
    match inputs {
        Some(folder) => {
            let folder = format!("/{folder}/");
            lines.map(|line| line.replace(INPUTS, &folder)).collect()
        }
        None => lines
            .filter(|line| !is_about_inputs(line))
            .map(str::to_owned)
            .collect(),
    }
}

/// What a `.gitignore` lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// What is not ignored: `target`, the inputs.
    pub folders: Vec<String>,
    /// The text with the lines that are missing at its end.
    pub text: String,
}

/// `None` if it ignores what is built and the inputs.
pub fn lacking(text: &str, inputs: Option<&str>) -> Option<Lacking> {
    let folders = ["target"].into_iter().chain(inputs);
    let folders: Vec<String> = folders
        .filter(|folder| !ignores(text, folder))
        .map(str::to_owned)
        .collect();
    if folders.is_empty() {
        return None;
    }
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut new = text.to_owned();
    if !new.is_empty() && !new.ends_with('\n') {
        new += end;
    }
    let ignored =
        |folder: Option<&str>| folder.is_none_or(|folder| !folders.iter().any(|it| it == folder));
    let is_there = |line: &str| text.lines().any(|it| it.trim() == line);
    let without_inputs = lines(None);
    for line in lines(inputs) {
        let about_inputs = !without_inputs.contains(&line);
        let wanted = if line == "/target" {
            !ignored(Some("target"))
        } else if about_inputs {
            !ignored(inputs)
        } else {
            true
        };
        if wanted && !is_there(&line) {
            new.extend([line.as_str(), end]);
        }
    }
    let text = new;
    Some(Lacking { folders, text })
}

/// Whether a line ignores the folder, or all that is in it.
fn ignores(text: &str, folder: &str) -> bool {
    let pattern = |line: &str| {
        let line = line
            .trim()
            .trim_start_matches("**/")
            .trim_start_matches('/');
        line.trim_end_matches(['/', '*']) == folder
    };
    text.lines().any(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_missing_is_added() {
        let ours = file(Some("inputs")).text;
        assert_eq!(ours, TEXT);
        assert_eq!(lacking(&ours, Some("inputs")), None);
        for there in [
            "/target\ninputs/\n",
            "target\r\n/inputs/**\r\n",
            "**/target/\n/inputs/*",
        ] {
            assert_eq!(lacking(there, Some("inputs")), None, "{there:?}");
        }
        let Lacking { folders, text } = lacking("# mine\ntarget/", Some("inputs")).unwrap();
        assert_eq!(folders, ["inputs"]);
        let rest = TEXT.strip_prefix("/target\n").unwrap();
        assert_eq!(text, format!("# mine\ntarget/\n{rest}"));
        assert_eq!(lacking(&text, Some("inputs")), None);

        let windows = lacking("a\r\n", Some("inputs")).unwrap();
        assert_eq!(windows.folders, ["target", "inputs"]);
        assert_eq!(windows.text, format!("a\r\n{}", TEXT.replace('\n', "\r\n")));
        assert!(lacking("!/inputs/\n/target\n", Some("inputs")).is_some());
        assert!(lacking("#/inputs/\n/target\n", Some("inputs")).is_some());
    }

    #[test]
    fn it_names_only_folders_of_every_repository() {
        let paths = TEXT
            .lines()
            .map(|line| line.trim_start_matches('!'))
            .filter(|line| line.starts_with('/'));
        for path in paths {
            assert!(path == "/target" || path.starts_with(INPUTS), "{path}");
        }
    }

    #[test]
    fn the_inputs_may_be_elsewhere() {
        let text = file(None).text;
        assert!(!text.contains("inputs") && text.contains(".tmp*"), "{text}");
        assert_eq!(lacking("/target\n", None), None);
        let text = file(Some("my/private")).text;
        assert!(
            text.contains("\n/my/private/*\n!/my/private/README.md\n"),
            "{text}"
        );
        let lacking = lacking("/target\n/inputs/*\n", Some("private")).unwrap();
        assert!(lacking.text.contains("\n/private/*\n"));
    }
}
