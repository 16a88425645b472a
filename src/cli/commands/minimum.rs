//! `sokosat minimum`: the fewest pushes, or the verdict on a claimed number.

use std::process::ExitCode;

use sokosat::answer::{Answer, Proof, Status};
use sokosat::board::Board;

use crate::cli::args::Minimum;
use crate::cli::ask::Asker;
use crate::cli::exit::Exit;
use crate::cli::output::print;
use crate::cli::record::{Record, json_line};
use crate::cli::text;
use crate::cli::{board_of, load_one, name_of};

/// What became of the question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Known,
    Confirmed,
    Refuted,
    Unsolvable,
    Undecided,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::Unsolvable => "unsolvable",
            Self::Undecided => "undecided",
        }
    }

    fn exit(self) -> Exit {
        match self {
            Self::Known | Self::Confirmed => Exit::Yes,
            Self::Refuted => Exit::Refuted,
            Self::Unsolvable => Exit::NoSolution,
            Self::Undecided => Exit::Undecided,
        }
    }
}

pub(crate) fn run(args: &Minimum) -> anyhow::Result<ExitCode> {
    let file = name_of(&args.source.file);
    let level = load_one(&args.source.file, args.level)?;
    let Some(board) = board_of(&args.source.file, &level, args.effort.json)? else {
        return Ok(Exit::BadInput.into());
    };
    let asker = Asker::new(&file, &args.effort)?;
    let odd = args
        .claim
        .is_some_and(|claim| has_wrong_parity(&board, claim));
    let most = if odd { Some(0) } else { args.claim };
    let (answer, seconds) = asker.ask(&level, &board, most)?;
    let verdict = if odd {
        Verdict::Refuted
    } else {
        judge(args.claim, &answer)
    };
    let proof = proof_of(args.claim, verdict, &answer);
    if args.effort.json {
        let record = Record::answered(&file, &level, &board, &answer, seconds);
        print(&json_line(&record.with_claim(
            args.claim,
            verdict.word(),
            proof,
        ))?)?;
    } else if args.effort.quiet {
        print(&format!("{}\n", short(args.claim, verdict, &answer)))?;
    } else {
        print(&format!(
            "{}: {}\n",
            text::label(&file, &level),
            sentence(args.claim, verdict, &answer)
        ))?;
        print(&format!(
            "evidence: {}\neffort: {}\n",
            text::evidence_of(&answer, proof),
            text::effort(&answer, seconds)
        ))?;
    }
    let exit = verdict.exit();
    let code = if args.effort.sat_exit_codes {
        exit.sat_code()
    } else {
        exit.code()
    };
    Ok(code.into())
}

/// Whether the chequer colours of boxes and goals rule a number of pushes out at once.
fn has_wrong_parity(board: &Board, pushes: usize) -> bool {
    let colours = board.boxes().iter().chain(board.goals());
    let changes: usize = colours.map(|&cell| usize::from(board.colour(cell))).sum();
    board.has_fixed_parity() && (changes + pushes) % 2 == 1
}

/// What the bounds say of the claim.
fn judge(claim: Option<usize>, answer: &Answer) -> Verdict {
    let unsolvable = matches!(answer.status, Status::Unsolvable(_));
    let Some(claim) = claim else {
        return match (unsolvable, answer.is_minimal()) {
            (true, _) => Verdict::Unsolvable,
            (_, true) => Verdict::Known,
            _ => Verdict::Undecided,
        };
    };
    let above = answer.lower_bound.is_some_and(|lower| lower > claim);
    let below = answer.upper_bound().is_some_and(|upper| upper < claim);
    if unsolvable || above || below {
        Verdict::Refuted
    } else if answer.is_minimal() {
        Verdict::Confirmed
    } else {
        Verdict::Undecided
    }
}

/// What stands behind the verdict: a claim may be refuted by a lower bound alone.
fn proof_of(claim: Option<usize>, verdict: Verdict, answer: &Answer) -> Proof {
    let above = answer.lower_bound > claim;
    if verdict == Verdict::Refuted && answer.proof == Proof::None && !above {
        return Proof::Static; // the parity of the pushes
    }
    match answer.lower_proof {
        Proof::None if verdict == Verdict::Refuted && above => Proof::Bound,
        proof if verdict == Verdict::Refuted && above => proof,
        _ => answer.proof,
    }
}

fn bounds(answer: &Answer) -> String {
    let lower = answer.lower_bound.unwrap_or_default();
    match answer.upper_bound() {
        Some(upper) if answer.is_minimal() => format!("the minimum is {upper} pushes"),
        Some(upper) => format!("the minimum is at least {lower} and at most {upper} pushes"),
        None => format!("every solution has at least {lower} pushes"),
    }
}

fn sentence(claim: Option<usize>, verdict: Verdict, answer: &Answer) -> String {
    if let Status::Unsolvable(_) = answer.status {
        let sentence = text::sentence(answer);
        return claim.map_or(sentence.clone(), |k| {
            format!("{k} pushes refuted: the level is {sentence}")
        });
    }
    let bounds = bounds(answer);
    match (claim, verdict) {
        (Some(k), Verdict::Refuted) if answer.lower_bound <= claim && !answer.is_minimal() => {
            format!(
                "{k} pushes refuted: every solution has an {} number of pushes",
                if k % 2 == 0 { "odd" } else { "even" }
            )
        }
        (Some(k), _) => format!("{k} pushes {}: {bounds}", verdict.word()),
        (None, Verdict::Known) => bounds,
        (None, _) => format!("{}; {bounds}", text::sentence(answer)),
    }
}

/// For pipes: the number alone where it is known, else a word.
fn short(claim: Option<usize>, verdict: Verdict, answer: &Answer) -> String {
    match (claim, verdict, answer.upper_bound()) {
        (None, Verdict::Known, Some(pushes)) => pushes.to_string(),
        _ => verdict.word().into(),
    }
}
