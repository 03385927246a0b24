import { basename } from "node:path";
import { DocumentProcess } from "@precount/documents";
import { type Tried, documentsIn, tryDocument } from "./lib/documents/try-folder.ts";

const tell = (text: string): void => void process.stdout.write(`${text}\n`);

/** Reads every document of the given folders like a task and prints the outcome, the time and the memory of each. */
export async function tryDocuments(folders: readonly string[]): Promise<Record<string, unknown>> {
  if (folders.length === 0) throw new Error("Usage: npm run bench -- try-documents FOLDER…");
  const documents = new DocumentProcess();
  const tried: Tried[] = [];
  try {
    for (const path of (await Promise.all(folders.map(documentsIn))).flat()) {
      const outcome = await tryDocument(documents, path);
      tried.push(outcome);
      const { status, seconds, peakMb, pages, tables, words } = outcome;
      const figures = `${status.padEnd(11)} ${String(seconds).padStart(5)} s ${String(peakMb).padStart(5)} MB ${String(pages).padStart(4)} p ${String(tables).padStart(3)} t`;
      tell(`${figures}  ${basename(path)}${words.map((word) => `\n${" ".repeat(38)}${word}`).join("")}`);
    }
  } finally {
    await documents.close();
  }
  const count = (status: Tried["status"]): number => tried.filter((outcome) => outcome.status === status).length;
  return {
    files: tried.length,
    processed: count("processed"),
    withErrors: count("with errors"),
    refused: count("refused"),
    slowestSeconds: Math.max(0, ...tried.map(({ seconds }) => seconds)),
    peakMb: Math.max(0, ...tried.map(({ peakMb }) => peakMb)),
  };
}
