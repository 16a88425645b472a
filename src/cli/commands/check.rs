//! `sokosat check`: a certificate looked at without the code that wrote it.

use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;
use sokosat::certify::certificate::{Claim, Fault, Report, check};

use crate::cli::args::Check;
use crate::cli::exit::Exit;
use crate::cli::output::print;
use crate::cli::record::json_line;
use crate::cli::{complain, signals};

#[derive(Debug, Serialize)]
struct Record<'a> {
    folder: String,
    status: &'static str,
    kind: Option<&'static str>,
    claim: Option<u32>,
    level: Option<&'a str>,
    checked: &'a [String],
    trusted: &'a [String],
    seconds: f64,
    error: Option<String>,
}

pub(crate) fn run(args: &Check) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let limits = signals::limits(&args.limits, &signals::stop_flag()?);
    let checked = check(&args.folder, &limits);
    let folder = args.folder.display().to_string();
    if let Err(fault) = &checked {
        complain(&sentence(&folder, fault));
    }
    if args.json {
        let record = record(folder, &checked, started.elapsed().as_secs_f64());
        print(&json_line(&record)?)?;
    } else if let Ok(report) = &checked {
        let text = if args.quiet {
            short(report)
        } else {
            long(&folder, report)
        };
        print(&text)?;
    }
    Ok(exit(&checked).into())
}

fn exit(checked: &Result<Report, Fault>) -> Exit {
    match checked {
        Ok(_) => Exit::Yes,
        Err(Fault::BadInput(_)) => Exit::BadInput,
        Err(Fault::Stopped(_) | Fault::Unrepeated { .. }) => Exit::Undecided,
        Err(_) => Exit::Refuted,
    }
}

fn sentence(folder: &str, fault: &Fault) -> String {
    match fault {
        Fault::BadInput(said) if said.starts_with(folder) => said.clone(),
        Fault::BadInput(said) => format!("{folder}: {said}"),
        Fault::Stopped(_) | Fault::Unrepeated { .. } => format!("{folder}: not decided: {fault}"),
        _ => format!("{folder}: refused: {fault}"),
    }
}

fn claim(report: &Report) -> String {
    let (subject, unit): (&str, [&str; 2]) = if report.kind.is_of_tiles() {
        ("board", ["move", "moves"])
    } else {
        ("level", ["push", "pushes"])
    };
    match report.claim {
        Claim::Minimum(count) => {
            format!("the minimum is {count} {}", unit[usize::from(count != 1)])
        }
        Claim::Unsolvable {} => format!("the {subject} has no solution"),
    }
}

fn short(report: &Report) -> String {
    match report.claim {
        Claim::Minimum(pushes) => format!("{pushes}\n"),
        Claim::Unsolvable {} => "unsolvable\n".into(),
    }
}

fn long(folder: &str, report: &Report) -> String {
    let kind = report.kind.name();
    let mut lines = vec![format!(
        "{folder}: accepted: {} (kind {kind})",
        claim(report)
    )];
    lines.extend(report.rows.iter().map(|row| format!("  {row}")));
    for (title, facts) in [
        ("checked", &report.checked),
        ("to be trusted", &report.trusted),
    ] {
        lines.push(title.into());
        lines.extend(facts.iter().map(|fact| format!("  - {fact}")));
    }
    lines.join("\n") + "\n"
}

fn record(folder: String, checked: &Result<Report, Fault>, seconds: f64) -> Record<'_> {
    let report = checked.as_ref().ok();
    let status = match checked {
        Ok(_) => "accepted",
        Err(Fault::BadInput(_)) => "invalid",
        Err(Fault::Stopped(_) | Fault::Unrepeated { .. }) => "undecided",
        Err(_) => "refused",
    };
    Record {
        folder,
        status,
        kind: report.map(|report| report.kind.name()),
        claim: report.and_then(|report| match report.claim {
            Claim::Minimum(pushes) => Some(pushes),
            Claim::Unsolvable {} => None,
        }),
        level: report.map(|report| report.level.as_str()),
        checked: report.map_or(&[], |report| &report.checked),
        trusted: report.map_or(&[], |report| &report.trusted),
        seconds,
        error: checked.as_ref().err().map(ToString::to_string),
    }
}
