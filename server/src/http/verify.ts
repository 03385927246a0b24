import { type FileVerdict, MAX_EXPORT_BYTES } from "@precount/domain";
import { Semaphore } from "async-mutex";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireSession } from "../auth/require-session.ts";
import type { Services } from "../operations/context.ts";
import { verifyUpload } from "../operations/seal/verify-upload.ts";
import { limitCalls } from "./limit-calls.ts";
import { acceptForms } from "./forms.ts";
import { readOneFile } from "./one-file-form.ts";

/** Concurrent verifications. Each may hold a report of 100,000 rows in memory. */
const verifications = new Semaphore(2);

/** POST /api/verify: compares an exported report with its seal. Nothing is stored. */
export async function verifyRoute(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(async (scope) => {
    await acceptForms(scope);
    scope.post("/api/verify", (request) => handleVerify(services, request));
  });
}

async function handleVerify(services: Services, request: FastifyRequest): Promise<FileVerdict> {
  const session = await requireSession(services, request, "report.see");
  await limitCalls(services, session.user.sid, "import");
  const file = await readOneFile(services.blobs, request, MAX_EXPORT_BYTES);
  return verifications.runExclusive(() => verifyUpload(services, session, file));
}
