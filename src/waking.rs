//! Waking the window when something has come for it from another thread: it sleeps while nothing happens.

use std::{fmt, sync::Arc};

use bevy::{
    prelude::*,
    winit::{EventLoopProxyWrapper, WinitUserEvent},
};

/// Wakes the window from any thread. Does nothing where there is no window.
#[derive(Resource, Clone, Default)]
pub(crate) struct Waker(Option<Arc<dyn Fn() + Send + Sync>>);

impl Waker {
    /// Has a frame worked out soon.
    pub(crate) fn wake(&self) {
        if let Some(wake) = &self.0 {
            wake();
        }
    }
}

impl fmt::Debug for Waker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Waker").field(&self.0.is_some()).finish()
    }
}

fn connect(proxy: Option<Res<EventLoopProxyWrapper>>, mut waker: ResMut<Waker>) {
    let Some(proxy) = proxy.map(|proxy| (**proxy).clone()) else {
        return;
    };
    *waker = Waker(Some(Arc::new(move || {
        // The window may be gone already; then there is nothing to wake.
        let _ = proxy.send_event(WinitUserEvent::WakeUp);
    })));
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Waker>()
        .add_systems(PreStartup, connect);
}
