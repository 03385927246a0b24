import type { Area } from "./area.ts";

/**
 * The areas in the order in which the crew photographed them, then the others in the given order (PD-145).
 * @param photographed numbers of the areas that have a photo, in the order of their first photos; unknown ones are ignored
 */
export function inCaptureOrder<A extends Pick<Area, "name">>(
  areas: readonly A[],
  photographed: readonly number[],
): readonly A[] {
  const byNumber = new Map(areas.map((area) => [Number(area.name), area]));
  const first = photographed.flatMap((number) => {
    const area = byNumber.get(number);
    // Deleted, so that an area listed twice is not shown twice.
    byNumber.delete(number);
    return area === undefined ? [] : [area];
  });
  return [...first, ...byNumber.values()];
}
