import { EVERYONE, type ExampleCounts, type LearningOverview, learnedModelInUse } from "@precount/domain";
import { listGroups } from "../../db/groups.ts";
import { countExamples, countExamplesByGroup, countExamplesSince } from "../../db/learning/examples.ts";
import { findLastRunTime, findUnfinishedRun } from "../../db/learning/runs.ts";
import { listCollectingGroups, readLearningSettings } from "../../db/learning/settings.ts";
import { listModels } from "../../db/models/read.ts";
import type { SignedInContext } from "../context.ts";

const NOTHING: ExampleCounts = { stickers: 0, typed: 0, blindChecked: 0, unchanged: 0, heldOut: 0 };

/** The examples of the installation by group, the models in use, and the unfinished run (PD-176). */
export async function fetchLearningOverview({ db }: SignedInContext): Promise<LearningOverview> {
  const { collectsFromEveryone, ...settings } = await readLearningSettings(db);
  const collecting = await listCollectingGroups(db);
  const counts = await countExamplesByGroup(db);
  const models = await listModels(db);
  const groups = (await listGroups(db)).map(({ sid, name }) => ({
    sid,
    name,
    collects: sid === EVERYONE ? collectsFromEveryone : collecting.has(sid),
    counts: counts.get(sid) ?? NOTHING,
    modelSid: learnedModelInUse(models, sid === EVERYONE ? null : sid)?.sid ?? null,
  }));
  return {
    settings,
    groups,
    counts: await countExamples(db, null),
    newStickers: await countExamplesSince(db, await findLastRunTime(db)),
    run: await findUnfinishedRun(db),
  };
}
