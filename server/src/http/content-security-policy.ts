import { randomBytes } from "node:crypto";
import type { Config } from "../config/config.ts";

/** Browsers report violations of the policies here. */
export const CSP_REPORT_PATH = "/api/csp-report";
/** The placeholder for the nonce in the built page. */
const NONCE_PLACEHOLDER = "PRECOUNT_CSP_NONCE";
const NONCE_BYTES = 18;

type PageConfig = Pick<Config, "workAccount" | "sentry">;
type Directives = Readonly<Record<string, readonly string[]>>;

const toPolicy = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
    .join("; ");

/** The policy of responses that are not pages: nothing in them may run or load, even in an uploaded file that is opened directly. */
export const POLICY_OF_DATA = toPolicy({
  "default-src": ["'none'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
});

/** The policy of the service worker: it only makes requests to this origin, for pages and for itself. */
export const POLICY_OF_SERVICE_WORKER = toPolicy({
  "default-src": ["'none'"],
  "connect-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
  "report-uri": [CSP_REPORT_PATH],
});

/** The policy of the worker that runs the sticker finder on phones: the only part of the app that may run WebAssembly. */
export const PHOTO_CHECK_WORKER_POLICY = toPolicy({
  "default-src": ["'none'"],
  "script-src": ["'self'", "'wasm-unsafe-eval'"],
  "connect-src": ["'self'"],
  "base-uri": ["'none'"],
  "form-action": ["'none'"],
  "frame-ancestors": ["'none'"],
  "report-uri": [CSP_REPORT_PATH],
});

/**
 * For the app's page. Scripts come as files from here, so inline scripts and eval are forbidden. Styles come as files and as elements of
 * Ant Design, which get the page's nonce. The review draws crops from blob and data URLs. Other hosts: the work-account provider, which
 * the browser asks for tokens, and Sentry, to which it reports errors.
 */
function policyOfPage(nonce: string, { workAccount, sentry }: PageConfig): string {
  const others = [workAccount?.issuer, sentry?.dsn].flatMap((address) => (address ? [new URL(address).origin] : []));
  return toPolicy({
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

/** The page with a new nonce, and the policy that names it. */
export function withPolicy(html: string, config: PageConfig): { html: string; policy: string } {
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  return { html: html.replaceAll(NONCE_PLACEHOLDER, nonce), policy: policyOfPage(nonce, config) };
}
