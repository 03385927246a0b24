/**
 * For browser tests: `add-learned-model.ts DATABASE_URL TITLE accepted|refused` adds a learned model without files and prints its sid.
 * Its report says that it fixed the newest example.
 */
import process from "node:process";
import { championOf, exampleKey } from "@precount/domain";
import { connect } from "../db/connect.ts";
import { desc, eq } from "../db/drizzle.ts";
import { insertLearnedModel } from "../db/models/learned.ts";
import { listModels } from "../db/models/read.ts";
import { learningExamples } from "../db/schema/learning.ts";
import { models } from "../db/schema/models.ts";
import { newSid } from "../lib/ids.ts";
import { makeLearningReport } from "./learning-report.ts";

const [url = "", title = "", outcome = ""] = process.argv.slice(2);
const connection = connect(url);
const { db } = connection;
const [base] = await db.select({ sid: models.sid }).from(models).where(eq(models.backend, "onnx"));
const champion = championOf(await listModels(db), null);
if (!base || !champion) throw new Error("no model is registered yet");
const [newest] = await db.select().from(learningExamples).orderBy(desc(learningExamples.createdAt)).limit(1);
const fixed = newest
  ? [{ key: exampleKey(newest.imageSid, newest.position), before: "712345 × 1", after: "112345 × 7" }]
  : [];
const sid = newSid();
const isAccepted = outcome === "accepted";
await insertLearnedModel(db, {
  sid,
  name: `learned-${sid}`,
  title,
  backend: "onnx",
  trainedAt: new Date().toISOString(),
  adaptsSid: base.sid,
  groupSid: null,
  report: makeLearningReport({
    champion: champion.name,
    decision: isAccepted ? { ok: true } : { ok: false, reason: "Not clearly better on the 60 held-out stickers." },
    changed: { fixed, broken: [] },
  }),
});
await connection.close();
process.stdout.write(`${sid}\n`);
