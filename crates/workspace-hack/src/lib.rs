//! Nothing: the crate is there for its dependencies, see `.config/hakari.toml`.
