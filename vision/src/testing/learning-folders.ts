import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Example, ExampleOrigin } from "@precount/domain";
import { ANCHORS_DIR, type ReferenceSticker, readReferenceSet } from "../learning/reference-set.ts";

/** The accounts of the written examples, in turn. */
const ACCOUNTS = ["ann", "bob"].map((name) => name.padEnd(24, "0"));

/** Writes the first stickers of the product's reference set as a reference set. */
export const writeReference = (to: string, count: number): Promise<void> => writeSet(to, count, undefined);

/** Writes the stickers of `writeExamples` as a reference set that takes these values for their true ones. */
export async function writeReferenceOfExamples(
  to: string,
  values: readonly { code: string; quantity: string }[],
): Promise<void> {
  const { stickers } = await readReferenceSet();
  const hand = stickers.filter(({ family }) => family === "hand");
  await writeStickers(
    to,
    values.map((value, i) => ({ ...hand[i]!, ...value })),
  );
}

/** Writes the first anchor stickers of the product. */
export const writeAnchors = (to: string, count: number): Promise<void> => writeSet(to, count, ANCHORS_DIR);

async function writeSet(to: string, count: number, from: string | undefined): Promise<void> {
  const { stickers } = await readReferenceSet(from);
  await writeStickers(to, stickers.slice(0, count));
}

async function writeStickers(to: string, kept: readonly ReferenceSticker[]): Promise<void> {
  const content = Buffer.concat(kept.map(({ webp }) => webp));
  const sha256 = createHash("sha256").update(content).digest("hex");
  await mkdir(to);
  await writeFile(join(to, "stickers.bin"), content);
  await writeFile(join(to, "index.json"), JSON.stringify({ version: 1, sha256, stickers: kept }));
}

/** Writes handwritten stickers of the reference set as a folder of examples. */
export async function writeExamples(
  to: string,
  count: number,
  change: (example: Example, i: number) => Example = (example) => example,
): Promise<void> {
  await mkdir(join(to, "crops"), { recursive: true });
  const hand = (await readReferenceSet()).stickers.filter(({ family }) => family === "hand").slice(0, count);
  const lines = hand.map(({ code, quantity, box }, i) => {
    const origin: ExampleOrigin = i % 10 === 9 ? "unchanged" : "typed";
    const value = { origin, account: ACCOUNTS[i % 2]! };
    const example: Example = {
      key: `image${i}/result${i}`,
      file: `crops/${i}.webp`,
      box,
      code: { truth: code, ...value },
      quantity: { truth: quantity, ...value },
      writer: null,
      projectSid: "event".padEnd(24, "0"),
      modelSid: "precount0own0model000001",
    };
    return JSON.stringify(change(example, i));
  });
  for (const [i, { webp }] of hand.entries()) await writeFile(join(to, `crops/${i}.webp`), webp);
  await writeFile(join(to, "examples.jsonl"), lines.join("\n"));
}

/** Gives every second example to Eve, who types wrong codes. Her stickers are printed, so that the champion is sure of them. */
export async function writePoisonedExamples(to: string, count: number): Promise<void> {
  const { stickers } = await readReferenceSet();
  const print = stickers.filter(({ family }) => family === "print");
  await writeExamples(to, count, (example, i) => {
    if (i % 2 === 0) return example;
    const { box, quantity } = print[i]!;
    const typed = { origin: "typed", account: "eve".padEnd(24, "0") } as const;
    return { ...example, box, code: { truth: "424242", ...typed }, quantity: { truth: quantity, ...typed } };
  });
  for (let i = 1; i < count; i += 2) await writeFile(join(to, `crops/${i}.webp`), print[i]!.webp);
}
