import { type AreaGap, type ReportFacts, photosByUse } from "@precount/domain";
import { listAreaGaps } from "../../db/areas/gaps.ts";
import type { Transaction } from "../../db/connect.ts";
import { type ReportPhoto, readRejectedImages, readReportPhotos } from "../../db/reports/sources.ts";
import { findLinkedStickers } from "../duplicate/linked-of-event.ts";

export type ReportSources = {
  /** The photos whose stickers the report counts. */
  counted: ReportPhoto[];
  /** Stickers of these photos that another photo counts. */
  linked: ReadonlyMap<string, ReadonlySet<number>>;
  /** The facts of the exceptions. */
  facts: Omit<ReportFacts, "event" | "version" | "generatedAt" | "generatedBy">;
};

/** Everything of an event that a report is derived from, except the results of its photos. */
export async function readReportSources(tx: Transaction, projectSid: string, areas: number): Promise<ReportSources> {
  const { counted, excluded } = photosByUse(await readReportPhotos(tx, projectSid));
  const { linked, stickersCountedOnce } = await findLinkedStickers(tx, projectSid, counted);
  const gaps = await listAreaGaps(tx, projectSid);
  const gapsWith = (wanted: AreaGap["status"]): string[] =>
    gaps.filter(({ status }) => status === wanted).map(({ name }) => name);
  const withoutArea = areas === 0 ? [] : counted.filter(({ areaSid }) => areaSid === null);
  return {
    counted,
    linked,
    facts: {
      areasWithoutPhoto: gapsWith("not_taken"),
      areasPhotoRejected: gapsWith("rejected"),
      imagesWithoutArea: withoutArea.map(({ name }) => name),
      imagesNotCounted: excluded.map(({ name, areaCode, isAreaVoided }) => ({
        name,
        areaCode: areaCode ?? "",
        isAreaVoided,
      })),
      rejectedImages: await readRejectedImages(tx, projectSid),
      stickersCountedOnce,
    },
  };
}
