import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";
import type { Client } from "./server.ts";

const [SHELL, WHOLE] = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;
/** The system's headless shell, as in the browser tests: the full browser's own UI would disturb the measurement. */
const EXECUTABLE = process.env["CHROMIUM_SHELL"] ?? process.env["CHROMIUM"] ?? (existsSync(SHELL) ? SHELL : WHOLE);
const QUIET = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Runs `act` with a real browser and always closes it. */
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
 * Creates a browser context with a signed-in person.
 * @param options `bypassCSP` for pages that get an injected script, which the page's Content-Security-Policy would
 * block
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
