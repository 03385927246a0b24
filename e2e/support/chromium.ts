import { existsSync } from "node:fs";

/** The system's browser; `script/lib/chromium.sh` finds or installs it. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const SHELL = "/usr/bin/chromium-headless-shell";
/** The headless shell needs a third less CPU per page, but supports no installed pages and no persistent storage. */
export const CHROMIUM_SHELL = process.env["CHROMIUM_SHELL"] ?? (existsSync(SHELL) ? SHELL : CHROMIUM);

/**
 * Pages of a test live for seconds, so optimizing their code costs more than it saves, and a larger young generation saves garbage
 * collections: together a seventh of the processor time of a run.
 */
const SHORT_PAGES = "--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16";

/** Chromium's sandbox does not work for root in a container; the flags with "background", "update" and "sync" stop network requests. */
export const QUIET_ARGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  SHORT_PAGES,
];
