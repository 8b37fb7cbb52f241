//! Job objects of Windows. A job object ends a process together with all processes that it started.

use std::process::Child;

/// A process and all processes that it starts, on Windows. This has no effect on other systems.
pub struct JobObject {
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

impl JobObject {
    pub fn of(child: &Child) -> Self {
        #[cfg(not(windows))]
        let _ = child;
        Self {
            #[cfg(windows)]
            job: job_of(child),
        }
    }

    /// Lets the system end these processes when the job is dropped or `aoc` is killed.
    pub fn kill_on_drop(&self) {
        #[cfg(not(windows))]
        let _ = self;
        #[cfg(windows)]
        if let Some(job) = &self.job {
            let mut limits = win32job::ExtendedLimitInfo::new();
            let _ = job.set_extended_limit_info(limits.limit_kill_on_job_close());
        }
    }
}

#[cfg(windows)]
fn job_of(child: &Child) -> Option<win32job::Job> {
    use std::os::windows::io::AsRawHandle;
    let job = win32job::Job::create().ok()?;
    job.assign_process(child.as_raw_handle() as isize).ok()?;
    Some(job)
}
