//! Why a certificate was not accepted.

use crate::limits::Stop;

/// What ended a check.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// What was given is no certificate that this version can read.
    #[error("{0}")]
    BadInput(String),
    /// The certificate does not prove what it claims.
    #[error("{0}")]
    Refused(String),
    /// A limit was reached before a verdict.
    #[error("{0}")]
    Stopped(Stop),
    /// The evidence can only be found anew, and the limits did not allow it.
    #[error("{said}: {stop}")]
    Unrepeated {
        /// What was left undone.
        said: String,
        /// The limit that was reached.
        stop: Stop,
    },
}

impl Fault {
    pub(super) fn refused(said: impl Into<String>) -> Self {
        Self::Refused(said.into())
    }

    pub(super) fn bad(said: impl Into<String>) -> Self {
        Self::BadInput(said.into())
    }
}
