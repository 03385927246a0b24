import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { PHOTO_CHECK_WORKER_POLICY, POLICY_OF_SERVICE_WORKER, withPolicy } from "./content-security-policy.ts";
import { allowedMethods } from "./allowed-methods.ts";
import { linksFor } from "./route-files.ts";

const WEB_DIST = join(import.meta.dirname, "../../../web/dist");

/** Workers run under the policy of their own file. Keys are prefixes of file names. */
const POLICIES = {
  "service-worker.js": POLICY_OF_SERVICE_WORKER,
  "assets/photo-check-worker-": PHOTO_CHECK_WORKER_POLICY,
};

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Precount</title>
<body>
<h1>The pages are not built yet</h1>
<p>The server runs, but web/dist holds no pages. Run <code>npm run build</code> in Precount's folder, or start it with <code>script/server</code>, which does so.</p>
</body></html>`;

/** URLs that never belong to the single-page app. Unknown ones get a 404 in JSON (PD-1). */
const NOT_A_PAGE = /^\/(api|trpc|assets)(\/|$)/i;

/** Serves the web app's files, and its page for every other URL, which the app's router handles. */
export async function serveSite(app: FastifyInstance, config: Config, root: string = WEB_DIST): Promise<void> {
  const sendPage = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendPageOf(request.url, reply, config, root);
  await app.register(fastifyStatic, {
    root,
    index: false,
    // Files with hashed names never change; browsers revalidate all others.
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(root, "assets"));
      void reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      for (const [file, policy] of Object.entries(POLICIES))
        if (path.startsWith(join(root, file))) void reply.header("content-security-policy", policy);
    },
    preCompressed: true,
    // The folder may be built after the start.
    suppressWarning: true,
  });
  // index.html too: as a plain file it would lack its nonce.
  for (const path of ["/", "/index.html"]) app.get(path, sendPage);
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === "GET" || request.method === "HEAD") && !NOT_A_PAGE.test(decodedPath(request));
    return isPage ? sendPage(request, reply) : answerNotFound(request, reply);
  });
}

/** The router has refused URLs that cannot be decoded. */
function decodedPath({ url }: FastifyRequest): string {
  const [path = ""] = url.split("?");
  return decodeURIComponent(path);
}

/** Generates the page for every answer, because of its nonce. At 1 kB it needs no compression. */
async function sendPageOf(url: string, reply: FastifyReply, config: Config, root: string): Promise<FastifyReply> {
  const file = await readFile(join(root, "index.html"), "utf8").catch(() => null);
  const { html, policy } = withPolicy(file ?? NOT_BUILT, config);
  const links = await linksFor(root, url);
  if (links !== null) void reply.header("link", links);
  return reply
    .code(file === null ? 503 : 200)
    .type("text/html; charset=utf-8")
    .header("content-security-policy", policy)
    .header("cache-control", "no-cache")
    .send(html);
}

/** 405 if the path has a direct route of another method, else 404. */
function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ""] = request.url.split("?");
  const allowed = allowedMethods(path);
  if (allowed.length === 0)
    return reply.code(404).send({ code: "NOT_FOUND", message: `There is nothing at ${request.method} ${path}.` });
  const message = `${path} does not accept ${request.method}. Send ${allowed.join(" or ")}.`;
  return reply.code(405).header("allow", allowed.join(", ")).send({ code: "METHOD_NOT_SUPPORTED", message });
}
