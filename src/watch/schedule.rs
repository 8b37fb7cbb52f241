//! What becomes of the work that is being done when other work is wanted.

/// The work that is done, one piece at a time, and the next one. `T` is a piece
/// of work.
#[derive(Clone, Debug)]
pub struct Schedule<T> {
    stage: Stage,
    /// What is done once nothing else is. The last wish replaces those before.
    next: Option<T>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Idle,
    Working {
        /// Whether other work stops it.
        yields: bool,
    },
    /// It was told to stop and has not ended yet.
    Stopping,
    /// Nothing is done any more.
    Over,
}

/// What to do now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<T> {
    Start(T),
    /// Tell the work that is being done to stop.
    Stop,
    /// Nothing, until something happens.
    Wait,
    /// End the program.
    Quit,
}

impl<T> Schedule<T> {
    pub const fn new() -> Self {
        Self {
            stage: Stage::Idle,
            next: None,
        }
    }

    pub fn is_idle(&self) -> bool {
        self.stage == Stage::Idle
    }

    /// Other work is wanted.
    pub fn want(&mut self, work: T) -> Step<T> {
        match self.stage {
            Stage::Idle => return Step::Start(work),
            Stage::Over => return Step::Wait,
            Stage::Working { .. } | Stage::Stopping => {}
        }
        self.next = Some(work);
        self.stop()
    }

    /// Nothing is wanted but that the work stops.
    pub fn cancel(&mut self) -> Step<T> {
        self.next = None;
        self.stop()
    }

    /// The end is wanted.
    pub fn quit(&mut self) -> Step<T> {
        let step = match self.stage {
            Stage::Idle => Step::Quit,
            Stage::Working { .. } => Step::Stop,
            Stage::Stopping | Stage::Over => Step::Wait,
        };
        self.stage = Stage::Over;
        step
    }

    /// The work has begun. `yields` is whether other work stops it.
    pub const fn started(&mut self, yields: bool) {
        self.stage = Stage::Working { yields };
    }

    /// The work has ended.
    pub fn ended(&mut self) -> Step<T> {
        if self.stage == Stage::Over {
            return Step::Quit;
        }
        self.stage = Stage::Idle;
        self.next.take().map_or(Step::Wait, Step::Start)
    }

    fn stop(&mut self) -> Step<T> {
        if self.stage == (Stage::Working { yields: true }) {
            self.stage = Stage::Stopping;
            Step::Stop
        } else {
            Step::Wait
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn working(yields: bool) -> Schedule<&'static str> {
        let mut schedule = Schedule::new();
        assert_eq!(schedule.want("first"), Step::Start("first"));
        schedule.started(yields);
        schedule
    }

    #[test]
    fn a_newer_wish_stops_what_is_done() {
        let mut schedule = working(true);
        assert_eq!(schedule.want("second"), Step::Stop);
        // It takes a moment to stop.
        assert_eq!(schedule.want("third"), Step::Wait);
        assert_eq!(schedule.ended(), Step::Start("third"));
        schedule.started(true);
        assert_eq!(schedule.ended(), Step::Wait);
        assert!(schedule.is_idle());
        assert_eq!(schedule.want("fourth"), Step::Start("fourth"));
    }

    #[test]
    fn what_does_not_yield_ends_first_unless_all_ends() {
        let mut schedule = working(false);
        assert_eq!(schedule.want("second"), Step::Wait);
        assert_eq!(schedule.ended(), Step::Start("second"));
        let mut schedule = working(false);
        assert_eq!(schedule.quit(), Step::Stop);
        assert_eq!(schedule.want("second"), Step::Wait);
        assert_eq!(schedule.ended(), Step::Quit);
    }

    #[test]
    fn quits_once_all_has_ended() {
        assert_eq!(Schedule::<()>::new().quit(), Step::Quit);
        let mut schedule = working(true);
        assert_eq!(schedule.want("second"), Step::Stop);
        assert_eq!(schedule.quit(), Step::Wait);
        assert_eq!(schedule.ended(), Step::Quit);
        let mut schedule = working(true);
        assert_eq!(schedule.quit(), Step::Stop);
        assert_eq!(schedule.ended(), Step::Quit);
    }

    #[test]
    fn what_is_cancelled_has_no_successor() {
        let mut schedule = working(true);
        assert_eq!(schedule.want("second"), Step::Stop);
        assert_eq!(schedule.cancel(), Step::Wait);
        assert_eq!(schedule.ended(), Step::Wait);
        assert_eq!(schedule.cancel(), Step::Wait);
    }
}
