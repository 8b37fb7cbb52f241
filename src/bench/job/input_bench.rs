//! Measures a puzzle with one input, in several passes over its phases.
//!
//! The first pass calls each function once before it samples it. This call is timed, and its answer
//! is checked. Every pass uses new worker processes.

use aoc_solution::protocol::{Call, Phase, Reply, WorkerCommand};

use super::{BenchJob, ComparedPrograms, interrupted_result};
use crate::bench::host::running_threads;
use crate::bench::results::is_first_call_slow;
use crate::bench::schedule::{MAX_PASSES, MeasuredFunction, Side, run_pass};
use crate::bench::statistics::Statistics;
use crate::runner::{Emit, Input, PhaseResult, RunEvent};

/// The measurement of a puzzle with one input.
pub(super) struct InputBench<'a> {
    pub job: &'a BenchJob<'a>,
    pub input: &'a Input,
    pub programs: &'a mut ComparedPrograms,
    /// The samples of [`running_threads`] while this input is measured.
    pub load_samples: Vec<u32>,
    pub emit: Emit<'a>,
}

/// The functions of a phase, each called at least once.
pub(super) struct PhaseBench {
    phase: Phase,
    pub functions: Vec<MeasuredFunction>,
}

impl PhaseBench {
    /// True if another pass would not make the interval narrower.
    fn is_done(&self) -> bool {
        match &self.functions[..] {
            [single] => !single.is_measurable() || single.is_settled(),
            // Functions that are compared need all passes.
            _ => false,
        }
    }
}

impl InputBench<'_> {
    /// Measures the functions of each phase in all passes.
    pub fn measure(&mut self) -> Vec<PhaseBench> {
        let mut phases = self.first_pass();
        for _ in 1..MAX_PASSES {
            self.restart_workers();
            for phase in &mut phases {
                if !phase.is_done() && !self.job.is_cancelled() {
                    self.begin(phase.phase);
                    self.sample(&mut phase.functions);
                }
            }
        }
        phases
    }

    /// Calls, samples and examines each function. A program whose parts get the text itself has no
    /// `parse` to measure, or to compare with. If the input cannot be parsed, only `parse` is
    /// called.
    fn first_pass(&mut self) -> Vec<PhaseBench> {
        let mut phases = Vec::new();
        self.restart_workers();
        for phase in self.input.phases(&self.job.plan.parts) {
            if !self.job.is_cancelled() {
                self.begin(phase);
            }
            let mut functions = self.first_calls(phase);
            let is_parse = phase == Phase::Parse;
            let is_parsed = functions
                .first()
                .is_some_and(MeasuredFunction::is_measurable);
            if is_parse && is_parsed {
                if self.programs.current.info.takes_text {
                    continue;
                }
                functions.retain(|function| {
                    !function.is_measurable() || !self.programs.of(function.side).info.takes_text
                });
            }
            self.sample(&mut functions);
            for function in &mut functions {
                self.examine(function);
            }
            phases.push(PhaseBench { phase, functions });
            if is_parse && !is_parsed {
                break;
            }
        }
        phases
    }

    /// Begins a pass with new processes.
    fn restart_workers(&mut self) {
        for (_, program) in self.programs.iter_mut() {
            program.worker.restart();
        }
    }

    /// Begins a phase of a pass.
    fn begin(&mut self, phase: Phase) {
        (self.emit)(RunEvent::PhaseStarted(Call::primary(phase)));
        if self.job.is_alone {
            self.load_samples.extend(running_threads());
        }
    }

    /// Calls each function of the phase once. A function that both revisions have is called in
    /// both, one call directly after the other.
    fn first_calls(&mut self, phase: Phase) -> Vec<MeasuredFunction> {
        let alternatives = &self.job.plan.alternatives;
        let mut judged = self.input.clone();
        if !judged.trust().refutes() {
            // A difference from such an example does not show that the code is wrong.
            judged.expected = [None, None];
        }
        let mut primary_answer = None;
        let mut functions = Vec::new();
        for call in self
            .input
            .calls(alternatives, &self.programs.current.info, phase)
        {
            for (side, program) in self.programs.iter_mut() {
                let calls = self.input.calls(alternatives, &program.info, phase);
                if !calls.contains(&call) {
                    continue;
                }
                let reply = program.worker.call(&self.input.opened, &call);
                // An interrupted call is not a failure.
                let result = if self.job.is_cancelled() {
                    interrupted_result(&call)
                } else {
                    judged.result(&call, reply, primary_answer.as_deref())
                };
                if side == Side::Current && call.alternative.is_none() {
                    primary_answer.clone_from(&result.answer);
                }
                functions.push(MeasuredFunction::new(side, call.clone(), result));
            }
        }
        functions
    }

    /// Samples the functions of a phase for one pass.
    fn sample(&mut self, functions: &mut [MeasuredFunction]) {
        run_pass(functions, &mut |function, command| {
            let reply = self.programs.of(function.side).worker.send(command);
            if let Ok(Reply::Warmed { .. } | Reply::Sampled(_) | Reply::Chained(_)) = reply {
                return reply.ok();
            }
            // An interrupted call is not a failure.
            if !self.job.is_cancelled() {
                function.result = self.input.result(&function.call, reply, None);
            }
            None
        });
    }

    /// Measures the allocations of a call. Also calls a part once more after all samples: if this
    /// call is much faster than the first one, or gives another answer, the solution stores
    /// results. A slow first call is repeated in another process, because it may be a coincidence.
    fn examine(&mut self, function: &mut MeasuredFunction) {
        if function.side != Side::Current || !function.is_measurable() || self.job.is_cancelled() {
            return;
        }
        let call = &function.call;
        let opened = &self.input.opened;
        let worker = &mut self.programs.current.worker;
        let counted = worker.send(WorkerCommand::Count(call.clone()));
        if self.job.is_cancelled() {
            return;
        }
        // Counting makes a call slower, so a very slow function may exceed the time limit only now.
        // It keeps its figures.
        let is_slow = !function.wants_pass();
        match counted {
            Ok(Reply::Allocated(allocations)) => function.allocations = allocations,
            _ if is_slow => {}
            failed => function.result = self.input.result(call, failed, None),
        }
        // Further calls of a very slow function would take too long.
        if is_slow || !function.is_measurable() {
            return;
        }
        if call.phase != Phase::Parse {
            let again = self.input.result(call, worker.repeat(call), None);
            if self.job.is_cancelled() {
                return;
            }
            if again.ns.is_none() && again.status.is_failure() {
                function.result = again;
                return;
            }
            function.again_ns = again.ns;
            function.answer_changes = again.answer != function.result.answer;
        }
        if let Some(figures) = Statistics::of(&function.samples)
            && is_first_call_slow(function, &figures)
        {
            worker.restart();
            let first = PhaseResult::of(call.phase, worker.call(opened, call));
            let first_ns = &mut function.samples.first_ns;
            *first_ns = first.ns.unwrap_or(*first_ns).min(*first_ns);
        }
    }
}
