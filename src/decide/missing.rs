//! What a player looks for and cannot do now, and why.

use shieldwall_battle::{Decision, Refusal, terms::Common};

use crate::session::{Asked, Session};

/// What a common action is called in its place of the action bar.
pub(crate) const fn common_label(common: Common) -> &'static str {
    match common {
        Common::Attack => "Attack",
        Common::Move => "Move",
        Common::Defend => "Defend",
        Common::Wait => "Wait",
        Common::End => "End",
    }
}

/// Why a common action cannot be taken now: what the ruleset says, or else what is asked instead.
pub(crate) fn why_missing(
    session: &Session,
    asked: &Asked,
    decision: &Decision,
    common: Common,
) -> Refusal {
    if let Some((_, refusal)) = asked.why_missing(common) {
        return Refusal {
            reason: refusal.brief(),
            ..refusal.clone()
        };
    }
    let mut actions = session.words.actions.iter();
    let what = common_label(common);
    Refusal::new(
        if actions.any(|action| action.role.common() == Some(common)) {
            format!("No “{what}” in this step: {}", decision.prompt)
        } else {
            format!("These rules know no “{what}”")
        },
    )
}
