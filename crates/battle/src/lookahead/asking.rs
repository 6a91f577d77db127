//! Forecasts of one choice, as the window and the brains ask for them.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::Played;
use crate::{
    choice::Choice,
    driver::Battle,
    forecast::{Forecast, OwnForecast, Weighing},
};

/// The probability below which rough forecasts do not look closely.
const ROUGH: f64 = 0.01;

impl Battle {
    /// Outcomes that a choice that answers the open decision may lead to.
    pub fn forecast(&mut self, choice: &Choice) -> Option<Forecast> {
        let decision = self.open_decision()?;
        decision.offer_for(choice).ok()?;
        let concerned = [decision.actor, decision.against];
        let own = self.as_known_to(Some(decision.side), concerned, |ruleset, world| {
            ruleset.forecast(world, &decision, choice)
        });
        match own {
            OwnForecast::Told(forecast) => Some(*forecast),
            OwnForecast::Reckoned(outcomes) => self.forecast_of(&decision, choice, |_| {
                Some(Played {
                    outcomes: *outcomes,
                    answers: Vec::new(),
                })
            }),
            OwnForecast::Nothing => None,
            OwnForecast::Play => {
                self.forecast_of(&decision, choice, |battle| battle.play_out(choice))
            }
        }
    }

    /// The same as [`Self::forecast`], but given up once another thread sets `stop`; then it is `None`.
    pub fn forecast_unless(&mut self, choice: &Choice, stop: &Arc<AtomicBool>) -> Option<Forecast> {
        self.lookahead().stop = Some(Arc::clone(stop));
        let forecast = self.forecast(choice);
        self.lookahead().stop = None;
        forecast.filter(|_| !stop.load(Ordering::Relaxed))
    }

    /// The same, faster and less exact, for brains: what is improbable is played in one way instead of all, where it is
    /// played at all. Each side is taken to answer as is best for it by this valuation.
    pub fn rough_forecast(&mut self, choice: &Choice, weighing: Weighing) -> Option<Forecast> {
        let usual = std::mem::replace(&mut *self.world.resource_mut::<Weighing>(), weighing);
        self.lookahead().grain = ROUGH;
        let forecast = self.forecast(choice);
        self.lookahead().grain = 0.0;
        *self.world.resource_mut::<Weighing>() = usual;
        forecast
    }
}
