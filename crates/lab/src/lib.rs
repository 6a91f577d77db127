//! Headless tools: simulation and content checks.
