import { ORIENTATIONS, ROTATIONS, orientPoint, orientSize } from "@precount/domain";
import { expect, it } from "vitest";
import { rotationTransform } from "./rotate-photo.ts";

const stored = { width: 300, height: 200 };
const point = { x: 10, y: 20 };
const every = ORIENTATIONS.flatMap((orientation) => ROTATIONS.map((rotation) => ({ orientation, rotation })));

it.each(every)(
  "S4.24 orientation $orientation, override $rotation: stored pixels are rotated by the override alone",
  ({ orientation, rotation }) => {
    const applied = rotation === "none" ? orientation : rotation;
    const { size, transform } = rotationTransform(orientSize(stored, orientation), orientation, rotation);
    expect(size).toEqual(orientSize(stored, applied));
    const [a, b, c, d, e, f] = transform;
    const { x, y } = orientPoint(point, stored, orientation);
    expect({ x: a * x + c * y + e, y: b * x + d * y + f }).toEqual(orientPoint(point, stored, applied));
  },
);
