import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const WEB_DIST = join(import.meta.dirname, "../../web/dist");

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Precount</title>
<body style="font-family: system-ui; max-width: 40rem; margin: 4rem auto">
<h1>The pages are not built yet</h1>
<p>The server runs, but web/dist holds no pages. Run <code>npm run build</code> in Precount's folder, or start it with <code>script/server</code>, which does so.</p>
</body></html>`;

/** What is never the single-page app's business: an unknown one of these is a 404 in JSON (decision 1). */
const NOT_A_PAGE = /^\/(api|trpc|assets)(\/|$|\?)/;

/** The web app's files, and its page for every other address, which its own router then draws. */
export async function serveSite(app: FastifyInstance, root: string = WEB_DIST): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    // Hashed names never change their content; everything else is asked for anew each time.
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(root, "assets"));
      void reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
    preCompressed: true,
    // The folder may be built after the server starts.
    suppressWarning: true,
  });
  app.get("/", async (_request, reply) => sendPage(reply, root));
  app.setNotFoundHandler((request, reply) => {
    const isPage = (request.method === "GET" || request.method === "HEAD") && !NOT_A_PAGE.test(request.url);
    return isPage ? sendPage(reply, root) : answerNotFound(request, reply);
  });
}

function sendPage(reply: FastifyReply, root: string): FastifyReply {
  if (existsSync(join(root, "index.html"))) return reply.sendFile("index.html", root);
  return reply.code(503).type("text/html; charset=utf-8").send(NOT_BUILT);
}

const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .send({ code: "NOT_FOUND", message: `There is nothing at ${request.method} ${request.url.split("?")[0]}.` });
