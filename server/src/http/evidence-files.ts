import type { FastifyInstance, FastifyRequest } from "fastify";
import { readVisitSecret } from "../auth/evidence-token.ts";
import type { ImageRow } from "../db/images/read.ts";
import type { Services } from "../operations/context.ts";
import { requireEvidenceImage } from "../operations/evidence/views.ts";
import { sendCrop, sendPreview } from "./image-files.ts";

type ImageParams = { Params: { image: string } };
type CropParams = { Params: { image: string; key: string } };

/** Sends previews and crops of a report's images to people with an evidence link. Originals, which have EXIF data, are not sent. */
export function evidenceFileRoutes(app: FastifyInstance, services: Services): void {
  const findImage = (request: FastifyRequest, sid: string): Promise<ImageRow> =>
    requireEvidenceImage({ db: services.db, secret: readVisitSecret(request, services.config) }, sid);
  app.get<ImageParams>("/api/evidence/images/:image/contents", async (request, reply) =>
    sendPreview(services, await findImage(request, request.params.image), request, reply),
  );
  app.get<CropParams>("/api/evidence/images/:image/crops/:key", async (request, reply) =>
    sendCrop(services, await findImage(request, request.params.image), request.params.key, request, reply),
  );
}
