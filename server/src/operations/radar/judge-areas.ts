import { type AreaFacts, type Baseline, judgeAreas, judgeImage } from "@precount/domain";
import type { RadarArea, RadarImage } from "../../db/radar/facts.ts";
import type { StoredFinding } from "../../db/radar/findings.ts";
import type { PreviousAreas } from "../../db/schema/radar.ts";
import { toStored } from "./judge-codes.ts";

/** The part of the event that findings about areas and photos belong to. They are few and cheap, so all are replaced together. */
export const AREA_SCOPE = "areas";

/** The findings about areas and photos. */
export function findAreaFindings(
  { areas, images }: { areas: readonly RadarArea[]; images: readonly RadarImage[] },
  previous: PreviousAreas | null,
  baseline: Baseline,
): StoredFinding[] {
  const numbers = new Map(areas.map(({ sid, number }) => [sid, number]));
  const ofAreas = judgeAreas(
    areas.map((area) => toFacts(area, previous)),
    baseline,
  );
  const ofImages = images.flatMap(({ areaSid, ...image }) => {
    const areaNumber = areaSid === null ? null : (numbers.get(areaSid) ?? null);
    return judgeImage({ ...image, areaNumber }, baseline) ?? [];
  });
  return [...ofAreas, ...ofImages].map((draft) => toStored(draft, null, baseline, AREA_SCOPE));
}

const toFacts = (area: RadarArea, previous: PreviousAreas | null): AreaFacts => ({
  number: area.number,
  isVoided: area.isVoided,
  isPhotographed: area.images > 0,
  stickers: area.stickers,
  units: area.units,
  hasShelves: area.shelves > 0,
  imageSid: area.imageSid,
  // An area that the last count does not have is new.
  previous: previous?.[String(area.number)] ?? null,
});
