import type { Stroke, Strokes } from "./straight.ts";

/** In letter sizes: lines that come so near to each other touch. */
const TOUCH = 0.35;

/** Lines that hang together by touching or crossing each other: each is a table's, a box's, or alone. */
export function meshesOf({ level, upright }: Strokes, letterSize: number): Strokes[] {
  const slack = TOUCH * letterSize;
  const parent = [...level, ...upright].map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at;
      at = parent[at] ?? at;
    }
    return at;
  };
  const byPlace = upright.map((stroke, index) => ({ stroke, index })).toSorted((a, b) => a.stroke.at - b.stroke.at);
  for (const [index, line] of level.entries()) {
    for (const other of between(byPlace, line.from - slack, line.to + slack)) {
      if (line.at >= other.stroke.from - slack && line.at <= other.stroke.to + slack)
        parent[find(level.length + other.index)] = find(index);
    }
  }
  const meshes = new Map<number, Strokes>();
  const meshOf = (index: number): Strokes => {
    const root = find(index);
    const mesh = meshes.get(root) ?? { level: [], upright: [] };
    meshes.set(root, mesh);
    return mesh;
  };
  for (const [index, line] of level.entries()) meshOf(index).level.push(line);
  for (const [index, line] of upright.entries()) meshOf(level.length + index).upright.push(line);
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
