import {
  COCO_FILE_LIMIT,
  DATASET_FORMATS,
  DATASET_FORMAT_TITLES,
  DATASET_PIXELS,
  type DatasetImportSummary,
  projectCan,
} from "@precount/domain";
import { Semaphore } from "async-mutex";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { publicOrigin } from "../auth/public-origin.ts";
import { requireSession } from "../auth/require-session.ts";
import { projectState } from "../db/projects/read.ts";
import { parseOrThrow, unwrapOrThrow } from "../errors/app-error.ts";
import type { Services } from "../operations/context.ts";
import { datasetFiles } from "../operations/dataset/dataset-files.ts";
import { importCoco } from "../operations/dataset/import-coco.ts";
import { planDataset } from "../operations/dataset/plan-dataset.ts";
import { zipOf } from "../operations/export/zip.ts";
import { requireProject } from "../operations/project/require-project.ts";
import { auditedRequest } from "./audited-request.ts";
import { sendArchive } from "./downloads/send.ts";
import { limitCalls } from "./limit-calls.ts";
import { acceptForms } from "./forms.ts";
import { readOneFile } from "./one-file-form.ts";
import { recordDownload } from "./record-download.ts";

/** Concurrent imports. Each holds a whole file in memory. */
const imports = new Semaphore(1);

type Params = { Params: { project: string } };

const optionsSchema = z.object({
  format: z.enum(DATASET_FORMATS).default("coco"),
  pixels: z.enum(DATASET_PIXELS).default("files"),
  approvedOnly: z.stringbool().default(false),
});

/** An event's labeled images: the download in the formats of other tools (PD-158), and the import of COCO boxes (PD-159). */
export async function datasetRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.get<Params>("/api/projects/:project/dataset/download", (request, reply) =>
    handleDownload(services, request, reply),
  );
  await app.register(async (scope) => {
    await acceptForms(scope);
    scope.post<Params>("/api/projects/:project/dataset/import", (request) => handleImport(services, request));
  });
}

async function handleDownload(
  services: Services,
  request: FastifyRequest<Params>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = await requireSession(services, request, "export");
  await limitCalls(services, session.user.sid, "archive");
  const event = await requireProject({ db: services.db, session }, request.params.project);
  const options = parseOrThrow(optionsSchema, request.query);
  const subject = { kind: "project", sid: event.sid };
  await recordDownload(services.db, request, { action: "download.dataset", projectSid: event.sid, subject });
  const plan = await planDataset(services.db, event, options, publicOrigin(request, services.config));
  return sendArchive(request, reply, {
    title: `${event.name} – ${DATASET_FORMAT_TITLES[options.format]}`,
    extension: "zip",
    type: "application/zip",
    content: () => zipOf(datasetFiles(services, plan)),
  });
}

async function handleImport(services: Services, request: FastifyRequest<Params>): Promise<DatasetImportSummary> {
  const session = await requireSession(services, request, "project.analyze");
  await limitCalls(services, session.user.sid, "import");
  const project = await requireProject({ db: services.db, session }, request.params.project);
  unwrapOrThrow(projectCan.analyze(await projectState(services.db, project), session.user));
  const { staged } = await readOneFile(services.blobs, request, COCO_FILE_LIMIT);
  const context = { ...services, call: auditedRequest(request, "dataset.import", "result") };
  try {
    return await imports.runExclusive(() => importCoco(context, project.sid, staged.path));
  } finally {
    await staged.discard();
  }
}
