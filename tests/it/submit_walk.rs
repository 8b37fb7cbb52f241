//! Random walks of submitting: whatever the site does, and whatever happens to the answers
//! file meanwhile, no guess is sent that is known to be wasted, and none is lost.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crate::fetch::{PAGE_PATH, page_of};
use crate::sandbox::Sandbox;
use crate::site::{Reply, Request, Site};
use crate::submit::{ANSWER_PATH, ANSWERS, LEVEL, RIGHT, said, too_soon};

/// The right answers.
const SECRETS: [&str; 2] = ["33400", "291"];
const GUESSES: [&str; 9] = [
    "100", "290", "291", "292", "33399", "33400", "33401", "99999", "abc",
];
const WALKS: u64 = 8;
const STEPS: u32 = 30;

/// A generator of numbers, the same ones for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}

/// The site, and what it has told so far.
struct Model {
    random: Random,
    /// The parts that are solved.
    solved: usize,
    /// The parts that are known to be solved.
    told_solved: usize,
    /// The guesses that are known to be wrong: the part, the guess, and `high`, `low` or
    /// `wrong`.
    told: Vec<(usize, String, &'static str)>,
    /// Whether the site takes no guess now.
    waits: bool,
    answers: PathBuf,
    /// The answers file before the command.
    before: Option<String>,
    sent: Vec<String>,
    wasted: Vec<String>,
}

impl Model {
    fn reply(&mut self, request: &Request) -> Reply {
        match &*request.path {
            ANSWER_PATH => self.judge(&request.body),
            PAGE_PATH => {
                self.told_solved = self.solved;
                let texts = ["<p>Text.</p>", "<p>More.</p>"];
                Reply::html(page_of(2020, 22, texts, &SECRETS[..self.solved]))
            }
            _ => Reply::text("1\n2\n"),
        }
    }

    fn judge(&mut self, body: &str) -> Reply {
        let form = body.strip_prefix("level=").expect("a form");
        let (level, guess) = form.split_once("&answer=").expect("a form");
        let part: usize = level.parse().expect("a part");
        self.sent.push(body.to_owned());
        if self.is_wasted(part, guess) {
            self.wasted.push(body.to_owned());
        }
        self.tamper();
        if part != self.solved + 1 {
            return said(LEVEL);
        }
        let fate = self.random.below(12);
        if fate == 0 {
            return Reply::new(500, "");
        }
        if fate == 1 {
            self.waits = true;
            return said(&too_soon("30s"));
        }
        let verdict = self.grade(part, guess);
        if fate < 5 {
            return [
                Reply::new(502, ""),
                said("<p>The elves are on strike.</p>"),
                Reply::redirect(PAGE_PATH),
            ][fate - 2]
                .clone();
        }
        if verdict == "right" {
            self.told_solved = self.solved;
            return said(RIGHT);
        }
        self.told.push((part, guess.to_owned(), verdict));
        let says = match verdict {
            "wrong" => String::new(),
            _ => format!("; your answer is too {verdict}"),
        };
        said(&format!(
            "<p>That's not the right answer{says}.  Please wait one minute before trying again.</p>"
        ))
    }

    fn grade(&mut self, part: usize, guess: &str) -> &'static str {
        if guess == SECRETS[part - 1] {
            self.solved = part;
            return "right";
        }
        self.waits = true;
        let secret: i64 = SECRETS[part - 1].parse().expect("a number");
        match guess.parse::<i64>() {
            // The site does not always say which.
            Ok(number) if number > secret && number % 2 == 0 => "high",
            Ok(number) if number < secret => "low",
            _ => "wrong",
        }
    }

    /// True if the guess cannot be right by what was told, or comes too early.
    fn is_wasted(&self, part: usize, guess: &str) -> bool {
        let number = |text: &str| text.parse::<i64>().ok();
        let is_ruled_out = self.told.iter().any(|(of_part, told, verdict)| {
            *of_part == part
                && match *verdict {
                    "high" => number(guess).is_none_or(|guess| Some(guess) >= number(told)),
                    "low" => number(guess).is_none_or(|guess| Some(guess) <= number(told)),
                    _ => told == guess,
                }
        });
        let is_other = self.told_solved >= 1 && part == 2 && guess == SECRETS[0];
        is_ruled_out || is_other || part <= self.told_solved || self.waits
    }

    /// Puts the answers file back, or removes it with all that it told.
    fn tamper(&mut self) {
        match (self.random.below(5), &self.before) {
            (0, Some(before)) => fs::write(&self.answers, before).expect("a file"),
            (1, _) => {
                fs::remove_file(&self.answers).expect("a file");
                self.told.clear();
            }
            _ => {}
        }
    }
}

#[test]
fn no_guess_is_wasted_and_none_is_lost() {
    let mut sent = 0;
    for seed in 1..=WALKS {
        let site = Site::start();
        let sandbox = Sandbox::project().site(&site);
        let model = Arc::new(Mutex::new(Model {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
            solved: 0,
            told_solved: 0,
            told: Vec::new(),
            waits: false,
            answers: sandbox.path(ANSWERS),
            before: None,
            sent: Vec::new(),
            wasted: Vec::new(),
        }));
        let judge = Arc::clone(&model);
        site.handle(move |request| judge.lock().expect("no panic").reply(request));
        for _ in 0..STEPS {
            step(&sandbox, &model);
            if model.lock().expect("no panic").told_solved == SECRETS.len() {
                break;
            }
        }
        let model = model.lock().expect("no panic");
        assert_eq!(model.wasted, [""; 0], "seed {seed}: {:?}", model.sent);
        sent += model.sent.len();
    }
    assert!(sent > 30, "{sent}");
}

/// Submits a guess, or lets a minute pass.
fn step(sandbox: &Sandbox, model: &Mutex<Model>) {
    let mut state = model.lock().expect("no panic");
    let text = fs::read_to_string(&state.answers).ok();
    if state.random.below(2) == 0 {
        let text = text.unwrap_or_default();
        let mut lines: Vec<&str> = text.lines().collect();
        for line in &mut lines {
            if line.starts_with("not_before") {
                *line = "not_before = 2020-12-22T05:00:00Z";
            } else if line.starts_with("time") {
                *line = "time = 2020-12-22T05:00:00Z";
            }
        }
        sandbox.write(ANSWERS, lines.join("\n"));
        state.waits = false;
        return;
    }
    let guess = GUESSES[state.random.below(9)];
    let part = ["-p1", "-p2", "-v"][state.random.below(3)];
    state.before = text;
    let sent = state.sent.len();
    drop(state);
    let done = sandbox.aoc(&["submit", "2020/22", part, "--answer", guess]);
    let state = model.lock().expect("no panic");
    if let [body] = &state.sent[sent..] {
        let answers = sandbox.read(ANSWERS);
        let (_, guess) = body.split_once("answer=").expect("a form");
        assert!(
            answers.contains(&format!("answer = \"{guess}\"")),
            "{answers} {done:#?}"
        );
    } else {
        assert_eq!(state.sent.len(), sent, "more than one: {done:#?}");
    }
}
