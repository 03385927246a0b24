import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import type { Client } from "./server.ts";

const [SHELL, WHOLE] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;
/** The system's, as in the browser tests: the whole browser has menus that load beside what is measured. */
const EXECUTABLE = process.env["CHROMIUM_SHELL"] ?? process.env["CHROMIUM"] ?? (existsSync(SHELL) ? SHELL : WHOLE);
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A real browser for `act`, shut whatever happens. */
export async function withBrowser<T>(act: (browser: Browser) => Promise<T>, args: readonly string[] = []): Promise<T> {
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: [...root, ...QUIET, ...args] });
  try {
    return await act(browser);
  } finally {
    await browser.close();
  }
}

/**
 * A browser's profile in which that person is signed in.
 * @param options `bypassCSP` for pages that get a script of ours, which a debugger runs under other rules than the page has
 */
export async function contextOf(
  browser: Browser,
  url: string,
  { headers }: Client,
  options: { bypassCSP?: boolean } = {},
): Promise<BrowserContext> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: url, viewport, locale: "en-GB", ...options });
  const cookies = (headers["cookie"] ?? "").split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
  });
  await context.addCookies(cookies);
  const session = headers["x-session-id"] ?? "";
  await context.addInitScript((id) => {
    localStorage.setItem("session", id);
  }, session);
  return context;
}
