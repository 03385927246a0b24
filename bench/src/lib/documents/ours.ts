import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DocumentProcess } from "@precount/documents";
import { type DocumentStructure, documentStructureSchema } from "@precount/domain";
import { z } from "zod";
import type { Reader } from "./reader.ts";

const extractedSchema = z.object({ tables: z.array(z.object({ rows: z.array(z.array(z.string())) })) });

/** Our reader as a task runs it: in its process, with every output written and the structure read from its file. */
export function ourReader(): Reader {
  const documents = new DocumentProcess();
  return {
    name: "precount",
    leniency: {},
    pid: () => documents.pid,
    close: () => documents.close(),
    async readPhoto(path) {
      const { contents } = await documents.extract({ path, format: "json", orientation: "none" });
      return extractedSchema.parse(JSON.parse(contents)).tables.map(({ rows }) => rows);
    },
    async read(path): Promise<DocumentStructure> {
      const outDir = await mkdtemp(join(tmpdir(), "precount-bench-out-"));
      try {
        const { outputs } = await documents.read({ path, outDir });
        const structure = outputs.find(({ fileType }) => fileType === "json");
        if (!structure) throw new Error("the reader wrote no structure");
        return documentStructureSchema.parse(JSON.parse(await readFile(structure.path, "utf8")));
      } finally {
        await rm(outDir, { recursive: true, force: true });
      }
    },
  };
}
