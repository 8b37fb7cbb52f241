//! Words and flags of other tools, and the commands that answer them.

use super::*;

fn answered(line: &str) -> Option<String> {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let all = ["aoc".to_owned()].into_iter().chain(words.iter().cloned());
    let error = Cli::try_parse_from(with_run(all.map(Into::into).collect()));
    let habit = answer(&words, error.expect_err(line).kind());
    habit.map(|habit| habit.to_string())
}

#[test]
fn every_word_has_a_command() {
    for (command, words) in WORDS {
        for word in words {
            assert!(!is_command(word.as_ref()), "{word} is a command");
            assert!(!is_selector(word), "{word} is a selector");
            let answer = answered(word);
            let expected = format!("`{word}` is not a command of aoc: use `aoc {command}`");
            let needs_more = ["accept", "completions"].contains(&command);
            assert!(needs_more || answer == Some(expected), "{answer:?}");
        }
    }
}

#[test]
fn the_users_own_arguments_are_kept() {
    for (line, command) in [
        ("scaffold 22", "aoc new 22"),
        ("Scaffold 22", "aoc new 22"),
        ("solve 22 --part 1", "aoc run 22 --part 1"),
        ("solve 22 --release", "aoc run 22"),
        ("download --day 22 --year 2020", "aoc fetch 2020/22"),
        ("download -d22 -y2020", "aoc fetch 2020/22"),
        ("input -y 2020", "aoc fetch -y 2020"),
        ("day 22", "aoc run 22"),
        ("time 1-5 --json", "aoc bench 1-5 --json"),
        ("-d 22", "aoc run 22"),
        ("--day=22 -p 1", "aoc run 22 -p 1"),
        ("-p 1 -d 22", "aoc run 22 -p 1"),
        (
            "bench -d 22 -y 2020 --all-alts",
            "aoc bench 2020/22 --all-alts",
        ),
        ("--offline fetch --day 3", "aoc fetch 3 --offline"),
        ("-p 1 22", "aoc run -p 1 22"),
        ("-y 2020 22", "aoc run -y 2020 22"),
        ("--part=1", "aoc run --part=1"),
        ("record 22 33400", "aoc accept 22 33400"),
        ("credentials abc", "aoc login"),
        ("edit 22", "aoc new --edit 22"),
        ("day07", "aoc run 7"),
        ("Day7 --part 1", "aoc run 7 --part 1"),
        ("22 --release", "aoc run 22"),
        ("bench --release 22", "aoc bench 22"),
        ("run --all", "aoc run all"),
        ("--all", "aoc run all"),
        ("check 2020", "aoc verify 2020"),
        ("compare 22", "aoc bench --all-alts 22"),
        ("completion bash", "aoc completions bash"),
        ("migrate ../old", "aoc import ../old"),
    ] {
        let answer = answered(line).expect(line);
        assert!(answer.ends_with(&format!(": use `{command}`")), "{answer}");
    }
    assert_eq!(
        answered("-d 22").unwrap(),
        "there is no flag `-d`: use `aoc run 22`"
    );
    assert_eq!(
        answered("-p 1 22").unwrap(),
        "`-p` is a flag of `aoc run`: use `aoc run -p 1 22`"
    );
    for line in [
        "rnu 22",
        "run --frobnicate",
        "--frobnicate",
        "day99",
        "xyz",
        "help scaffold",
    ] {
        assert_eq!(answered(line), None, "{line}");
    }
}

#[test]
fn part_and_answer_of_a_submission() {
    let submit = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        submit(&words).map(|habit| habit.command)
    };
    let command = "aoc submit --part 1 --answer 33400";
    assert_eq!(submit(&["1", "33400"]).as_deref(), Some(command));
    for words in [&["1", "2"][..], &["22"], &["1", "2020/22"], &["3", "33400"]] {
        assert_eq!(submit(words), None, "{words:?}");
    }
}
