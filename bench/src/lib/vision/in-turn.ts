import { FAMILIES, type TruePhoto } from "@precount/vision";

/**
 * The first `limit` photos of each family, alternating between families, so that slow periods of the machine affect
 * all families.
 */
export function inTurn(photos: readonly TruePhoto[], limit: number | null): TruePhoto[] {
  const families = FAMILIES.map((family) =>
    photos.filter((photo) => photo.family === family).slice(0, limit ?? undefined),
  );
  const rounds = Math.max(...families.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => families.flatMap((family) => family[round] ?? [])).flat();
}
