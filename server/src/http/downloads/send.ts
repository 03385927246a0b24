import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { parseOrThrow } from "../../errors/app-error.ts";
import { attachment } from "../content-disposition.ts";
import { csvOf } from "../../operations/export/csv.ts";
import { TABLE_FORMATS, type Table, type TableFormat } from "../../operations/export/table.ts";
import { freeSentChunk } from "../../operations/export/zip.ts";
import { xlsxOf } from "../../operations/export/xlsx.ts";
import type { Download } from "../../operations/export/download.ts";

const formatSchema = z.object({ format: z.enum(["csv", "xlsx"]).default("csv") });

/** The format that the query asks for. Routes read it before they record the download. */
export const readTableFormat = (request: FastifyRequest): TableFormat =>
  parseOrThrow(formatSchema, request.query).format;

/**
 * Streams a file while it is generated. When the client disconnects, Fastify destroys the stream, which also destroys its source. When
 * the generation fails, the connection is broken, so that no browser takes a partial file for a complete one.
 */
export function sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download): FastifyReply {
  setHeaders(reply, download);
  // HEAD requests do not generate the file.
  return request.method === "HEAD" ? reply.send() : reply.send(download.content());
}

/** Like sendDownload, and frees the memory of photos as soon as they are sent. Fastify does not report that moment. */
export async function sendArchive(
  request: FastifyRequest,
  reply: FastifyReply,
  download: Download,
): Promise<FastifyReply> {
  if (request.method === "HEAD") return sendDownload(request, reply, download);
  setHeaders(reply, download);
  // A hijacked reply skips the hook that closes connections while the server stops.
  void reply.header("connection", "close");
  const content = download.content();
  // A failure before the first byte is answered like that of any other request.
  await once(content, "readable");
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  const response = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      raw.write(chunk, (error) => {
        if (!error) freeSentChunk(chunk);
        done(error);
      });
    },
    final: (done) => void raw.end(done),
    destroy: (error, done) => {
      if (error) raw.destroy();
      done(error);
    },
  });
  raw.once("close", () => response.destroy());
  await pipeline(content, response).catch((error: NodeJS.ErrnoException) => {
    const level = error.code === "ERR_STREAM_PREMATURE_CLOSE" ? "info" : "warn";
    request.log[level]({ err: error }, "an archive was not sent completely");
  });
  return reply;
}

function setHeaders(reply: FastifyReply, { type, title, extension }: Download): void {
  void reply
    .type(type)
    .header("content-disposition", attachment(`${title}.${extension}`))
    .header("cache-control", "private, no-store")
    .header("x-content-type-options", "nosniff");
}

export function sendTable(
  request: FastifyRequest,
  reply: FastifyReply,
  { title, format }: { title: string; format: TableFormat },
  table: Table,
): FastifyReply {
  return sendDownload(request, reply, {
    title,
    extension: format,
    type: TABLE_FORMATS[format],
    content: () => WRITERS[format](table),
  });
}

const WRITERS: Readonly<Record<TableFormat, (table: Table) => Readable>> = {
  csv: (table) => Readable.from(csvOf(table), { objectMode: false }),
  xlsx: (table) => xlsxOf(table),
};
