/**
 * The product's rules for script/train --examples:
 *   node judge-trained-cli.ts untrusted EXAMPLES CHAMPION CACHE             prints the accounts to leave out, as JSON
 *   node judge-trained-cli.ts judge     EXAMPLES CHAMPION CACHE CHALLENGER  writes learning-report.json, prints the decision
 */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LearningReport } from "@precount/domain";
import sharp from "sharp";
import { findUntrustedAccounts, judgeTrainedModel } from "./judge-trained-model.ts";

sharp.concurrency(1);
sharp.cache(false);

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const [verb = "", examplesDir = "", championDir = "", cacheDir = "", challengerDir = ""] = process.argv.slice(2);
const request = { examplesDir, championDir, cacheDir };
if (verb === "untrusted") {
  print(JSON.stringify((await findUntrustedAccounts(request)).map(({ account }) => account)));
} else {
  const report = await judgeTrainedModel({ ...request, challengerDir });
  const path = join(challengerDir, "learning-report.json");
  await writeFile(`${path}.part`, `${JSON.stringify(report, null, 2)}\n`);
  await rename(`${path}.part`, path);
  print(describeReport(report));
}

function describeReport({ learnedFrom, leftOutAccounts, models, better, worse, p, decision }: LearningReport): string {
  const { champion, challenger } = models;
  const errorsOf = ({ heldOut }: typeof champion): number => heldOut.wrongCodes + heldOut.wrongQuantities;
  const left = leftOutAccounts.map(({ account }) => account).join(", ") || "none";
  return [
    `Learned from ${learnedFrom.stickers} stickers. Accounts left out: ${left}.`,
    `${champion.heldOut.stickers} held-out stickers: ${errorsOf(champion)} → ${errorsOf(challenger)} errors, ${better} read better, ${worse} worse (p = ${p.toFixed(3)}).`,
    decision.ok ? "The promotion rule accepts the model." : `The promotion rule refuses the model. ${decision.reason}`,
  ].join("\n");
}
