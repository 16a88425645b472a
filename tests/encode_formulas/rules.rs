//! The hard rules state the game: their models are the legal sequences of pushes, and each is needed.

use sokosat::cnf::{ClauseSink, Formula, Kind, Lit, Rule};
use sokosat::encode::{Encoding, Lemmas, OBSTACLE, Options, RULES, Span};
use sokosat::limits::Limits;

use super::game::{self, Ground};
use super::solver::{count_models, model};

/// Which rules a formula keeps.
#[derive(Clone, Copy)]
enum Keep {
    All,
    Hard,
    HardBut(&'static Rule),
}

impl Keep {
    fn keeps(self, rule: &Rule) -> bool {
        match self {
            Self::All => true,
            Self::Hard => rule.kind == Kind::Hard,
            Self::HardBut(dropped) => rule.kind == Kind::Hard && rule != dropped,
        }
    }
}

/// A formula of some rules only.
struct Selected {
    formula: Formula,
    keep: Keep,
}

impl ClauseSink for Selected {
    fn fresh(&mut self) -> Lit {
        self.formula.fresh()
    }

    fn clause(&mut self, rule: &'static Rule, lits: &[Lit]) {
        if self.keep.keeps(rule) {
            self.formula.clause(rule, lits);
        }
    }
}

/// Boards on which every rule can be missed.
const BOARDS: [&[&str]; 5] = [
    &["#####", "#@  #", "# $ #", "#  .#", "#####"],
    &["######", "#  . #", "#@$$ #", "#  . #", "######"],
    &[
        "#######", "#  #  #", "# @   #", "# $$# #", "#  . .#", "#######",
    ],
    &[
        "#######", "#  #  #", "#@$  .#", "# $# .#", "#  #  #", "#######",
    ],
    &[
        "########", "#@ #   #", "# $  $ #", "#  # . #", "## #.  #", "########",
    ],
];

/// How many pushes the sequences of the counts have.
const LENGTH: usize = 3;
/// The last horizon that is decided.
const LAST: usize = 5;

/// What some rules say about a board: how many sequences of pushes there
/// are, exactly so long and at most so long, and which horizons have a plan.
fn signature(ground: &Ground, keep: Keep, most: usize) -> (Vec<usize>, Vec<bool>) {
    let spans = [Span::Exactly(LENGTH), Span::AtMost(LENGTH)];
    let counts = spans.map(|span| {
        let (formula, pushes) = write(ground, span, keep, false);
        count_models(&formula, &pushes, most)
    });
    let plan = |t| {
        let (formula, _) = write(ground, Span::Exactly(t), keep, true);
        model(&formula, &[]).is_some()
    };
    (counts.to_vec(), (0..=LAST).map(plan).collect())
}

fn write(ground: &Ground, span: Span, keep: Keep, with_goal: bool) -> (Formula, Vec<Lit>) {
    let options = Options {
        span,
        lemmas: Lemmas::NONE,
    };
    let mut sink = Selected {
        formula: Formula::default(),
        keep,
    };
    let (board, distances) = (&ground.board, &ground.distances);
    let mut encoding =
        Encoding::new(board, distances, options, &Limits::none(), &mut sink).unwrap();
    for _ in 0..span.most() {
        encoding.grow(&mut sink);
    }
    if with_goal {
        encoding.require_goal(&mut sink);
    }
    let pushes = encoding.steps().iter().flat_map(|step| &step.push);
    let pushes = pushes.copied().flatten().collect();
    (sink.formula, pushes)
}

/// The signature by plain search.
fn truth(ground: &Ground) -> (Vec<usize>, Vec<bool>) {
    let count = |length| game::count_sequences(&ground.board, length);
    let up_to = (0..=LENGTH).map(count).sum();
    let horizons = game::exact_horizons(&ground.board, LAST);
    (vec![count(LENGTH), up_to], horizons)
}

#[test]
fn the_hard_rules_have_a_model_for_every_legal_sequence_and_no_other() {
    for rows in BOARDS {
        let ground = Ground::of_rows(rows);
        let truth = truth(&ground);
        assert!(truth.0[1] > 1, "{rows:?}");
        assert_eq!(signature(&ground, Keep::Hard, 1000), truth, "{rows:?}");
        assert_eq!(signature(&ground, Keep::All, 1000), truth, "{rows:?}");
    }
}

#[test]
fn every_hard_rule_is_needed() {
    let grounds = BOARDS.map(Ground::of_rows);
    let truths = grounds.each_ref().map(truth);
    let hard = RULES.into_iter().filter(|rule| rule.kind == Kind::Hard);
    for rule in hard.filter(|&rule| *rule != OBSTACLE) {
        let mut pairs = grounds.iter().zip(&truths);
        let missed = pairs.any(|(ground, truth)| {
            // One sequence more than there are will do.
            signature(ground, Keep::HardBut(rule), truth.0[1]) != *truth
        });
        assert!(missed, "{}", rule.name);
    }
}

#[test]
fn rules_have_names_of_their_own_and_sentences() {
    for (i, rule) in RULES.iter().enumerate() {
        assert!(rule.sentence.ends_with('.'), "{}", rule.name);
        assert!(RULES[..i].iter().all(|other| other.name != rule.name));
    }
}
