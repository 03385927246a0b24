import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors/app-error.ts";
import { ERROR_STATUSES } from "../errors/error-codes.ts";
import type { ErrorAnswer } from "../errors/public-error.ts";
import type { Services } from "../operations/context.ts";
import { reportError } from "../telemetry/report-error.ts";
import { type RpcContext, createContext } from "./context.ts";
import { fromTrpcError } from "./errors.ts";
import { type AppRouter, appRouter } from "./router.ts";

/** PD-1. */
const PREFIXES = ["/trpc", "/api/trpc"];

type RpcServices = Services & Pick<RpcContext, "countCall">;

/** Makes the routes of a scope answer their errors in a form. */
type HandleErrors = (scope: FastifyInstance, format: (answer: ErrorAnswer) => object) => void;

/**
 * Serves the router under its prefixes.
 * @param handleErrors for requests that are refused before their call
 */
export async function serveRpc(app: FastifyInstance, services: RpcServices, handleErrors: HandleErrors): Promise<void> {
  for (const prefix of PREFIXES) {
    const options: FastifyTRPCPluginOptions<AppRouter> = { trpcOptions: trpcOptions(services) };
    await app.register(
      async (rpc) => {
        handleErrors(rpc, toCallError);
        rpc.addHook("onRequest", requireJson);
        // Called directly, so that its parser of JSON is the one of this scope.
        fastifyTRPCPlugin(rpc, options, () => undefined);
        rpc.removeContentTypeParser("application/json");
        rpc.addContentTypeParser(
          "application/json",
          { parseAs: "buffer" },
          async (_request: FastifyRequest, body: Buffer) => decode(body),
        );
      },
      { prefix },
    );
  }
}

const trpcOptions = (services: RpcServices): FastifyTRPCPluginOptions<AppRouter>["trpcOptions"] => ({
  router: appRouter,
  createContext: ({ req, res }) => createContext(services, req, res),
  onError: ({ error, path, ctx }) => {
    const log = ctx?.log ?? services.log;
    if (error.code === "INTERNAL_SERVER_ERROR") {
      const { cause } = fromTrpcError(error);
      log.error({ err: cause ?? error, path }, "a procedure failed");
      reportError(cause ?? error, path ?? "?");
    } else log.debug({ code: error.code, path, reason: error.message }, "a procedure refused");
  },
  responseMeta: ({ errors }) => {
    // Answers depend on the session, so no cache may keep them.
    const headers = new Headers({ "cache-control": "no-store" });
    const delaysS = errors.flatMap((error) => fromTrpcError(error).retryAfterS ?? []);
    if (delaysS.length > 0) headers.set("retry-after", String(Math.max(...delaysS)));
    return { headers };
  },
});

/** The answer to a request that is refused before its call, such as one with a body that is too large, as tRPC answers calls. */
const toCallError = ({ code, message, ...more }: ErrorAnswer): object => ({
  error: {
    message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { code, httpStatus: ERROR_STATUSES[code], details: null, ...more },
  },
});

/** Rejects other methods, and other content types: another site's form could send those without a CORS preflight. */
async function requireJson({ method, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead && method !== "POST") {
    void reply.header("allow", "GET, HEAD, POST");
    throw new AppError("METHOD_NOT_SUPPORTED", `Calls do not accept ${method}. Send GET or POST.`);
  }
  const type = headers["content-type"] ?? (isRead ? "application/json" : "");
  if (!/^application\/json\b/i.test(type))
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Calls take JSON: send it with the content type application/json.");
  const [, charset = "utf-8"] = /;\s*charset="?([^";\s]*)/i.exec(type) ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Calls take JSON in UTF-8 only.");
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Without `fatal`, wrong bytes would be stored as replacement characters. */
function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new AppError("BAD_REQUEST", "The text of this call is not UTF-8. Send JSON in UTF-8.");
  }
}
