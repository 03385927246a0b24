import { PassThrough } from "node:stream";
import {
  ITEM_FILE_LIMITS,
  type ItemImportInput,
  cleanFileName,
  itemImportInputSchema,
  itemListCan,
} from "@precount/domain";
import { Semaphore } from "async-mutex";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ActiveSession } from "../auth/active-session.ts";
import { requireSession } from "../auth/require-session.ts";
import { findProject, projectState } from "../db/projects/read.ts";
import type { ListOwner } from "../db/items/lists.ts";
import { AppError, parseOrThrow, unwrapOrThrow } from "../errors/app-error.ts";
import { toPublicError } from "../errors/public-error.ts";
import type { Services } from "../operations/context.ts";
import { type ItemImportProgress, importItems, previewItemFile } from "../operations/item/import-items.ts";
import { requireListOwner } from "../operations/item/list-owner.ts";
import { reportError } from "../telemetry/report-error.ts";
import { auditedRequest } from "./audited-request.ts";
import { toRouteError } from "./errors.ts";
import { acceptForms } from "./forms.ts";
import { readOneFile } from "./one-file-form.ts";
import { limitCalls } from "./limit-calls.ts";

type Params = { Params: { project?: string; group?: string } };

/** Concurrent checks of uploads; more would block the event loop (http/upload/route.ts). */
const admission = new Semaphore(4);
/** Concurrent imports. Each takes a database connection and a core for seconds. */
const imports = new Semaphore(2);

const NDJSON = "application/x-ndjson";

/**
 * POST …/items/import: shows, checks or imports an item list file. With `accept: application/x-ndjson` the answer is a line of JSON
 * for each step of the progress, and a last line with `result` or `error`.
 */
export async function itemImportRoutes(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await acceptForms(scope);
    for (const path of ["/api/projects/:project/items/import", "/api/groups/:group/items/import"])
      scope.post<Params>(path, (request, reply) => handleImport(services, request, reply));
  });
}

async function handleImport(
  services: Services,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { session, owner } = await admission.runExclusive(() => admit(services, request));
  const { staged, name, fields } = await readOneFile(services.blobs, request, ITEM_FILE_LIMITS.maxBytes);
  const run = async (onProgress?: (progress: ItemImportProgress) => void): Promise<unknown> => {
    try {
      const input = parseOptions(fields["options"]);
      const outPath = `${staged.path}.rows`;
      const source = { path: staged.path, outPath, fileName: cleanFileName(name, "items"), userSid: session.user.sid };
      const context = { ...services, call: auditedRequest(request, "item.import", "item") };
      return await imports.runExclusive<unknown>(() =>
        input.step === "preview"
          ? previewItemFile(context, staged.path, input)
          : importItems(context, owner, source, { input, ...(onProgress && { onProgress }) }),
      );
    } finally {
      await staged.discard();
    }
  };
  if (request.headers.accept !== NDJSON) return reply.send(await run());
  return reply.type(NDJSON).send(streamResult(request, run));
}

async function admit(
  services: Services,
  request: FastifyRequest<Params>,
): Promise<{ session: ActiveSession; owner: ListOwner }> {
  const session = await requireSession(services, request, "item.import");
  await limitCalls(services, session.user.sid, "import");
  const { project, group } = request.params;
  const named = project === undefined ? { group: group ?? "" } : { project: { slug: project } };
  const owner = await requireListOwner({ db: services.db, session }, named);
  if ("projectSid" in owner) {
    const row = await findProject(services.db, owner.projectSid);
    if (row) unwrapOrThrow(itemListCan.importForEvent(await projectState(services.db, row), session.user));
  }
  return { session, owner };
}

function parseOptions(text: string | undefined): ItemImportInput {
  let options: unknown = {};
  try {
    if (text !== undefined) options = JSON.parse(text);
  } catch (error) {
    throw new AppError("BAD_REQUEST", "The field options is not JSON.", { cause: error });
  }
  return parseOrThrow(itemImportInputSchema, options);
}

function streamResult(
  request: FastifyRequest,
  run: (onProgress: (progress: ItemImportProgress) => void) => Promise<unknown>,
): PassThrough {
  const stream = new PassThrough();
  const write = (line: object): void => void (stream.writable && stream.write(`${JSON.stringify(line)}\n`));
  void run((progress) => write({ progress }))
    .then(
      (result) => write({ result }),
      (error: unknown) => {
        const known = toRouteError(error);
        if (known.code === "INTERNAL_SERVER_ERROR") {
          request.log.error({ err: error }, "an item list could not be imported");
          reportError(error, "item import");
        }
        const { message, details } = toPublicError(known);
        write({ error: { code: known.code, message, ...(details !== null && { details }) } });
      },
    )
    .finally(() => stream.end());
  return stream;
}
