//! What the manual says of files and variables.

/// Where things are. Folders of the user are those of Linux, macOS and Windows.
pub const FILES: [(&str, &str); 9] = [
    ("days/year2020/day22.rs", "The solution of a day."),
    (
        "inputs/year2020/day22.txt",
        "The input of a puzzle, as the site sent it; further inputs are in day22.NAME.txt.",
    ),
    ("inputs/year2020/day22.html", "The page of a puzzle."),
    (
        "inputs/year2020/day22.answers.toml",
        "The accepted answers, which results are compared with.",
    ),
    (
        "target/aoc-workers/",
        "The programs that are built from the solutions.",
    ),
    (
        "Cargo.toml",
        "The project's settings, in the table workspace.metadata.aoc: year, contact, leaderboard.",
    ),
    (
        "~/.config/aoc/config.toml",
        "The user's settings: year, contact, leaderboard. On macOS in ~/Library/Application \
         Support/aoc/, on Windows in %APPDATA%\\aoc\\.",
    ),
    (
        "~/.config/aoc/session",
        "The session token that aoc login stores, and session.NAME for further accounts; in the \
         same folder as config.toml.",
    ),
    (
        "~/.cache/aoc/",
        "What is remembered about the site: when requests were made, until when it asked for a \
         pause, and the stars and leaderboards that it showed. On macOS ~/Library/Caches/aoc/, on Windows %LOCALAPPDATA%\\aoc\\.",
    ),
];

pub const ENVIRONMENT: [(&str, &str); 10] = [
    (
        "AOC_SESSION",
        "The session token; it is used instead of a stored one.",
    ),
    ("AOC_YEAR", "The year of days that are given without one."),
    (
        "AOC_CONTACT",
        "How the site's maintainer can reach you; sent with every request.",
    ),
    ("AOC_BASE_URL", "The site's address, for tests."),
    (
        "AOC_SPACING",
        "The time between requests; never below the default, except on loopback.",
    ),
    ("AOC_TIMEOUT", "The time limit of one request, such as 30s."),
    (
        "BROWSER",
        "What aoc open starts: programs with a colon between them, and %s for the address.",
    ),
    (
        "NO_COLOR, CLICOLOR, CLICOLOR_FORCE",
        "Whether to use colour, where --color does not say.",
    ),
    ("TERM", "A dumb terminal gets neither colour nor Unicode."),
    (
        "LC_ALL, LC_CTYPE, LANG",
        "The locale: C, POSIX and encodings other than UTF-8 get ASCII.",
    ),
];
