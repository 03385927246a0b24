import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { attachment } from "../content-disposition.ts";
import { csvOf } from "../../operations/export/csv.ts";
import { TABLE_FORMATS, type Table, type TableFormat } from "../../operations/export/table.ts";
import { xlsxOf } from "../../operations/export/xlsx.ts";
import type { Download } from "../../operations/export/download.ts";

/** Unknown formats mean CSV: a download opened in a new tab should not end in an error page. */
const formatSchema = z.enum(["csv", "xlsx"]).catch("csv");

/**
 * Streams a file while it is generated. When the client disconnects, Fastify destroys the stream and with it what it reads from. When
 * the generation fails, the connection is broken, so that no browser takes a partial file for a complete one.
 */
export function sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download): FastifyReply {
  void reply
    .type(download.type)
    .header("content-disposition", attachment(`${download.title}.${download.extension}`))
    .header("cache-control", "private, no-store")
    .header("x-content-type-options", "nosniff");
  // HEAD requests do not generate the file.
  return request.method === "HEAD" ? reply.send() : reply.send(download.content());
}

/** Sends a table in the format of the query, CSV by default. */
export function sendTable(request: FastifyRequest, reply: FastifyReply, title: string, table: Table): FastifyReply {
  const { format } = z.object({ format: formatSchema }).parse(request.query);
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
