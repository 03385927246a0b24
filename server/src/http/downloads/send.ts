import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { attachment } from "../content-disposition.ts";
import { csvOf } from "../../operations/export/csv.ts";
import { TABLE_FORMATS, type Table, type TableFormat } from "../../operations/export/table.ts";
import { xlsxOf } from "../../operations/export/xlsx.ts";

/** What is not understood is ignored: a download opened in a new tab should download. */
const formatSchema = z.enum(["csv", "xlsx"]).catch("csv");

export type Download = {
  /** What the file is called, without its extension. */
  title: string;
  extension: string;
  type: string;
  content: () => Readable;
};

/**
 * Answers with a file as it is made. Who goes away meanwhile ends the making: Fastify destroys the stream, and with it
 * goes whatever it reads from. What breaks meanwhile breaks the line, so that no browser takes half a file for a whole.
 */
export function sendDownload(request: FastifyRequest, reply: FastifyReply, download: Download): FastifyReply {
  void reply
    .type(download.type)
    .header("content-disposition", attachment(`${download.title}.${download.extension}`))
    .header("cache-control", "private, no-store")
    .header("x-content-type-options", "nosniff");
  // Whoever asks only what there would be to download does not have it made.
  return request.method === "HEAD" ? reply.send() : reply.send(download.content());
}

/** A table in the format that the query names, CSV unless it says otherwise. */
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
