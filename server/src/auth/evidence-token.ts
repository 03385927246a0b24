import "@fastify/cookie";
import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config/config.ts";
import { newSid } from "../lib/ids.ts";
import { isTls } from "./session-cookie.ts";

/** `pe_`, the link's sid, its secret. The prefix lets people and secret scanners recognize a token. */
const TOKEN_PATTERN = /^pe_([a-z0-9]{24})_[A-Za-z0-9_-]{43}$/;
const SECRET_BYTES = 32;

export const hashSecret = (secret: string): Buffer => createHash("sha256").update(secret).digest();

/** Generates the token of a link. Its text is returned once and not stored. */
export function generateEvidenceToken(): { sid: string; token: string; secretHash: Buffer } {
  const sid = newSid();
  const token = `pe_${sid}_${randomBytes(SECRET_BYTES).toString("base64url")}`;
  return { sid, token, secretHash: hashSecret(token) };
}

/** The sid in a token's text; null if it is no token. */
export const linkSidOf = (token: string): string | null => TOKEN_PATTERN.exec(token)?.[1] ?? null;

export const generateVisitSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url");

const cookieName = (secure: boolean): string => (secure ? "__Host-precount-evidence" : "precount-evidence");

/** Strict: a page of another site cannot load images of a report with it. Ends with the browser session. */
export function setVisitCookie(reply: FastifyReply, config: Config, secret: string): void {
  const secure = isTls(reply.request, config);
  void reply.setCookie(cookieName(secure), secret, { httpOnly: true, sameSite: "strict", path: "/", secure });
}

export const readVisitSecret = (request: FastifyRequest, config: Config): string | null =>
  request.cookies[cookieName(isTls(request, config))] ?? null;
