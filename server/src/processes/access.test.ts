import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Certificate,
  EVERYONE,
  type Role,
  SCOPES,
  type Scope,
  type TokenAccess,
  certificateFigures,
  may,
  rights,
  scopeOf,
} from "@precount/domain";
import type { LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encryptFor } from "../auth/encrypt.ts";
import { generateTotpSecret } from "../auth/factors/totp.ts";
import { insertCertificate } from "../db/blind-counts/certificates.ts";
import type { Queryable } from "../db/connect.ts";
import { insertDelivery, updateDelivery } from "../db/destinations/deliveries.ts";
import { insertDestination } from "../db/destinations/destinations.ts";
import { insertFactor } from "../db/factors.ts";
import { updateUser } from "../db/users.ts";
import { blindChecks, blindCounts } from "../db/schema/blind-counts.ts";
import { learningRuns } from "../db/schema/learning.ts";
import { projects } from "../db/schema/projects.ts";
import { users } from "../db/schema/users.ts";
import { eq } from "../db/drizzle.ts";
import { newSid } from "../lib/ids.ts";
import { appRouter } from "../rpc/router.ts";
import { DESTINATION, type Ids, PROCEDURE_ROWS, ROUTE_ROWS, type Row } from "../testing/access-rows.ts";
import {
  makeArea,
  makeDetection,
  makeExample,
  makeImage,
  makeModel,
  makeProject,
  makeReport,
  makeTask,
  makeUser,
} from "../testing/factories.ts";
import { insertTaskDocuments, insertTaskPages } from "../db/tasks/write.ts";
import { insertImageJobs } from "../db/jobs/write-image-jobs.ts";
import { generateToken } from "../auth/api-tokens.ts";
import { insertToken } from "../db/api-tokens.ts";
import { insertEvidenceLink } from "../db/evidence-links.ts";
import { insertGroup } from "../db/groups.ts";
import { openSession } from "../auth/sessions.ts";
import { IS_EXHAUSTIVE } from "../testing/run-count.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";

/*
 * Every procedure and route × caller × row. The rows are in testing/access-rows.ts. The expected outcomes follow from domain's table of
 * rights and from the caller's groups, never from the server's code.
 */

let api: TestApi;
let group: string;
let someone: string;
let someModel: string;
beforeAll(async () => {
  api = await createTestApi();
  someone = (await makeUser(api.database.db)).sid;
  someModel = (await makeModel(api.database.db)).sid;
  group = newSid();
  await insertGroup(api.database.db, { sid: group, name: "North" });
});
afterAll(() => api.close());

/** tRPC stores its procedures under this name, with loose types. The test needs all that exist at run time. */
const DEFINITION = "_def";
type Definition = {
  type: "query" | "mutation";
  meta: { access: TokenAccess | "public" };
  inputs: { safeParse(input: unknown): { success: boolean; error?: unknown } }[];
};
const procedures = Object.entries(appRouter[DEFINITION].procedures).map(([path, procedure]) => {
  // See DEFINITION.
  const { type, meta, inputs } = (procedure as unknown as Record<typeof DEFINITION, Definition>)[DEFINITION];
  return { path, type, meta, inputs };
});

const CALLER_KINDS = [
  "anonymous",
  "blocked",
  "outsider",
  "member",
  "admin",
  "member's token",
  "member's token without the scope",
  "admin's token",
] as const;
type CallerKind = (typeof CALLER_KINDS)[number];
const roleOf = (who: CallerKind): Role => (who.startsWith("admin") ? "admin" : "user");
const isToken = (who: CallerKind): boolean => who.includes("token");
/** The event of the person's group; one of another group; none. */
const TARGETS = ["own", "others", "unknown"] as const;
type Target = (typeof TARGETS)[number];

/**
 * The rows to test. Calls without a row are tested once; callers without a session are refused before any row is read. A token finds the
 * rows that its person finds, a member misses an unknown row as an outsider does, and admins and outsiders belong to neither group, so only
 * `script/test-nightly` asks for these.
 */
function targetsOf(about: Row["about"] | "page", who: CallerKind): readonly Target[] {
  if (about === "all" || about === "page") return ["own"];
  if (isToken(who)) return IS_EXHAUSTIVE ? ["own", "unknown"] : ["own"];
  if (who === "anonymous" || who === "blocked") return ["unknown"];
  if (IS_EXHAUSTIVE || about === "own") return TARGETS;
  return who === "member" ? ["own", "others"] : ["own", "unknown"];
}

/** A caller of this kind with their headers. */
async function signInAs(
  who: CallerKind,
  access: TokenAccess | "public",
): Promise<Pick<Caller, "headers" | "user"> | null> {
  if (who === "anonymous") return null;
  const caller = await api.signIn({ role: roleOf(who) });
  const groups = who === "outsider" ? [EVERYONE] : [group];
  await api.database.db.update(users).set({ groups }).where(eq(users.sid, caller.user.sid));
  if (who === "blocked") await updateUser(api.database.db, caller.user.sid, { isBlocked: true });
  if (!isToken(who)) return caller;
  const needed = access === "public" ? null : scopeOf(access);
  const scopes = SCOPES.filter(
    (scope) => (who === "admin's token" || scope !== "admin") && !(who.includes("without") && scope === needed),
  );
  const { token } = await makeToken(caller.user.sid, scopes);
  return { user: caller.user, headers: { authorization: `Bearer ${token}` } };
}

async function makeToken(userSid: string, scopes: readonly Scope[]): Promise<{ id: string; token: string }> {
  const { id, token, secretHash } = generateToken();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await insertToken(api.database.db, { id, userSid, name: "A program", scopes: [...scopes], secretHash, expiresAt });
  return { id, token };
}

const RULE = { kind: "share", percent: 5 } as const;
const CERTIFICATE: Certificate = {
  blindCountSid: newSid(),
  rule: RULE,
  seed: "0",
  startedAt: new Date(0).toISOString(),
  startedBy: "Ada",
  people: [],
  figures: certificateFigures(RULE, [], { counted: 0, checked: [], fullestPhoto: 0 }),
};

/** An event with everything in it. */
async function makeIds(groups: string[], sessionOf: string): Promise<Ids> {
  const { db } = api.database;
  const event = await makeProject(db);
  await db.update(projects).set({ groups }).where(eq(projects.sid, event.sid));
  const image = await makeImage(db, { projectSid: event.sid });
  const { sid: modelSid } = await makeModel(db, { status: "active" });
  const detection = await makeDetection(db, { imageSid: image.sid, modelSid });
  const checkSid = await makeDisputedCheck(db, {
    projectSid: event.sid,
    imageSid: image.sid,
    detectionSid: detection.sid,
  });
  await makeExample(db, { imageSid: image.sid, projectSid: event.sid, modelSid });
  const area = await makeArea(db, { projectSid: event.sid });
  const [job] = await insertImageJobs(db, { imageSids: [image.sid], modelSid, options: {} });
  const account = await makeUser(db);
  const task = await makeTask(db, { projectSid: event.sid });
  await insertTaskPages(db, task.taskId, [{ number: 1, sha256: "0".repeat(64), sizeBytes: 1, width: 1, height: 1 }]);
  await insertTaskDocuments(db, task.taskId, [
    { fileName: "note.pdf", fileType: "pdf", sha256: "0".repeat(64), sizeBytes: 1, isOriginal: true },
  ]);
  const report = await makeReport(db, { projectSid: event.sid, createdBy: someone });
  await insertCertificate(db, report.sid, CERTIFICATE);
  const evidenceLinkSid = newSid();
  await insertEvidenceLink(db, {
    sid: evidenceLinkSid,
    reportSid: report.sid,
    projectSid: event.sid,
    name: "Controller",
    secretHash: Buffer.alloc(32),
    createdBy: someone,
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const groupSid = newSid();
  await insertGroup(db, { sid: groupSid, name: groupSid });
  const destinationSid = newSid();
  const webhook = { ...DESTINATION, settings: { ...DESTINATION.settings, types: [...DESTINATION.settings.types] } };
  const owner = { projectSid: event.sid };
  await insertDestination(db, { ...webhook, sid: destinationSid, owner, secret: null, createdBy: someone });
  const deliverySid = await insertDelivery(db, { destinationSid, projectSid: event.sid, type: "ping" });
  await updateDelivery(db, deliverySid, { state: "failed", attempts: 1 });
  return {
    slug: event.slug,
    destinationSid,
    deliverySid,
    imageSid: image.sid,
    detectionSid: detection.sid,
    checkSid,
    areaSid: area.sid,
    reportSid: report.sid,
    evidenceLinkSid,
    jobId: job?.id ?? "",
    taskId: task.taskId,
    userSid: account.sid,
    groupSid,
    modelSid,
    runSid: await makeRun(db),
    someModelSid: modelSid,
    sessionId: (await openSession(db, sessionOf, false)).id,
    tokenId: (await makeToken(sessionOf, ["read"])).id,
    factorSid: await makeFactor(db, sessionOf),
    userTokenId: (await makeToken(account.sid, ["read"])).id,
  };
}

/** A check that a person answered with another value, in a stopped blind count. */
async function makeDisputedCheck(
  db: Queryable,
  { projectSid, ...place }: { projectSid: string; imageSid: string; detectionSid: string },
): Promise<string> {
  const [countSid, sid] = [newSid(), newSid()];
  const stopped = { startedBy: someone, stoppedAt: new Date(), stoppedBy: someone };
  await db.insert(blindCounts).values({ sid: countSid, projectSid, rule: RULE, seed: "0", ...stopped });
  const row = { position: 0, stratum: 0, key: 0, code: "012345", quantity: "12", units: 12, modelSid: newSid() };
  const answer = { status: "disputed" as const, answer: { kind: "unreadable" as const }, answeredBy: someone };
  await db
    .insert(blindChecks)
    .values({ sid, countSid, validatedBy: newSid(), excluded: [], ...place, ...row, ...answer });
  return sid;
}

/** A training run that has ended. */
async function makeRun(db: Queryable): Promise<string> {
  const sid = newSid();
  await db.insert(learningRuns).values({ sid, state: "failed", endedAt: new Date() });
  return sid;
}

async function makeFactor(db: Queryable, userSid: string): Promise<string> {
  const sid = newSid();
  const totpSecret = await encryptFor(db, userSid, generateTotpSecret());
  await insertFactor(db, { sid, userSid, kind: "totp", name: "App", totpSecret });
  return sid;
}

const unknownIds = (someModelSid: string): Ids => ({
  slug: `nothing-${newSid()}`,
  imageSid: newSid(),
  detectionSid: newSid(),
  checkSid: newSid(),
  areaSid: newSid(),
  reportSid: newSid(),
  evidenceLinkSid: newSid(),
  jobId: newSid(),
  // No worker has it in a test.
  taskId: 2_000_000_000,
  userSid: newSid(),
  groupSid: newSid(),
  modelSid: newSid(),
  runSid: newSid(),
  destinationSid: newSid(),
  deliverySid: newSid(),
  someModelSid,
  sessionId: newSid(),
  tokenId: newSid(),
  factorSid: newSid(),
  userTokenId: newSid(),
});

async function idsFor(target: Target, userSid: string): Promise<Ids> {
  if (target === "unknown") return unknownIds(someModel);
  return target === "own" ? makeIds([group], userSid) : makeIds(["z".repeat(24)], someone);
}

/** Calls that take a row or a right away from the next ones. */
const ENDS_SCENE: ReadonlySet<string> = new Set([
  "area.deleteArea",
  "destination.deleteDestination",
  "factor.removeFactor",
  "group.deleteGroup",
  "group.setProjectGroups",
  "imageDetection.deleteImageDetection",
  "project.archiveProject",
  "project.deleteProject",
  "project.discardProject",
  "report.revokeEvidenceLink",
  "token.revokeToken",
  "token.revokeUserToken",
  "user.changeOwnPassword",
  "user.endOtherSessions",
  "user.endOwnSession",
  "user.logout",
]);

type Scene = { caller: Awaited<ReturnType<typeof signInAs>>; ids: Ids };
/**
 * Callers and rows, shared by the calls because creating them takes ten times as long as a call. A call of
 * `ENDS_SCENE` is the last one of its scene.
 */
const scenes = new Map<string, Promise<Scene>>();
const sceneKey = (who: CallerKind, access: TokenAccess | "public", target: Target): string =>
  [who, target, ...(who.includes("without") && access !== "public" ? [scopeOf(access)] : [])].join();

function sceneFor(who: CallerKind, access: TokenAccess | "public", target: Target): Promise<Scene> {
  const key = sceneKey(who, access, target);
  const made = scenes.get(key) ?? makeScene(who, access, target);
  scenes.set(key, made);
  return made;
}

async function makeScene(who: CallerKind, access: TokenAccess | "public", target: Target): Promise<Scene> {
  const caller = await signInAs(who, access);
  return { caller, ids: await idsFor(target, caller?.user.sid ?? someone) };
}

type Outcome = "signed out" | "forbidden" | "hidden" | "passed";

/** Every hidden row gives the same sentence. */
function outcomeOf({ statusCode, body }: LightMyRequestResponse): Outcome | "too often" {
  if (statusCode === 429) return "too often";
  if (statusCode === 401 && body.includes("Please sign in.")) return "signed out";
  if (statusCode === 403) return "forbidden";
  return statusCode === 404 && body.includes("does not exist, or you may not see it.") ? "hidden" : "passed";
}

/** The outcome by the table of rights; a hidden row is NOT_FOUND. */
function expectedOf(
  { about }: Pick<Row, "about">,
  access: TokenAccess | "public",
  who: CallerKind,
  target: Target,
): Outcome {
  if (access === "public") return "passed";
  if (who === "anonymous" || who === "blocked") return "signed out";
  if (isToken(who) && (scopeOf(access) === null || who.includes("without"))) return "forbidden";
  const right = Object.keys(rights).find((known) => known === access) as keyof typeof rights | undefined; // found in the list
  if (right !== undefined && !may({ role: roleOf(who) }, right).ok) return "forbidden";
  if (about === "all" || about === "names" || about === "bulk") return "passed";
  if (target === "unknown") return "hidden";
  if (about === "admin") return "passed";
  if (about === "own") return target === "own" ? "passed" : "hidden";
  if (roleOf(who) === "admin") return "passed";
  return who !== "outsider" && target === "own" ? "passed" : "hidden";
}

const ask = (path: string, type: "query" | "mutation", input: unknown, headers: Record<string, string>) =>
  api.inject(
    type === "query"
      ? { url: `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input ?? null))}`, headers }
      : {
          method: "POST",
          url: `/trpc/${path}`,
          headers: { ...headers, "content-type": "application/json" },
          payload: JSON.stringify(input ?? {}),
        },
  );

it("PD-53 names every call and route that needs no session", () => {
  const decision = readFileSync(join(import.meta.dirname, "../../../docs/product.md"), "utf8")
    .split("\n")
    .find((line) => line.startsWith("- **PD-53**"));
  const named = Array.from(
    decision
      ?.split("except")
      .at(1)
      ?.matchAll(/`([^`]+)`/g) ?? [],
    ([, name]) => name,
  );
  const calls = procedures.filter(({ meta }) => meta.access === "public").map(({ path }) => path);
  const routes = Object.entries(ROUTE_ROWS).filter(
    ([route, { access }]) => access === "public" && route.includes("/api/"),
  );
  expect(new Set(named)).toEqual(new Set([...calls, ...routes.map(([route]) => route)]));
});

it("has a row for every procedure and route, and no other", () => {
  const paths = procedures.map(({ path }) => path);
  expect(Object.keys(PROCEDURE_ROWS).toSorted()).toEqual(paths.toSorted());
  // Fastify answers HEAD by GET's handler; tRPC's own addresses lead to the procedures.
  const routes = routesOf(api).filter((route) => !route.includes("/trpc"));
  expect(Object.keys(ROUTE_ROWS).toSorted()).toEqual(routes.toSorted());
  expect(Object.keys(ROUTE_ROWS).toSorted()).toEqual(routes.toSorted());
});

it("sends every procedure an input that its schema accepts", async () => {
  // Otherwise the answer is about the input, and the matrix proves nothing about rights.
  const ids = await makeIds([group], someone);
  const rejected = procedures.flatMap(({ path, type, inputs }) => {
    const input = PROCEDURE_ROWS[path]?.input?.(ids) ?? (type === "query" ? null : {});
    return inputs.flatMap((schema) => {
      const { success, error } = schema.safeParse(input);
      return success ? [] : [{ path, error: String(error) }];
    });
  });
  expect(rejected).toEqual([]);
});

/** `GET /api/health`…; of a parameter with two names in Fastify, the first one. */
function routesOf({ app }: TestApi): string[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false, includeHooks: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", path = "", methods = ""] = /^([\s├└│─]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
      // A level is four characters wide, and a path continues that of the line above with a smaller indent.
      parents.splice(indent.length / 4 - 1, Infinity, path);
      const whole = `/${parents.join("")}`.replaceAll(/\/+/g, "/").replaceAll(/(:\w+)\|:\w+/g, "$1");
      return methods
        .split(", ")
        .filter((method) => method !== "" && method !== "HEAD" && method !== "OPTIONS")
        .map((method) => `${method} ${whole}`);
    });
}

describe.each(CALLER_KINDS)("S6.05 S6.06 calls by: %s", (who) => {
  it.each(procedures)("$path", async ({ path, type, meta }) => {
    const row = PROCEDURE_ROWS[path];
    if (!row) throw new Error(`${path} has no row`);
    const answers: Partial<Record<Target, string>> = {};
    const targets = targetsOf(row.about, who);
    for (const target of targets) {
      const { caller, ids } = await sceneFor(who, meta.access, target);
      const response = await ask(path, type, row.input?.(ids), caller?.headers ?? {});
      const expected = expectedOf(row, meta.access, who, target);
      if (ENDS_SCENE.has(path) && expected === "passed") scenes.delete(sceneKey(who, meta.access, target));
      expect({ target, outcome: outcomeOf(response) }).toEqual({ target, outcome: expected });
      // The answer contains at most the id that was asked for.
      answers[target] = Object.values(ids)
        .filter((id) => typeof id === "string")
        .reduce((text, id) => text.replaceAll(id, "…"), response.body);
    }
    // A hidden row must look like a missing one.
    const isSecret = who === "outsider" && !["admin", "all"].includes(row.about);
    const same = targets
      .filter((target) => target === "others" || row.about !== "own")
      .map((target) => answers[target]);
    expect(isSecret ? same.filter((answer) => answer !== answers.unknown) : []).toEqual([]);
  });

  it.each(Object.entries(ROUTE_ROWS))("%s", async (route, row) => {
    for (const target of targetsOf(row.about, who)) {
      const expected = expectedOf({ about: row.about === "page" ? "all" : row.about }, row.access, who, target);
      if (row.isStream && expected === "passed") continue;
      const { caller, ids } = await sceneFor(who, row.access, target);
      const headers = {
        ...caller?.headers,
        ...(row.payload !== undefined && { "content-type": "multipart/form-data; boundary=x" }),
      };
      const [method] = route.split(" ") as ["GET" | "POST" | "PUT"]; // as in ROUTE_ROWS
      const response = await api.inject({
        method,
        url: row.url(ids),
        headers,
        ...(row.payload && { payload: row.payload }),
      });
      expect({ target, outcome: outcomeOf(response) }).toEqual({ target, outcome: expected });
    }
  });
});
