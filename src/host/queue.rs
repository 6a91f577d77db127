//! The order in which requests are answered.

use std::{
    collections::VecDeque,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crossbeam_channel::{Receiver, TryRecvError};

use super::Request;

/// The window has gone.
pub(super) struct Abandoned;

/// Requests that have come and wait for their turn. Forecasts may take long, so everything else comes first, and then
/// the latest forecast: that is what the player looks at.
pub(super) struct Queue {
    requests: Receiver<Request>,
    /// The oldest first.
    waiting: VecDeque<Request>,
    /// Breaks the forecast in progress off: set by the window with each request.
    stop: Arc<AtomicBool>,
}

impl Queue {
    /// An empty queue.
    pub(super) const fn new(requests: Receiver<Request>, stop: Arc<AtomicBool>) -> Self {
        Self {
            requests,
            waiting: VecDeque::new(),
            stop,
        }
    }

    /// Source of new requests, for waiting.
    pub(super) const fn requests(&self) -> &Receiver<Request> {
        &self.requests
    }

    /// Set once another request has come since the last one was taken.
    pub(super) const fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Puts a request in: one that has been waited for, or a forecast that was broken off.
    pub(super) fn put(&mut self, request: Request) {
        self.waiting.push_back(request);
    }

    /// Takes the request whose turn it is.
    ///
    /// # Errors
    /// The window has gone.
    pub(super) fn take(&mut self) -> Result<Option<Request>, Abandoned> {
        // Before the look: what comes after it breaks the next forecast off.
        self.stop.store(false, Ordering::Relaxed);
        loop {
            match self.requests.try_recv() {
                Ok(request) => self.waiting.push_back(request),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(Abandoned),
            }
        }
        let mut waiting = self.waiting.iter();
        let first = waiting.position(|request| !matches!(request, Request::Forecast { .. }));
        Ok(match first {
            Some(place) => self.waiting.remove(place),
            None => self.waiting.pop_back(),
        })
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use crossbeam_channel::unbounded;
    use shieldwall_battle::{Choice, CombatantId};
    use shieldwall_grid::Cell;

    use super::*;

    #[test]
    fn forecasts_wait_for_everything_else_and_the_latest_is_first() {
        let (sender, requests) = unbounded();
        let mut queue = Queue::new(requests, Arc::default());
        let forecast = |decision| Request::Forecast {
            decision,
            choice: Choice::of(crate::sample_terms::action("attack")),
        };
        let path = |cell| Request::Path(CombatantId(0), Cell(cell));
        for request in [forecast(1), path(1), forecast(2), path(2)] {
            sender.send(request).unwrap();
        }
        let mut taken = || match queue.take().ok().unwrap().unwrap() {
            Request::Forecast { decision, .. } => format!("forecast {decision}"),
            Request::Path(_, Cell(cell)) => format!("path {cell}"),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            [taken(), taken(), taken()],
            ["path 1", "path 2", "forecast 2"]
        );
        sender.send(forecast(3)).unwrap();
        assert_eq!([taken(), taken()], ["forecast 3", "forecast 1"]);
        // The window goes.
        drop(sender);
        assert!(queue.take().is_err());
    }
}
