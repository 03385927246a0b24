import { initTRPC } from "@trpc/server";
import { audited } from "../audit/audited.ts";
import { AUDITED } from "../audit/changes.ts";
import { draftOf } from "../audit/of-call.ts";
import { recordRefusal } from "../audit/refusals.ts";
import type { ActiveSession } from "../auth/sessions.ts";
import type { Database } from "../db/connect.ts";
import { AppError, orRefuse } from "../errors/app-error.ts";
import type { Context } from "./context.ts";
import { traced } from "../telemetry/trace.ts";
import { namedError, publicError } from "./errors.ts";
import { type Access, mayPass } from "../auth/access.ts";

/*
 * The one gate. Every procedure is made by publicProcedure or by procedure(…), which names what it takes
 * to pass; a test walks the router and fails for one that came in another way.
 */

const t = initTRPC
  .context<Context>()
  .meta<{ access: Access }>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const { message, details } = publicError(error);
      const { stack: _, ...data } = shape.data;
      // By which whoever runs the server finds what happened.
      const requestId = data.httpStatus >= 500 ? ctx?.request.id : undefined;
      return { ...shape, message, data: { ...data, details, ...(requestId !== undefined && { requestId }) } };
    },
  });

export const router = t.router;

const withNamedErrors = t.procedure.use(async ({ ctx, next, path }) => {
  const startedAt = performance.now();
  const result = await traced(path, {}, () => next());
  const code = result.ok ? "OK" : namedError(result.error).code;
  ctx.countCall({ path, code, elapsedMs: performance.now() - startedAt });
  if (!result.ok) throw namedError(result.error);
  return result;
});

/**
 * What a call changes is written down with the change itself (decision record 014), what is refused to somebody by their rights
 * beside it.
 */
const withAudit = withNamedErrors.use(async ({ ctx, next, path, type, getRawInput }) => {
  // A call that takes nothing may come with a body that is no JSON.
  const input = await getRawInput().catch(() => undefined);
  const kind = type === "mutation" ? (AUDITED[path] ?? null) : null;
  const draft = draftOf(ctx.request, { path, kind: kind ?? "refusal", input });
  const run = (db: Database) => next({ ctx: { ...ctx, db, draft } });
  const result = kind === null ? await run(ctx.db) : await audited(ctx.db, draft, run, ({ ok }) => ok);
  if (!result.ok) await recordRefusal(ctx, draft, result.error);
  return result;
});

/** For signing in and what is shown before it: no session is looked up. */
export const publicProcedure = withAudit.meta({ access: "public" });

/**
 * For people with a session, and with the right if one is named: `ctx.session` is theirs. Without a session
 * UNAUTHORIZED, without the right FORBIDDEN.
 */
export const procedure = (access: Exclude<Access, "public">) =>
  withAudit.meta({ access }).use(async ({ ctx, next }) => {
    const session = await ctx.findSession();
    if (!session) throw new AppError("UNAUTHORIZED", "Please sign in.");
    ctx.draft.actor = session;
    orRefuse(mayPass(session, access));
    return next({ ctx: { ...ctx, session } });
  });

/** What a procedure for people with a session works with. */
export type SignedInContext = Context & { session: ActiveSession };
