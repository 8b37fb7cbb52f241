//! What the report says of what is on this machine: project, toolchain,
//! settings, folders.

use super::super::doctor_report::{DoctorReport, LibraryReport, LibraryStatus};
use super::section::{Mark, Section};
use crate::terminal::plural;

pub(super) fn project(report: &DoctorReport) -> Section {
    let mut section = Section::new("project");
    let Some(project) = &report.project else {
        section.row(Mark::Absent, "none", "this folder is not in a project");
        return section;
    };
    let root = project.root.display().to_string();
    section.row(Mark::Good, "root", root);
    let years = project.years.iter();
    let years = years.map(|it| format!("{} ({})", it.year, plural(it.days, "day")));
    let years = years.collect::<Vec<_>>().join(", ");
    if years.is_empty() {
        section.row(Mark::Absent, "years", "no day has a solution yet");
    } else {
        section.row(Mark::Good, "years", years);
    }
    for library in &project.libraries {
        let (mark, text) = library_words(library);
        section.row(mark, "library", text);
    }
    section
}

fn library_words(library: &LibraryReport) -> (Mark, String) {
    let own = format!(
        "this aoc, which has {}, protocol {}",
        library.own_version, library.own_protocol
    );
    let (mark, state) = match library.status {
        LibraryStatus::Current => (Mark::Good, "as this aoc has it".to_owned()),
        LibraryStatus::Different => (Mark::Doubt, "not the files that this aoc has".to_owned()),
        LibraryStatus::Older => (Mark::Bad, format!("older than {own}")),
        LibraryStatus::Newer => (Mark::Bad, format!("newer than {own}")),
        LibraryStatus::Missing => (Mark::Bad, "not there".to_owned()),
        LibraryStatus::Unknown => (Mark::Plain, "not in a folder of its own".to_owned()),
    };
    let folder = library.folder.as_ref();
    let folder = folder.map_or("from a registry".into(), |it| it.display().to_string());
    let version = match (&library.version, library.protocol) {
        (Some(version), Some(protocol)) => format!(" {version}, protocol {protocol}"),
        (Some(version), None) => format!(" {version}"),
        (None, _) => String::new(),
    };
    (mark, format!("{folder}{version}: {state}"))
}

pub(super) fn toolchain(report: &DoctorReport) -> Section {
    let mut section = Section::new("toolchain");
    for tool in &report.toolchain {
        let mark = if tool.bad { Mark::Bad } else { Mark::Good };
        let version = tool.version.as_deref().unwrap_or("not found");
        let path = tool
            .path
            .as_ref()
            .map(|path| format!(", {}", path.display()));
        section.row(
            mark,
            tool.name,
            format!("{version}{}", path.unwrap_or_default()),
        );
    }
    section
}

pub(super) fn settings(report: &DoctorReport) -> Section {
    let mut section = Section::new("settings");
    for setting in &report.settings {
        let mark = match setting.value {
            Some(_) => Mark::Plain,
            None => Mark::Absent,
        };
        let value = setting.value.as_deref().unwrap_or("not set");
        section.row(mark, setting.name, format!("{value} ({})", setting.from));
    }
    section
}

pub(super) fn folders(report: &DoctorReport) -> Section {
    let mut section = Section::new("folders");
    for folder in &report.folders {
        let path = folder.path.as_ref().map(|path| path.display().to_string());
        let (mark, state) = match &folder.message {
            Some(message) => (Mark::Bad, Some(message.clone())),
            None if folder.exists => (Mark::Good, None),
            None => (Mark::Good, Some("not there yet".to_owned())),
        };
        let text: Vec<String> = path.into_iter().chain(state).collect();
        section.row(mark, folder.name, text.join(", "));
    }
    section
}
