/** Interval of the heartbeats of a live event stream. Proxies and browsers close silent connections. */
export const LIVE_HEARTBEAT_MS = 15_000;

/**
 * A stream that has been silent for this long is broken, although neither side was notified: a computer slept, the network changed, or a
 * router forgot the connection. Two heartbeats may be late.
 */
export const LIVE_SILENCE_MS = 3 * LIVE_HEARTBEAT_MS;

/** Name of the heartbeat's message. A comment would not reach the page's code. */
export const LIVE_HEARTBEAT = "alive";
