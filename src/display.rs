//! Whether there is a display to open a window on.

/// Why there can be no window; `None` if one may be tried.
pub(crate) fn missing() -> Option<String> {
    #[cfg(all(unix, not(target_os = "macos"), not(target_os = "android")))]
    {
        x11::missing(std::env::var("DISPLAY").ok().as_deref())
    }
    #[cfg(not(all(unix, not(target_os = "macos"), not(target_os = "android"))))]
    {
        None
    }
}

#[cfg(all(unix, not(target_os = "macos"), not(target_os = "android")))]
mod x11 {
    use std::{
        net::{TcpStream, ToSocketAddrs},
        os::unix::net::UnixStream,
        path::PathBuf,
        time::Duration,
    };

    /// Why a display cannot be used. The window speaks X11; Wayland desktops offer that too.
    pub(super) fn missing(display: Option<&str>) -> Option<String> {
        let Some(display) = display.filter(|display| !display.is_empty()) else {
            let wayland = std::env::var_os("WAYLAND_DISPLAY").is_some();
            return Some(if wayland {
                "there is no X11 display: DISPLAY is not set; your Wayland session needs Xwayland"
                    .to_owned()
            } else {
                "there is no display: DISPLAY is not set".to_owned()
            });
        };
        let reachable = match parse(display) {
            // Odd names are left to the library that knows them all.
            None => true,
            Some((host, number)) if host.is_empty() || host == "unix" => {
                let socket = PathBuf::from(format!("/tmp/.X11-unix/X{number}"));
                UnixStream::connect(&socket).is_ok()
                    || is_abstract(&socket)
                    || tcp("localhost", number)
            }
            Some((host, number)) => tcp(&host, number),
        };
        (!reachable)
            .then(|| format!("the display `{display}` that DISPLAY names cannot be reached"))
    }

    /// Host and number of `host:number.screen`.
    pub(super) fn parse(display: &str) -> Option<(String, u16)> {
        let (host, rest) = display.rsplit_once(':')?;
        let number = rest.split('.').next()?.parse().ok()?;
        Some((host.to_owned(), number))
    }

    #[cfg(target_os = "linux")]
    fn is_abstract(socket: &std::path::Path) -> bool {
        use std::os::{linux::net::SocketAddrExt, unix::net::SocketAddr};
        SocketAddr::from_abstract_name(socket.as_os_str().as_encoded_bytes())
            .and_then(|address| UnixStream::connect_addr(&address))
            .is_ok()
    }

    #[cfg(not(target_os = "linux"))]
    fn is_abstract(_: &std::path::Path) -> bool {
        false
    }

    fn tcp(host: &str, number: u16) -> bool {
        let port = 6000_u16.saturating_add(number);
        (host, port).to_socket_addrs().is_ok_and(|mut addresses| {
            addresses
                .any(|address| TcpStream::connect_timeout(&address, Duration::from_secs(2)).is_ok())
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn display_names_are_understood() {
            assert_eq!(parse(":0"), Some((String::new(), 0)));
            assert_eq!(parse("far:12.1"), Some(("far".to_owned(), 12)));
            assert_eq!(parse("::1:7"), Some(("::1".to_owned(), 7)));
            assert_eq!(parse("wayland-0"), None);
        }

        #[test]
        fn no_display_is_said() {
            assert!(missing(None).is_some_and(|text| text.contains("DISPLAY")));
            assert!(missing(Some("")).is_some());
            assert!(missing(Some(":54321")).is_some_and(|text| text.contains(":54321")));
        }
    }
}
