import { type Homography, after, scale, shift, through } from "../../picture/homography.ts";

/** How a phone is held over a sheet. */
export interface Pose {
  /** Degrees: about the lens's axis, and how far the sheet leans away from the camera, over its level and upright axis. */
  roll: number;
  pitch: number;
  yaw: number;
  /** The share of the photo's width or height, whichever is met first, that the part aimed at takes. */
  fill: number;
}

interface Size {
  width: number;
  height: number;
}

/** A phone's main camera: 26 mm where 36 mm are the longer edge. */
const FOCAL = 26 / 36;

/** From pixels of the sheet to pixels of the photo, aimed at the middle of `part` of the sheet. */
export function seenFrom(pose: Pose, part: Size & { x: number; y: number }, photo: Size): Homography {
  const focal = FOCAL * Math.max(photo.width, photo.height);
  const toMiddle = shift(-part.x - part.width / 2, -part.y - part.height / 2);
  const corners = [
    { x: part.x, y: part.y },
    { x: part.x + part.width, y: part.y },
    { x: part.x + part.width, y: part.y + part.height },
    { x: part.x, y: part.y + part.height },
  ];
  let distance = focal;
  for (let round = 0; round < 12; round += 1) {
    const seen = after(projection(pose, focal, distance), toMiddle);
    const points = corners.map((corner) => through(seen, corner));
    const wide = Math.max(...points.map(({ x }) => Math.abs(x))) / (photo.width / 2);
    const high = Math.max(...points.map(({ y }) => Math.abs(y))) / (photo.height / 2);
    distance *= Math.max(wide, high) / pose.fill;
  }
  return after(shift(photo.width / 2, photo.height / 2), after(projection(pose, focal, distance), toMiddle));
}

/** A plane turned about its origin, `distance` before the lens. */
function projection({ roll, pitch, yaw }: Pose, focal: number, distance: number): Homography {
  const [r, p, w] = [roll, pitch, yaw].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const turned: Homography = [Math.cos(r), -Math.sin(r), 0, Math.sin(r), Math.cos(r), 0, 0, 0, 1];
  // Depth of a plane leaning by pitch and yaw, as seen along its own axes.
  const leaning: Homography = [
    Math.cos(w),
    Math.sin(w) * Math.sin(p),
    0,
    0,
    Math.cos(p),
    0,
    -Math.sin(w) / distance,
    (Math.cos(w) * Math.sin(p)) / distance,
    1,
  ];
  return after(turned, after(scale(focal / distance), leaning));
}
