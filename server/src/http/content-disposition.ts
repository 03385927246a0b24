import type { FastifyReply } from "fastify";

/**
 * The `content-disposition` header of a download under an uploader's file name: no character of the name can end the header or its
 * quotes, and old clients get plain ASCII (RFC 6266).
 */
export function attachment(name: string): string {
  const ascii = name.normalize("NFKD").replaceAll(/[^\x20-\x7e]|["\\%/]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(name.toWellFormed())}`;
}

/** Keeps browsers from interpreting uploaded bytes, which come from our origin, as a page or a script. */
export const guarded = (reply: FastifyReply): FastifyReply =>
  reply.header("x-content-type-options", "nosniff").header("content-security-policy", "sandbox; default-src 'none'");

/** RFC 5987: encodeURIComponent leaves four characters that the RFC does not allow. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
