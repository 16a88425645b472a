//! The hard rules state the game: their models are the legal sequences of pushes, and each is needed.

use sokosat::cnf::{ClauseSink, Formula, Kind, Lit, Rule};
use sokosat::encode::{Encoding, Lemmas, OBSTACLE, Options, RULES, Span};
use sokosat::limits::Limits;

use super::game::{self, Ground};
use super::solver::{count_models, model};

/// A formula without the clauses of one rule.
#[derive(Default)]
struct Without {
    formula: Formula,
    rule: Option<&'static Rule>,
}

impl ClauseSink for Without {
    fn fresh(&mut self) -> Lit {
        self.formula.fresh()
    }

    fn clause(&mut self, rule: &'static Rule, lits: &[Lit]) {
        if self.rule != Some(rule) {
            self.formula.clause(rule, lits);
        }
    }
}

/// Boards on which every rule can be missed.
const BOARDS: [&[&str]; 5] = [
    &["#####", "#@  #", "# $ #", "#  .#", "#####"],
    &["######", "#  . #", "#@$$ #", "#  . #", "######"],
    &["#######", "#  #  #", "# @   #", "# $$# #", "#  . .#", "#######"],
    &["#######", "#  #  #", "#@$  .#", "# $# .#", "#  #  #", "#######"],
    &["########", "#@ #   #", "# $  $ #", "#  # . #", "## #.  #", "########"],
];

/// How many pushes the sequences of the counts have.
const LENGTH: usize = 3;
/// The last horizon that is decided.
const LAST: usize = 5;

/// What the hard rules, but for one, say about a board: how many sequences of pushes there
/// are, exactly so long and at most so long, and which horizons have a plan.
fn signature(ground: &Ground, without: Option<&'static Rule>, most: usize) -> (Vec<usize>, Vec<bool>) {
    let spans = [Span::Exactly(LENGTH), Span::AtMost(LENGTH)];
    let counts = spans.map(|span| {
        let (formula, pushes) = write(ground, span, without, false);
        count_models(&formula, &pushes, most)
    });
    let plan = |t| {
        let (formula, _) = write(ground, Span::Exactly(t), without, true);
        model(&formula, &[]).is_some()
    };
    (counts.to_vec(), (0..=LAST).map(plan).collect())
}

fn write(
    ground: &Ground,
    span: Span,
    without: Option<&'static Rule>,
    with_goal: bool,
) -> (Formula, Vec<Lit>) {
    let options = Options {
        span,
        lemmas: Lemmas::NONE,
    };
    let mut sink = Without {
        rule: without,
        ..Without::default()
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
        assert_eq!(signature(&ground, None, 1000), truth, "{rows:?}");
    }
}

#[test]
fn every_hard_rule_is_needed_and_no_implied_one_is() {
    let grounds = BOARDS.map(Ground::of_rows);
    let truths = grounds.each_ref().map(truth);
    for rule in RULES.into_iter().filter(|&rule| *rule != OBSTACLE) {
        let mut pairs = grounds.iter().zip(&truths);
        let same = pairs.all(|(ground, truth)| {
            // Few sequences more than there are will do.
            signature(ground, Some(rule), truth.0[1] + 1) == *truth
        });
        assert_eq!(same, rule.kind != Kind::Hard, "{}", rule.name);
    }
}

#[test]
fn rules_have_names_of_their_own_and_sentences() {
    for (i, rule) in RULES.iter().enumerate() {
        assert!(rule.sentence.ends_with('.'), "{}", rule.name);
        assert!(RULES[..i].iter().all(|other| other.name != rule.name));
    }
}
