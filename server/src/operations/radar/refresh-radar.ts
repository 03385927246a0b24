import { type Baseline, RADAR_RULES_VERSION, eventBaseline, isCountComplete } from "@precount/domain";
import type { Database, Transaction } from "../../db/connect.ts";
import {
  type CodeTotalRow,
  type ImageTotals,
  type RadarArea,
  findLatestReport,
  listCodeTotals,
  listRadarAreas,
  readImageTotals,
  readReportAreas,
  readReportUnits,
} from "../../db/radar/facts.ts";
import { insertFindings, listCodesNaming, removeFindings } from "../../db/radar/findings.ts";
import {
  type RadarState,
  beginRadar,
  lockRadar,
  readRadarState,
  takeRadarChanges,
  updateRadarState,
} from "../../db/radar/state.ts";
import type { PreviousAreas } from "../../db/schema/radar.ts";
import { KeyedMutex } from "../../lib/keyed-mutex.ts";
import { countImages } from "./count-images.ts";
import { linkStickers } from "./link-stickers.ts";
import { AREA_SCOPE, findAreaFindings } from "./judge-areas.ts";
import { type JudgeContext, codeScope, judgeCodes } from "./judge-codes.ts";
import { PAIR_SCOPE, findPairFindings } from "./judge-pairs.ts";

/** Calls for one event wait here instead of holding a database connection each. */
const mutex = new KeyedMutex();

/** The baseline is computed again when the number of stickers has changed by this share. */
const BASELINE_CHANGE = 0.1;

/**
 * Brings the findings of an event up to date. Only photos, codes and areas that changed since the last call are judged again; a new
 * item list, previous event or version of the rules judges everything. It publishes nothing: the findings follow from changes that
 * were published, and every screen that shows them asks again after each change.
 */
export async function refreshRadar(db: Database, projectSid: string): Promise<void> {
  if (await isCurrent(db, projectSid)) return;
  await mutex.run(projectSid, async () => {
    if (await isCurrent(db, projectSid)) return;
    await beginRadar(db, projectSid);
    await db.transaction(async (tx) => {
      await lockRadar(tx, projectSid);
      await compute(tx, projectSid);
    });
  });
}

type Inputs = Pick<RadarState, "itemVersionSid" | "previousEventSid" | "rulesVersion">;

async function isCurrent(db: Database, projectSid: string): Promise<boolean> {
  const { state, hasChanges, inputs } = await readInputs(db, projectSid);
  return state !== null && !hasChanges && !isOutdated(state, inputs);
}

async function readInputs(
  db: Database | Transaction,
  projectSid: string,
): Promise<{ state: RadarState | null; hasChanges: boolean; inputs: Inputs }> {
  const { state, itemVersionSid, previousEventSid, hasChanges } = await readRadarState(db, projectSid);
  return { state, hasChanges, inputs: { itemVersionSid, previousEventSid, rulesVersion: RADAR_RULES_VERSION } };
}

const isOutdated = (state: RadarState, inputs: Inputs): boolean =>
  state.computedAt === null ||
  state.rulesVersion !== inputs.rulesVersion ||
  state.itemVersionSid !== inputs.itemVersionSid ||
  state.previousEventSid !== inputs.previousEventSid;

type RadarEvent = {
  areas: RadarArea[];
  totals: ImageTotals;
  isComplete: boolean;
  /** The report of the previous event; null without one. */
  previousReportSid: string | null;
};

async function readEvent(tx: Transaction, projectSid: string, inputs: Inputs): Promise<RadarEvent> {
  const areas = await listRadarAreas(tx, projectSid);
  const totals = await readImageTotals(tx, projectSid);
  const { previousEventSid } = inputs;
  return {
    areas,
    totals,
    isComplete: isCountComplete(
      areas.map(({ isVoided, images }) => ({ isVoided, isPhotographed: images > 0 })),
      { images: totals.images.length, unread: totals.unread },
    ),
    previousReportSid: previousEventSid === null ? null : await findLatestReport(tx, previousEventSid),
  };
}

async function compute(tx: Transaction, projectSid: string): Promise<void> {
  const { state, inputs } = await readInputs(tx, projectSid);
  const changes = await takeRadarChanges(tx, projectSid);
  /** The state of the last computation; null if everything must be computed. */
  const known = state && !isOutdated(state, inputs) ? state : null;
  // An item list or a previous event changes what the stickers are compared with, not the stickers.
  const isCounted = state !== null && state.computedAt !== null && state.rulesVersion === inputs.rulesVersion;
  const { codes } = await countImages(tx, projectSid, isCounted ? changes : null);
  for (const code of await linkStickers(tx, projectSid)) codes.add(code);
  const event = await readEvent(tx, projectSid, inputs);
  const { previousReportSid, totals, areas } = event;
  const previousAreas = known ? known.previousAreas : await readPreviousAreas(tx, previousReportSid);
  const usual = known && baselineStillUsual(known, event);
  const codeTotals = usual ? null : await readCodeTotals(tx, projectSid, inputs, previousReportSid);
  const baseline = usual ?? newBaseline(codeTotals ?? [], event, inputs);
  const context: JudgeContext = {
    projectSid,
    versionSid: inputs.itemVersionSid,
    previousReportSid,
    baseline,
    areas: new Map(areas.map(({ sid, number }, rank) => [sid, { number, rank }])),
  };
  await replaceCodeFindings(tx, context, codeTotals ? null : codes, codeTotals?.map(({ code }) => code) ?? []);
  await removeFindings(tx, projectSid, [AREA_SCOPE, PAIR_SCOPE]);
  await insertFindings(tx, projectSid, findAreaFindings({ areas, images: totals.images }, previousAreas, baseline));
  await insertFindings(tx, projectSid, await findPairFindings(tx, projectSid, inputs.itemVersionSid, baseline));
  const baselineStickers = usual && known ? known.baselineStickers : totals.stickers;
  await updateRadarState(tx, projectSid, { ...inputs, baseline, baselineStickers, previousAreas });
}

const readPreviousAreas = async (tx: Transaction, reportSid: string | null): Promise<PreviousAreas | null> =>
  reportSid === null ? null : readReportAreas(tx, reportSid);

/** The baseline of the last computation if the event has changed little since; null otherwise. */
function baselineStillUsual(
  { baseline, baselineStickers }: RadarState,
  { isComplete, totals }: RadarEvent,
): Baseline | null {
  const change = Math.abs(totals.stickers - baselineStickers);
  return baseline?.isComplete === isComplete && change <= BASELINE_CHANGE * baselineStickers ? baseline : null;
}

const newBaseline = (totals: readonly CodeTotalRow[], event: RadarEvent, { itemVersionSid }: Inputs): Baseline =>
  eventBaseline(totals, {
    hasItems: itemVersionSid !== null,
    isComplete: event.isComplete,
    areas: event.areas.length,
    imageStickers: event.totals.images.flatMap(({ stickers }) => (stickers > 0 ? [stickers] : [])),
  });

async function readCodeTotals(
  tx: Transaction,
  projectSid: string,
  { itemVersionSid }: Inputs,
  previousReportSid: string | null,
): Promise<CodeTotalRow[]> {
  const totals = await listCodeTotals(tx, projectSid, itemVersionSid);
  if (previousReportSid === null) return totals;
  const previous = await readReportUnits(tx, previousReportSid, null);
  return totals.map((total) => Object.assign(total, { last: previous.get(total.code) ?? total.last }));
}

/**
 * Judges codes again.
 * @param changed the codes of changed photos; null to judge all codes, which `all` lists
 */
async function replaceCodeFindings(
  tx: Transaction,
  context: JudgeContext,
  changed: ReadonlySet<string> | null,
  all: readonly string[],
): Promise<void> {
  const { projectSid } = context;
  const naming = changed ? await listCodesNaming(tx, projectSid, [...changed]) : [];
  const codes = changed ? [...new Set([...changed, ...naming])] : all;
  const found = await judgeCodes(tx, context, codes);
  await removeFindings(tx, projectSid, changed ? codes.map(codeScope) : null);
  await insertFindings(tx, projectSid, found);
}
