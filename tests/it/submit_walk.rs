//! Random walks of submitting. The site sends any reply, and the answers file may be changed. No
//! guess is sent that is known to be useless, and no guess is lost.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use crate::sandbox::Sandbox;
use crate::site::pages::{
    ANSWER_PATH, ANSWERS, PAGE_PATH, RIGHT, WRONG_LEVEL, page_of, too_soon, verdict,
};
use crate::site::{Reply, Request, Site};

/// The right answers.
const SECRETS: [i64; 2] = [33400, 291];
const GUESSES: [i64; 8] = [100, 290, 291, 292, 33399, 33400, 33401, 99999];

/// The site, with all facts that its replies have revealed.
struct Model {
    /// The state of the random number generator.
    random: u64,
    /// The number of solved parts, and how many of them are known to be solved.
    solved: usize,
    told_solved: usize,
    /// The ranges of answers that are known to be wrong, each with its part.
    told: Vec<(usize, i64, i64)>,
    /// Whether the site takes no guess at the moment.
    waits: bool,
    answers: PathBuf,
    /// The answers file before the command.
    before: Option<String>,
    sent: Vec<String>,
    wasted: Vec<String>,
}

impl Model {
    fn below(&mut self, limit: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        usize::try_from(self.random >> 33).expect("31 bits") % limit
    }

    fn reply(&mut self, request: &Request) -> Reply {
        if request.path == ANSWER_PATH {
            return self.judge(&request.body);
        }
        self.told_solved = self.solved;
        let texts = ["<p>Text.</p>", "<p>More.</p>"];
        let answers = SECRETS.map(|answer| answer.to_string());
        let answers = answers.each_ref().map(|answer| &**answer);
        Reply::html(page_of(2020, 22, texts, &answers[..self.solved]))
    }

    fn judge(&mut self, body: &str) -> Reply {
        let form = body.strip_prefix("level=").expect("a form");
        let (part, guess) = form.split_once("&answer=").expect("a form");
        let part: usize = part.parse().expect("a part");
        let guess: i64 = guess.parse().expect("a number");
        self.sent.push(body.to_owned());
        let rules_out = |&(of, low, high): &_| of == part && (low..=high).contains(&guess);
        let is_other = self.told_solved == 1 && guess == SECRETS[0];
        if self.told.iter().any(rules_out) || is_other || part <= self.told_solved || self.waits {
            self.wasted.push(body.to_owned());
        }
        // The file is restored, or removed with all its answers.
        match (self.below(5), &self.before) {
            (0, Some(before)) => fs::write(&self.answers, before).expect("a file"),
            (1, _) => {
                fs::remove_file(&self.answers).expect("a file");
                self.told.clear();
            }
            _ => {}
        }
        let fate = self.below(12);
        if part != self.solved + 1 {
            return verdict(WRONG_LEVEL);
        } else if fate == 0 {
            return Reply::new(500, "");
        }
        self.waits = fate == 1 || guess != SECRETS[part - 1];
        if fate == 1 {
            return verdict(&too_soon("30s"));
        } else if !self.waits {
            self.solved = part;
        }
        match fate {
            // The reply to a graded guess may be lost.
            2 => Reply::new(502, ""),
            3 => verdict("<p>The elves are on strike.</p>"),
            4 => Reply::redirect(PAGE_PATH),
            _ if !self.waits => {
                self.told_solved = part;
                verdict(RIGHT)
            }
            _ => {
                // The site does not always give the direction.
                let (says, low, high) = match guess {
                    odd if odd % 2 == 1 => ("", guess, guess),
                    low if low < SECRETS[part - 1] => ("; your answer is too low", 0, guess),
                    _ => ("; your answer is too high", guess, i64::MAX),
                };
                self.told.push((part, low, high));
                verdict(&format!("<p>That's not the right answer{says}.</p>"))
            }
        }
    }
}

#[test]
fn no_guess_is_wasted_and_none_is_lost() {
    let mut sent = 0;
    for seed in 1..=8_u64 {
        let (site, sandbox) = Site::start().project();
        let model = Arc::new(Mutex::new(Model {
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
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
        for _ in 0..30 {
            step(&sandbox, &model);
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
    if state.told_solved == SECRETS.len() {
        return;
    }
    state.before = fs::read_to_string(&state.answers).ok();
    if state.below(2) == 0 {
        let text = state.before.clone().unwrap_or_default();
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
    let guess = GUESSES[state.below(GUESSES.len())].to_string();
    let part = ["-p1", "-p2", "-v"][state.below(3)];
    let sent = state.sent.len();
    drop(state);
    let done = sandbox.aoc(&["submit", "2020/22", part, "--answer", &guess]);
    let state = model.lock().expect("no panic");
    if state.sent.len() > sent {
        let answers = sandbox.read(ANSWERS);
        let is_kept = answers.contains(&format!("answer = \"{guess}\""));
        let is_stored = is_kept && state.sent.len() == sent + 1;
        assert!(is_stored, "{answers} {done:#?}");
    }
}
