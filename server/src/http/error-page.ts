import { createHash } from "node:crypto";
import { escapeXml } from "@precount/domain";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ErrorAnswer } from "../errors/public-error.ts";

const STYLE =
  ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem}h1{font-size:1.25rem}";

/** Nothing may run or load but the page's own style. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Whether a person has opened the URL in a tab, such as a download's (spec §7). Programs and the web app's own calls ask for no page. */
export const isOpenedInTab = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && headers.accept?.includes("text/html") === true;

/** Answers an error to a person: what happened and what to do now. */
export function sendErrorPage(reply: FastifyReply, { code, message, requestId }: ErrorAnswer): FastifyReply {
  const [title, body] =
    code === "UNAUTHORIZED"
      ? ["Your session has ended", '<p>Sign in, then start the download again.</p><p><a href="/login">Sign in</a></p>']
      : [
          "The file could not be opened",
          `<p>${escapeXml(message)}</p><p>Close this tab to go back.</p>${requestId === undefined ? "" : `<p>Request ${escapeXml(requestId)}</p>`}`,
        ];
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", POLICY)
    .header("cache-control", "no-store")
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} – Precount</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
    );
}
