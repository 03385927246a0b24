import { existsSync } from "node:fs";

/** The browser is the system's: `script/lib/chromium.sh` finds or installs it. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const SHELL = "/usr/bin/chromium-headless-shell";
/** Without windows and menus, and what an installed page keeps on the disk: a third less work with every page, where it is there. */
export const CHROMIUM_SHELL = process.env["CHROMIUM_SHELL"] ?? (existsSync(SHELL) ? SHELL : CHROMIUM);

/** Root in a container has no sandbox; the rest keeps Chromium from calling home. */
export const QUIET_ARGS: readonly string[] = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
