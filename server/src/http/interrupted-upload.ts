import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { AppError } from "../errors/app-error.ts";

/** Whether the client stopped sending in the middle of this file. A failure of the server's store leaves the stream intact. */
export const isCutShort = (stream: Readable): boolean =>
  stream.errored !== null || (stream.destroyed && !stream.readableEnded);

/** 499 when the connection is gone; 400 when the body ended too early and the client still waits for an answer. */
export const interruptedError = (request: FastifyRequest, message: string): AppError =>
  new AppError(request.socket.destroyed ? "CLIENT_CLOSED_REQUEST" : "BAD_REQUEST", message);
