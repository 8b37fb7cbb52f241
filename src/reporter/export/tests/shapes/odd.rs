//! Reports with failures, several inputs, hostile texts and extreme times.

use super::*;

fn fail(result: &mut BenchResult, status: &str, message: Option<&str>) {
    result.status = serde_json::from_value(json!(status)).unwrap();
    result.message = message.map(str::to_owned);
    result.measured = None;
    result.allocations = None;
}

/// Each way in which a phase, or a whole day, has no figures.
pub(super) fn failures() -> BenchReport {
    let mut puzzles = year(2020, 8);
    let panic = "called `Option::unwrap()` on a `None` value at days/year2020/day01.rs:31:52";
    fail(&mut puzzles[0].results[2], "panic", Some(panic));
    fail(
        &mut puzzles[1].results[1],
        "timeout",
        Some("no answer after 60 s"),
    );
    fail(
        &mut puzzles[1].results[2],
        "timeout",
        Some("no answer after 60 s"),
    );
    fail(
        &mut puzzles[2].results[2],
        "memory",
        Some("more than 2.00 GiB"),
    );
    for result in &mut puzzles[3].results {
        fail(result, "crash", Some("stack overflow"));
    }
    fail(&mut puzzles[4].results[2], "unsolved", None);
    fail(
        &mut puzzles[5].results[2],
        "wrong",
        Some("the answer is 12, and not 1234567890123"),
    );
    puzzles[6].results.truncate(1);
    fail(
        &mut puzzles[6].results[0],
        "error",
        Some("year2020 does not compile: see above"),
    );
    puzzles[6].results[0].phase = None;
    puzzles[6].results[0].title.clear();
    puzzles[6].header.title.clear();
    of("aoc bench 2020/1-8", puzzles)
}

/// A day over several inputs.
pub(super) fn inputs() -> BenchReport {
    let puzzles = ["alice", "bob", "a name with blanks and of some length"].map(|name| {
        let mut puzzle = day(2020, 22);
        puzzle.header.source = SourceKind::Named;
        puzzle.header.name = Some(name.to_owned());
        for result in &mut puzzle.results {
            result.source = SourceKind::Named;
            result.name = Some(name.to_owned());
        }
        puzzle
    });
    of("aoc bench 22 --all-inputs", puzzles.to_vec())
}

/// Two days over two generated inputs each.
pub(super) fn generated() -> BenchReport {
    let mut puzzles = Vec::new();
    for number in [21, 22] {
        for name in ["seed 206, median of 300", "seed 134, worst of 300"] {
            let mut puzzle = day(2020, number);
            puzzle.header.source = SourceKind::Generated;
            puzzle.header.name = Some(name.to_owned());
            puzzles.push(puzzle);
        }
    }
    of("aoc bench 21 22 --generated 300", puzzles)
}

/// Titles, messages and names that mean something to a browser, a spreadsheet,
/// Markdown or the direction of writing.
pub(super) fn titles() -> BenchReport {
    let long = "A very long title that goes on and on ".repeat(6);
    let titles = [
        "</title></style><script>alert(1)</script>",
        "\"quoted\" 'twice' & <b>bold</b>",
        "=cmd|'/c calc'!A1",
        "\u{202e}turned\u{202c} around \u{200f}",
        "ספירת כבשים בלילה",
        "👩‍👩‍👧‍👦 🎄🎄🎄 羊を数える",
        long.trim_end(),
        &"W".repeat(200),
        "| pipes | and `ticks` and *stars* _ ~~ $x$ [link](http://example.org) ![x](y) #1 @name",
        "two\nlines\u{0}\u{1b}[31m\u{7}",
        "https://example.org/ www.example.org a@example.org",
    ];
    let mut puzzles: Vec<_> = (1..)
        .zip(titles)
        .map(|(number, title)| {
            let mut puzzle = day(2023, number);
            title.clone_into(&mut puzzle.header.title);
            for result in &mut puzzle.results {
                title.clone_into(&mut result.title);
            }
            puzzle
        })
        .collect();
    puzzles[0].results[1].alternative = Some("<img src=x onerror=alert(2)>".to_owned());
    puzzles[0].results[1].ratio = Some(ratio_to("own", 1.5, 0.1));
    fail(
        &mut puzzles[1].results[2],
        "panic",
        Some("<script>alert(3)</script>\n\u{202e}| a"),
    );
    let mut report = of(
        "aoc bench '</code><script>alert(4)</script>' `x` --alt=$'\\x1b'",
        puzzles,
    );
    report.host.cpu = Some("<i>Proc|essor</i>".to_owned());
    for result in &mut report.puzzles[2].results {
        result.change = Some(ratio_to("feature/<b>branch</b>", 1.2, 0.01));
    }
    report
}

/// Less than a nanosecond beside most of a minute, and a phase that takes
/// nothing at all.
pub(super) fn extremes() -> BenchReport {
    let mut puzzles = vec![
        puzzle(2015, 1, "Next to Nothing", [0.3, 0.31, 0.45]),
        puzzle(2015, 2, "A Long Wait", [0.0, 2.5e3, 40e9]),
        puzzle(2016, 3, "Minutes", [71.0, 3.1e11, 5e6]),
    ];
    puzzles[0].results[0].warnings = vec![Warning::BelowClock];
    let slow = &mut puzzles[2].results[1];
    slow.warnings = vec![Warning::FewSamples];
    let slow = slow.measured.as_mut().unwrap();
    slow.process_p10_ns.truncate(1);
    (
        slow.figures.p10_ci95_ns,
        slow.figures.processes,
        slow.figures.samples,
    ) = (None, 1, 1);
    slow.quantiles_ns.fill(3.1e11);
    let huge = Allocations {
        count: 18_000_000_000,
        bytes: 1 << 50,
        peak: 61 << 30,
    };
    puzzles[1].results[2].allocations = Some(huge);
    puzzles[1].results[1].allocations = None;
    of("aoc bench 2015/1 2015/2 2016/3", puzzles)
}
