import { initTRPC } from "@trpc/server";
import { describeCall } from "../audit/describe-call.ts";
import { recordRefusal } from "../audit/record-refusal.ts";
import { type Access, requireAccess } from "../auth/access.ts";
import { noSessionError } from "../auth/sessions.ts";
import { traced } from "../telemetry/trace.ts";
import { AUDITED_CALLS } from "./audited-calls.ts";
import type { RpcContext } from "./context.ts";
import { toPublicError } from "../errors/public-error.ts";
import { hasLoneSurrogate, unstorableTextError } from "../errors/unstorable-text.ts";
import { fromTrpcError, toTrpcError } from "./errors.ts";
import { reportMissingAuditEntry } from "./missing-audit-entry.ts";
import { requireConfirmation } from "./sensitive-calls.ts";

/*
 * Every procedure is made with publicProcedure or procedure(…), which names the right it needs. A test walks the router and fails
 * for a procedure made in another way.
 */

const t = initTRPC
  .context<RpcContext>()
  .meta<{ access: Access }>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const { message, details } = toPublicError(fromTrpcError(error));
      const { stack: _, ...data } = shape.data;
      // An operator finds the failure in the log by it.
      const requestId = data.httpStatus >= 500 ? ctx?.request.id : undefined;
      return { ...shape, message, data: { ...data, details, ...(requestId !== undefined && { requestId }) } };
    },
  });

export const router = t.router;

const withMetrics = t.procedure.use(async ({ ctx, next, path }) => {
  const startedAt = performance.now();
  const result = await traced(path, {}, () => next());
  const error = result.ok ? null : fromTrpcError(result.error);
  ctx.countCall({ path, code: error?.code ?? "OK", elapsedMs: performance.now() - startedAt });
  if (error) throw toTrpcError(error);
  return result;
});

/** Gives operations `ctx.call` for their audit entry (ADR-014), and records refused calls. */
const withAudit = withMetrics.use(async ({ ctx, next, path, type, getRawInput }) => {
  // A call without input may come with a body that is not JSON.
  const input = await getRawInput().catch(() => undefined);
  const kind = type === "mutation" ? (AUDITED_CALLS[path] ?? null) : null;
  const call = describeCall({ path, kind, isRead: kind === null, input, address: ctx.request.ip });
  const result = await next({ ctx: { ...ctx, call } });
  if (!result.ok) await recordRefusal(ctx, call, fromTrpcError(result.error));
  else if (kind !== null && !call.isRecorded) reportMissingAuditEntry(path, ctx.log);
  return result;
});

/** Answers BAD_REQUEST for text that cannot be saved, before any statement runs. */
const requireStorableText = t.middleware(async ({ next, getRawInput }) => {
  // A call without input may come with a body that is not JSON.
  if (hasLoneSurrogate(await getRawInput().catch(() => undefined))) throw unstorableTextError();
  return next();
});

/** For sign-in and the pages before it. No session is read. */
export const publicProcedure = withAudit.meta({ access: "public" }).use(requireStorableText);

/**
 * For people and programs with a session; `ctx.session` is theirs. Answers UNAUTHORIZED without a session, FORBIDDEN without the
 * right that `access` names, and PRECONDITION_REQUIRED if a sensitive call needs the user's proof first.
 */
export const procedure = (access: Exclude<Access, "public">) =>
  withAudit
    .meta({ access })
    .use(async ({ ctx, next, path }) => {
      const session = await ctx.findSession();
      if (!session) throw noSessionError(ctx.request, ctx.config);
      ctx.call.actor = session;
      requireAccess(session, access);
      requireConfirmation(session, path);
      return next({ ctx: { ...ctx, session } });
    })
    .use(requireStorableText);
