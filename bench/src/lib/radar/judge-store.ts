import { type FoundFinding, type RadarEvent, judgeEvent } from "@precount/domain";
import type { DrawnStore } from "./draw-store.ts";
import type { InjectedError } from "./inject-errors.ts";

/** The area numbers of drawn stores start here. */
const FIRST_AREA = 101;

const imageOf = (area: number): string => `image${area}`;

/** A drawn store as the radar sees it: one photo of each area. */
function toRadarEvent({ items, stickers, areas }: DrawnStore): RadarEvent {
  const byArea = Map.groupBy(stickers, ({ area }) => area);
  const unitsOf = (area: number): number => (byArea.get(area) ?? []).reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    items,
    stickers: stickers.map(({ code, area, quantity }, position) => ({
      code,
      imageSid: imageOf(area),
      position,
      areaNumber: FIRST_AREA + area,
      areaRank: area,
      quantity,
    })),
    areas: areas.map(({ isVoided, shelves, previousStickers, previousUnits }, area) => ({
      number: FIRST_AREA + area,
      isVoided,
      isPhotographed: !isVoided,
      stickers: byArea.get(area)?.length ?? 0,
      units: unitsOf(area),
      hasShelves: shelves > 0,
      imageSid: isVoided ? null : imageOf(area),
      previous: { stickers: previousStickers, units: previousUnits },
    })),
    images: areas.flatMap(({ isVoided, shelves }, area) =>
      isVoided
        ? []
        : [
            {
              imageSid: imageOf(area),
              areaNumber: FIRST_AREA + area,
              stickers: byArea.get(area)?.length ?? 0,
              shelves,
            },
          ],
    ),
    isComplete: true,
    previous: null,
  };
}

/** Whether a finding is about an injected error: its code, or its area for a finding about an area. */
export const isAbout = (finding: FoundFinding, error: InjectedError): boolean =>
  finding.code === null ? error.areas.has((finding.areaNumber ?? 0) - FIRST_AREA) : error.codes.has(finding.code);

export const findingsOf = (store: DrawnStore): FoundFinding[] => judgeEvent(toRadarEvent(store)).findings;
