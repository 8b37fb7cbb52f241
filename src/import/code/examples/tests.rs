use super::super::day::helpers;
use super::*;

struct Stub;

impl Files for Stub {
    fn example(&self, part: Option<u8>) -> Option<String> {
        part.is_none().then(|| "from\nfile\n".to_owned())
    }

    fn included(&self, from: &str, path: &str) -> Option<Named> {
        Some(Named {
            path: format!("{from} {path}"),
            is_input: path.contains("input"),
            text: " included\n".to_owned(),
        })
    }

    fn opened(&self, path: &str) -> Option<Named> {
        self.included("", path)
    }
}

fn found(text: &str) -> (Vec<String>, usize, Vec<usize>) {
    let source = Source::new(text);
    let all = items(&source, source.all());
    let helper = "fn part1_testable(input: &u8, days: u8) -> u8 {}";
    let helper = Source::new(helper);
    let wiring = Wiring {
        parse: Some(("parse".to_owned(), "u8".to_owned())),
        parsers: vec!["parse".to_owned()],
        solvers: vec![
            (Part::One, "part1".to_owned()),
            (Part::Two, "part2".to_owned()),
        ],
        helpers: helpers(&helper, &items(&helper, helper.all())),
        ..Wiring::default()
    };
    let tests = Tests {
        source: &source,
        wiring: &wiring,
        file: "src/day01.rs",
        files: &Stub,
    };
    let found = tests.find(&all, &Items::default());
    let examples = found.examples.iter().map(Example::render);
    let examples = examples
        .map(|it| it.replace("aoc_solution::", ""))
        .collect();
    (examples, found.converted.len(), found.left)
}

#[test]
fn tests_become_examples() {
    let (examples, converted, left) = found(
        r#"
const EXAMPLE: &str = "\
1
2";
const PICTURE: &str = "
#.";
#[test]
fn part1_test() {
    let input = parse(EXAMPLE);
    assert_eq!(part1(&input), 1_000);
}
#[test]
fn part2_test() { assert_eq!("a", part2(&parse(EXAMPLE).unwrap())); }
#[test]
fn direct() { assert_eq!(part1("x"), Some(-1), "message"); }
#[test]
fn picture() { let input = "y"; let result = part2(input); assert_eq!(result, PICTURE); }
#[test]
fn own_rules() { let input = parse("z"); assert_eq!(part1_testable(&input, 20), 5); }
#[test]
fn from_file() {
    let result = part1(&lib::template::read_file("examples", DAY));
    assert_eq!(result, Some(7));
}
#[test]
fn nothing() { assert_eq!(part2(&read_file("examples", DAY)), None); }
#[test]
fn other() {
    assert_eq!(helper(1), 2);
    assert!(true);
}
fn no_test() { assert_eq!(part1("q"), 1); }
"#,
    );
    assert_eq!(
        examples,
        [
            "Example::new(\"\\\n1\n2\").part1(\"1000\").part2(\"a\")",
            "Example::new(\"x\").part1(\"-1\")",
            "Example::new(\"y\").part2(r\"\n#.\")",
            "Example::<Self>::new(\"z\").part1_with(\"5\", |input| Ok(part1_testable(input, 20).into()))",
            "Example::new(r\"from\nfile\n\").part1(\"7\")",
        ]
    );
    assert_eq!((converted, left), (7, vec![29, 30]));
}

#[test]
fn texts_may_be_files() {
    let text = r#"
const FILE: &[u8] = include_bytes!("a.txt");
#[test]
fn part1_test() {
    assert_eq!(part1(FILE).unwrap(), "1");
    assert_eq!(part1(&parse(include_str!("a.txt").trim()).expect("text")), 2);
    assert_eq!(part1(b"ab"), 3);
    let input = fs::read_to_string("input.txt").unwrap();
    assert_eq!(part2(&parse(&input)), 4);
}"#;
    let (examples, converted, left) = found(text);
    assert_eq!(
        examples,
        [
            "Example::new(r\" included\n\").part1(\"1\")",
            "Example::new(\"included\").part1(\"2\")",
            "Example::new(\"ab\").part1(\"3\")",
        ]
    );
    assert_eq!((converted, left), (1, vec![]));
    let source = Source::new(text);
    let wiring = Wiring {
        parsers: vec!["parse".to_owned()],
        solvers: vec![(Part::Two, "part2".to_owned())],
        ..Wiring::default()
    };
    let tests = Tests {
        source: &source,
        wiring: &wiring,
        file: "",
        files: &Stub,
    };
    let found = tests.find(&items(&source, source.all()), &Items::default());
    let answer = InputAnswer {
        part: Part::Two,
        answer: "4".to_owned(),
        input: " input.txt".to_owned(),
        line: 9,
    };
    assert_eq!(found.answers, [answer]);
}

#[test]
fn other_rules_have_functions_of_their_own() {
    let of = |text: &str, functions: &str| {
        let functions = Source::new(functions);
        let wiring = Wiring {
            parsers: vec!["parse".to_owned()],
            solvers: vec![(Part::One, "part1".to_owned())],
            helpers: helpers(&functions, &items(&functions, functions.all())),
            ..Wiring::default()
        };
        let text = format!("#[test] fn a() {{ assert_eq!(part1_with({text}, 3), 1); }}");
        let source = Source::new(&text);
        let tests = Tests {
            source: &source,
            wiring: &wiring,
            file: "",
            files: &Stub,
        };
        let found = tests.find(&items(&source, source.all()), &Items::default());
        let example = found.examples.first()?.render();
        let (_, with) = example.split_once("|input| ")?;
        Some(with.to_owned())
    };
    for (functions, expected) in [
        (
            "fn part1_with(i: &str, n: u8) -> u8 {}",
            "Ok(part1_with(input, 3).into()))",
        ),
        (
            "fn part1_with(i: &[u8], n: u8) -> anyhow::Result<u8> {}",
            "Ok(part1_with(input.as_bytes(), 3)?.into()))",
        ),
        (
            "fn part1_with(i: &str, n: u8) -> Option<Vec<u8>> {}",
            "Ok(part1_with(input, 3).map_or(aoc_solution::Answer::Unsolved, Into::into)))",
        ),
    ] {
        assert_eq!(of("\"x\"", functions).as_deref(), Some(expected));
        // The day is given the text.
        assert_eq!(of("parse(\"x\")", functions), None);
    }
    assert_eq!(of("\"x\"", ""), None);
}

#[test]
fn examples_that_differ_in_one_part_are_two() {
    let (examples, _, _) =
        found("#[test] fn a() { assert_eq!(part1(\"x\"), 1); assert_eq!(part1(\"x\"), 2); }");
    assert_eq!(examples.len(), 2);
}
