//! Decides how each day is called, by comparing the answers of its candidates with the known ones,
//! or why it is not imported.

use aoc_solution::Part;

use super::reasons::{differs, disagree, left_out};
use super::runs::{Cut, Repetition, Runs, Trying, Way, Ways};
use crate::import::compare::{Answered, DayDecision, ProgramOutput, decide};
use crate::import::{FoundCall, TriedDay};

impl Runs<'_> {
    /// How a day is called, or why it is not imported.
    pub(super) fn found_call(&self, day: &TriedDay) -> FoundCall {
        // The user's expressions are used as they are. The check reports if they do not fit.
        if day.is_of_user() {
            return FoundCall::ByNames;
        }
        let puzzle = day.puzzle;
        let (input, known) = &self.facts[&puzzle];
        let mut trying = Trying {
            day,
            left: &self.left[&puzzle],
            input: input.as_deref(),
            known: known.clone(),
        };
        trying.known.outputs.extend(self.printed(&trying));
        let Ways {
            open: ways,
            refuted,
            disagreeing,
        } = self.ways(&trying);
        let left_out = left_out(&refuted, &ways, &trying.known);
        let has_answers = ways.iter().any(Way::has_answers);
        let mut found = if !disagreeing.is_empty() {
            disagree(disagreeing.iter())
        } else if let Some(first) = refuted.first()
            && !has_answers
        {
            FoundCall::Unclear(differs(first))
        } else {
            self.decided(&trying, ways)
        };
        if let FoundCall::By { wiring, .. } = &mut found {
            wiring.left_out = left_out.or(wiring.left_out.take());
        }
        found
    }

    /// The output of the day's own `main`.
    fn printed(&self, trying: &Trying) -> Option<ProgramOutput> {
        let Trying { day, input, .. } = trying;
        let printing = |index: &&usize| day.candidates[**index].printing.is_some();
        let mut texts = trying.left.iter().filter(printing).filter_map(|index| {
            let name = format!("{index}/output");
            let text = self.run(day.puzzle, &name, (*input)?, Repetition::Once)?;
            (!text.trim().is_empty()).then_some(text)
        });
        let text = texts.next()?;
        Some(ProgramOutput {
            text,
            is_of_day: true,
        })
    }

    /// Runs the candidates until one of them gives all known answers.
    fn ways(&self, trying: &Trying) -> Ways {
        let day = trying.day;
        let mut found = Ways::default();
        let parts = trying
            .left
            .iter()
            .position(|index| day.candidates[*index].part.is_some());
        let is_sure = |index: &usize| {
            let before = trying.left.iter().take(parts.unwrap_or_default());
            before.copied().any(|sure| sure == *index)
        };
        for index in trying.of_part(None).filter(is_sure) {
            let way = self.way(trying, index);
            // The candidates for one part parse the input again, so a part cannot change it for the
            // other.
            if self.changes_input(trying, &way) {
                continue;
            }
            let is_done = trying.is_settled(&way.answered);
            found.open.push(way);
            if is_done {
                return found;
            }
        }
        // If no answer is known, candidates with other functions must give the same answers.
        let sure = found
            .open
            .iter()
            .find(|way| trying.is_open() && way.answers_all() && trying.is_right(&way.answered));
        if let Some(sure) = sure {
            let others = trying.of_other_functions(sure);
            let mut ways: Vec<Way> = others.map(|index| self.way(trying, index)).collect();
            found.open.append(&mut ways);
            return found;
        }
        let of_parts = Part::BOTH.map(|part| self.way_of_part(trying, part, &mut found));
        if let Some(way) = of_parts.into_iter().flatten().reduce(Way::with) {
            let is_done = trying.is_settled(&way.answered);
            found.open.push(way);
            if is_done {
                return found;
            }
        }
        let others = trying.of_part(None).filter(|index| !is_sure(index));
        found
            .open
            .extend(others.map(|index| self.way(trying, index)));
        found
    }

    /// The way to answer one part. If all ways are wrong, or they differ and no answer is known,
    /// their answers are added to `found`.
    fn way_of_part(&self, trying: &Trying, part: Part, found: &mut Ways) -> Option<Way> {
        let known = &trying.known;
        let mut ways = Vec::new();
        for index in trying.of_part(Some(part)) {
            let is_fallback = trying.day.candidates[index].is_fallback;
            if is_fallback && trying.is_open() && ways.iter().any(Way::has_answers) {
                continue;
            }
            let way = self.way(trying, index);
            let is_settled = trying.is_part_settled(&way.answered, part);
            ways.push(way);
            if is_settled {
                break;
            }
        }
        let answers: Vec<Answered> = ways.iter().map(|way| way.answered.clone()).collect();
        let at = match decide(&answers, known) {
            DayDecision::Taken(at, _) => at,
            DayDecision::Disagree(ways) => {
                let answers = ways.into_iter().map(|(_, answers)| answers);
                found.disagreeing.extend(answers);
                return None;
            }
            DayDecision::AllDiffer(differences) => {
                let mut differences = differences.into_iter();
                let of_part = differences.find(|difference| difference.part == part);
                found.refuted.extend(of_part);
                return None;
            }
        };
        Some(ways.swap_remove(at))
    }

    /// The call of the way that is taken, or why none is.
    fn decided(&self, trying: &Trying, mut ways: Vec<Way>) -> FoundCall {
        let answers: Vec<Answered> = ways.iter().map(|way| way.answered.clone()).collect();
        let at = match decide(&answers, &trying.known) {
            DayDecision::Taken(at, _) => {
                Some(at).filter(|at| trying.input.is_none() || ways[*at].has_answers())
            }
            DayDecision::Disagree(open) => {
                return disagree(open.iter().map(|(_, answers)| answers));
            }
            DayDecision::AllDiffer(differences) => match differences.first() {
                Some(first) => return FoundCall::Unclear(differs(first)),
                None => None,
            },
        };
        let Some(at) = at else {
            return FoundCall::Unclear("no way to call it gives an answer".to_owned());
        };
        let way = ways.swap_remove(at);
        // If no answer is known, trimming the input must not change the answers.
        if trying.is_open()
            && trying.day.trims
            && let Some(cut) = self.cut(trying, &way, Cut::End)
        {
            let [whole, cut] = [&way, &cut].map(|way| &way.answered.answers);
            let differ = |(whole, cut): (&Option<String>, &Option<String>)| {
                whole.is_some() && cut.is_some() && whole != cut
            };
            if whole.iter().zip(cut).any(differ) {
                return disagree([whole, cut].into_iter());
            }
        }
        FoundCall::By {
            file: trying.day.from.clone(),
            wiring: way.wiring,
        }
    }
}
