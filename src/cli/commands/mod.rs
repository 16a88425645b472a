//! One file a command; each takes its options and gives an exit code.

pub(super) mod bench;
pub(super) mod certify;
pub(super) mod check;
pub(super) mod deadlocks;
pub(super) mod decode;
pub(super) mod encode;
pub(super) mod generate;
pub(super) mod improve;
pub(super) mod list;
pub(super) mod minimum;
pub(super) mod patterns;
pub(super) mod solve;
pub(super) mod verify;
