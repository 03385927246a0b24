import type { AreaFacts, Baseline, PhotoFacts } from "./facts.ts";
import type { FindingDraft } from "./finding.ts";
import { FINDING_KINDS, type FindingKind } from "./kinds.ts";
import { OUTLIER_Z, anscombe, median, modifiedZ, robustCenter } from "./robust.ts";

/** Areas on each side that count as neighbors, and the least number of them with photos. */
const NEIGHBORS_EACH_SIDE = 4;
const MIN_NEIGHBORS = 5;
/** The least deviation of transformed counts. Poisson-distributed counts have 1; shelves differ more. */
const MIN_NEIGHBOR_DEVIATION = 1.2;
const MIN_LAST_DEVIATION = 1;
const MIN_STICKERS = 3;
const MIN_AREAS = 8;

const draft = (
  kind: FindingKind,
  area: AreaFacts,
  rest: Pick<FindingDraft, "state" | "units" | "details"> & { certainty: number },
): FindingDraft => ({
  kind,
  subject: String(area.number),
  state: rest.state,
  likelihood: FINDING_KINDS[kind].likelihood * rest.certainty,
  units: rest.units,
  code: null,
  areaNumber: area.number,
  imageSid: area.imageSid,
  results: [],
  details: rest.details,
});

const clarity = (z: number): number => Math.min(1, 0.5 + (0.5 * (Math.abs(z) - OUTLIER_Z)) / OUTLIER_Z);

/** The finding about its photo reports the same. */
const isCovered = ({ stickers, hasShelves }: AreaFacts): boolean => stickers === 0 && hasShelves;

/** The findings about areas, given in the event's order. Neighbors are the nearest photographed areas in that order. */
export function judgeAreas(areas: readonly AreaFacts[], baseline: Baseline): FindingDraft[] {
  const photographed = areas.filter(({ isPhotographed, isVoided }) => isPhotographed && !isVoided);
  const changes = photographed.flatMap(({ stickers, previous }) =>
    previous ? [anscombe(stickers) - anscombe(previous.stickers)] : [],
  );
  // A few areas do not show how much the whole store has changed.
  const lastCenter =
    changes.length < MIN_AREAS
      ? { median: 0, deviation: MIN_LAST_DEVIATION }
      : robustCenter(changes, MIN_LAST_DEVIATION);
  const ofPhotographed = photographed.flatMap((area, at) => {
    if (isCovered(area)) return [];
    const finding = area.previous
      ? againstLastCount(
          area,
          modifiedZ(anscombe(area.stickers) - anscombe(area.previous.stickers), lastCenter),
          baseline,
        )
      : againstNeighbors(area, neighborsOf(photographed, at), baseline);
    return finding ? [finding] : [];
  });
  return [...ofPhotographed, ...areas.flatMap((area) => voidedFinding(area) ?? [])];
}

const neighborsOf = (areas: readonly AreaFacts[], at: number): AreaFacts[] => [
  ...areas.slice(Math.max(0, at - NEIGHBORS_EACH_SIDE), at),
  ...areas.slice(at + 1, at + 1 + NEIGHBORS_EACH_SIDE),
];

function againstLastCount(area: AreaFacts, z: number, baseline: Baseline): FindingDraft | null {
  return unusual(area, z, area.previous?.stickers ?? 0, baseline, true);
}

function againstNeighbors(area: AreaFacts, neighbors: readonly AreaFacts[], baseline: Baseline): FindingDraft | null {
  if (neighbors.length < MIN_NEIGHBORS) return null;
  const counts = neighbors.map(({ stickers }) => stickers);
  const center = robustCenter(counts.map(anscombe), MIN_NEIGHBOR_DEVIATION);
  return unusual(area, modifiedZ(anscombe(area.stickers), center), Math.round(median(counts)), baseline, false);
}

function unusual(
  area: AreaFacts,
  z: number,
  typical: number,
  baseline: Baseline,
  isLastCount: boolean,
): FindingDraft | null {
  const difference = area.stickers - typical;
  if (Math.abs(z) <= OUTLIER_Z || Math.abs(difference) < MIN_STICKERS) return null;
  const perSticker = area.stickers > 0 ? area.units / area.stickers : baseline.stickerUnits;
  return draft("unusualArea", area, {
    state: String(area.stickers),
    units: Math.round(difference * perSticker),
    details: { stickers: area.stickers, typical, isLastCount },
    certainty: clarity(z),
  });
}

function voidedFinding(area: AreaFacts): FindingDraft[] | null {
  const { isVoided, previous } = area;
  if (!isVoided || !previous || previous.stickers === 0) return null;
  const { stickers, units } = previous;
  return [draft("voidedArea", area, { state: "", units: -units, details: { stickers, last: units }, certainty: 1 })];
}

/** The finding about a photo that shows shelves and no sticker; null for any other photo. */
export function judgeImage(image: PhotoFacts, { imageStickers, stickerUnits }: Baseline): FindingDraft | null {
  if (image.stickers > 0 || image.shelves === 0) return null;
  return {
    kind: "noStickers",
    subject: image.imageSid,
    state: String(image.shelves),
    likelihood: FINDING_KINDS.noStickers.likelihood,
    units: -Math.round(Math.max(1, imageStickers * stickerUnits)),
    code: null,
    areaNumber: image.areaNumber,
    imageSid: image.imageSid,
    results: [],
    details: { shelves: image.shelves },
  };
}
