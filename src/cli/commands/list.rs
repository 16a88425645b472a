//! `sokosat list`: one line a level.

use std::process::ExitCode;

use itertools::Itertools;
use serde::Serialize;
use sokosat::level::{self, Summary};

use crate::cli::args::List;
use crate::cli::exit::Exit;
use crate::cli::name_of;
use crate::cli::output::print;
use crate::cli::record::json_line;

#[derive(Debug, Serialize)]
struct Record<'a> {
    file: &'a str,
    level: usize,
    title: Option<&'a str>,
    width: usize,
    height: usize,
    boxes: usize,
    goals: usize,
    cells: Option<usize>,
    remarks: &'a [String],
}

pub(crate) fn run(args: &List) -> anyhow::Result<ExitCode> {
    let file = name_of(&args.source.file);
    let levels = level::load(&args.source.file)?;
    let chosen = args.level.of(&file, &levels).map_err(anyhow::Error::msg)?;
    for level in chosen {
        let summary = Summary::of(level);
        print(&if args.json {
            json(&file, &summary)?
        } else {
            line(&summary)
        })?;
    }
    Ok(Exit::Yes.into())
}

fn json(file: &str, summary: &Summary) -> anyhow::Result<String> {
    json_line(&Record {
        file,
        level: summary.number,
        title: summary.title.as_deref(),
        width: summary.width,
        height: summary.height,
        boxes: summary.boxes,
        goals: summary.goals,
        cells: summary.floor,
        remarks: &summary.remarks,
    })
}

/// Number, size, counts, title, remarks in brackets; columns of fixed width come first.
fn line(summary: &Summary) -> String {
    let size = format!("{}x{}", summary.width, summary.height);
    let floor = summary.floor.map_or("-".into(), |cells| cells.to_string());
    let head = format!(
        "{:>4}  {size:>7}  {:>3} boxes  {:>3} goals  {floor:>5} cells",
        summary.number, summary.boxes, summary.goals
    );
    let remarks = summary.remarks.iter().join("; ");
    let remarks = Some(remarks)
        .filter(|text| !text.is_empty())
        .map(|text| format!("[{text}]"));
    let parts = [Some(head), summary.title.clone(), remarks];
    format!("{}\n", parts.into_iter().flatten().join("  "))
}
