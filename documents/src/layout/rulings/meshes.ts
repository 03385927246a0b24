import type { Stroke, Strokes } from "./strokes.ts";

/** In letter sizes: lines within this distance touch. */
const MAX_TOUCH_DISTANCE = 0.35;

/** Groups lines that touch or cross each other into meshes: tables, boxes and single lines. Uses a union-find. */
export function groupIntoMeshes({ horizontal, vertical }: Strokes, letterSize: number): Strokes[] {
  const slack = MAX_TOUCH_DISTANCE * letterSize;
  const parent = [...horizontal, ...vertical].map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at;
      at = parent[at] ?? at;
    }
    return at;
  };
  const verticalByX = vertical
    .map((stroke, index) => ({ stroke, index }))
    .toSorted((a, b) => a.stroke.at - b.stroke.at);
  for (const [index, line] of horizontal.entries()) {
    for (const other of between(verticalByX, line.from - slack, line.to + slack)) {
      if (line.at >= other.stroke.from - slack && line.at <= other.stroke.to + slack)
        parent[find(horizontal.length + other.index)] = find(index);
    }
  }
  const meshes = new Map<number, Strokes>();
  const meshOf = (index: number): Strokes => {
    const root = find(index);
    const mesh = meshes.get(root) ?? { horizontal: [], vertical: [] };
    meshes.set(root, mesh);
    return mesh;
  };
  for (const [index, line] of horizontal.entries()) meshOf(index).horizontal.push(line);
  for (const [index, line] of vertical.entries()) meshOf(horizontal.length + index).vertical.push(line);
  return [...meshes.values()];
}

function between<T extends { stroke: Stroke }>(sorted: readonly T[], from: number, to: number): T[] {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((sorted[mid]?.stroke.at ?? 0) < from) low = mid + 1;
    else high = mid;
  }
  const found: T[] = [];
  for (let index = low; index < sorted.length; index += 1) {
    const item = sorted[index];
    if (!item || item.stroke.at > to) break;
    found.push(item);
  }
  return found;
}
