import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors/app-error.ts";

/** Lets the routes of a scope read forms. They refuse every other body with `requireForm`, after the check of rights. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  scope.removeAllContentTypeParsers();
  // Fastify's own refusal does not say what to send.
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  await scope.register(multipart, { throwFileSizeLimit: false });
}

/** Throws UNSUPPORTED_MEDIA_TYPE for a request without a form, or with a form whose parts cannot be told apart. */
export function requireForm(request: FastifyRequest): void {
  if (request.isMultipart() && /;\s*boundary=/i.test(request.headers["content-type"] ?? "")) return;
  throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Send a form (multipart/form-data) with the file.");
}

/**
 * The name of a file in a form as it was before the browser encoded it: the HTML standard encodes quotation marks and line breaks, and no
 * other character.
 */
export const decodeFormFileName = (name: string | undefined): string | undefined =>
  name?.replaceAll("%22", '"').replaceAll(/%0[AD]/g, " ");
