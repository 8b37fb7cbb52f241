//! The chart of `--svg`.

use super::*;

fn chart_of(name: &str) -> String {
    bench_svg(&shapes::shape(name))
}

/// The texts at the ends of the rows, or their names.
fn texts<'a>(chart: &'a str, class: &str) -> Vec<&'a str> {
    let begin = format!("<text class=\"{class}\" x=");
    let texts = chart.split(&begin).skip(1);
    texts
        .filter_map(|text| text.split_once('>')?.1.split_once('<'))
        .map(|(text, _)| text)
        .collect()
}

#[test]
fn a_chart_is_well_formed() {
    for (name, report) in shapes::SHAPES {
        let chart = bench_svg(&report());
        assert!(chart.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        for element in ["svg", "text", "title", "desc", "style"] {
            let count = |mark: &str| chart.matches(mark).count();
            assert_eq!(
                count(&format!("<{element} ")) + count(&format!("<{element}>")),
                count(&format!("</{element}>")),
                "{element} in {name}"
            );
        }
        assert!(!chart.contains("<script"), "{name}");
    }
}

#[test]
fn a_day_without_a_phase_says_so() {
    let chart = chart_of("failures");
    let ends = texts(&chart, "end");
    assert!(
        ends.contains(&"&gt; 66.7 ns") && ends.contains(&"1.86 µs"),
        "{ends:?}"
    );
    assert_eq!(texts(&chart, "end failed"), ["crash", "error"]);
    let note = "&gt; without a phase that failed";
    assert!(texts(&chart, "dim").contains(&note));
    assert!(!texts(&chart_of("year"), "dim").contains(&note));
}

#[test]
fn a_single_puzzle_has_a_bar_for_each_phase() {
    let chart = chart_of("against");
    assert_eq!(texts(&chart, "name"), ["parse", "part 1", "part 2"]);
    assert_eq!(chart.matches("class=\"bar\"").count(), 3);
}

#[test]
fn inputs_are_told_apart() {
    assert_eq!(
        texts(&chart_of("inputs"), "name"),
        ["alice", "bob", "a name with blanks and…"]
    );
    assert_eq!(
        texts(&chart_of("generated"), "name")[..2],
        ["seed 206, median of 300", "seed 134, worst of 300"]
    );
}
