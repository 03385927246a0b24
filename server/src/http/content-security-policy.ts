import { randomBytes } from "node:crypto";
import type { Config } from "../config/config.ts";

/** Where browsers tell of what a policy stopped. */
export const CSP_REPORT_PATH = "/api/csp-report";
/** What the build writes into the page in place of a nonce. */
const NONCE_PLACE = "PRECOUNT_CSP_NONCE";
const NONCE_BYTES = 18;

type PageConfig = Pick<Config, "workAccount" | "sentry">;
type Directives = Readonly<Record<string, readonly string[]>>;

const inWords = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");

/** Of answers that are no page: nothing in them may ever run or load, whatever a file holds and however it is opened. */
export const POLICY_OF_DATA = inWords({
  "default-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
});

/** Of the service worker: what it asks for, for pages or for itself, comes from here. It needs nothing else. */
export const POLICY_OF_SERVICE_WORKER = inWords({
  "default-src": ["'none'"],
  "connect-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
  "report-uri": [CSP_REPORT_PATH],
});

/** Of what looks at photos on a phone: it loads machine code from here, the one thing in the app that may run such, and has no page. */
export const PHOTO_CHECK_WORKER_POLICY = inWords({
  "default-src": ["'none'"],
  "script-src": ["'self'", "'wasm-unsafe-eval'"],
  "connect-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
  "report-uri": [CSP_REPORT_PATH],
});

/**
 * Of the app's page. Scripts come as files from here, so no inline one and no eval; styles as files, and as the elements that Ant Design
 * writes, which the app gives the page's nonce. The review draws crops from blob and data addresses. Other hosts are the
 * work-account provider's, which the browser asks for the token, and the Sentry's, which it tells of failures.
 */
function policyOfPage(nonce: string, { workAccount, sentry }: PageConfig): string {
  const others = [workAccount?.issuer, sentry?.dsn].flatMap((address) => (address ? [new URL(address).origin] : []));
  return inWords({
    "default-src": ["'none'"],
    "script-src": ["'self'", "'report-sample'"],
    "style-src": ["'self'", `'nonce-${nonce}'`, "'report-sample'"],
    "img-src": ["'self'", "blob:", "data:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...others],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "report-uri": [CSP_REPORT_PATH],
  });
}

/** The app's page as one browser gets it this once: its policy names a nonce that nobody could know before. */
export function withPolicy(html: string, config: PageConfig): { html: string; policy: string } {
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  return { html: html.replaceAll(NONCE_PLACE, nonce), policy: policyOfPage(nonce, config) };
}
