import { ORIENTATIONS, ROTATIONS, orientPoint, orientSize } from "@precount/domain";
import { expect, it } from "vitest";
import { turnOf } from "./turned.ts";

const stored = { width: 300, height: 200 };
const point = { x: 10, y: 20 };
const every = ORIENTATIONS.flatMap((said) => ROTATIONS.map((rotation) => ({ said, rotation })));

it.each(every)(
  "S4.24 said $said, forced $rotation: stored pixels turned by what is forced alone",
  ({ said, rotation }) => {
    const wanted = rotation === "none" ? said : rotation;
    const { size, transform } = turnOf(orientSize(stored, said), said, rotation);
    expect(size).toEqual(orientSize(stored, wanted));
    const [a, b, c, d, e, f] = transform;
    const { x, y } = orientPoint(point, stored, said);
    expect({ x: a * x + c * y + e, y: b * x + d * y + f }).toEqual(orientPoint(point, stored, wanted));
  },
);
