import { type Homography, composeHomographies, mapPoint, scalingBy, translationBy } from "@precount/domain";

/** The position of a phone over a sheet. */
export interface Pose {
  /** Degrees: rotation about the lens axis, and tilt of the sheet about its horizontal and vertical axis. */
  roll: number;
  pitch: number;
  yaw: number;
  /** The share of the photo's width or height that the targeted part fills, whichever is reached first. */
  fill: number;
}

interface Size {
  width: number;
  height: number;
}

/** The focal length of a phone's main camera relative to the long edge: 26 mm of 36 mm. */
const FOCAL = 26 / 36;

/** The mapping from pixels of the sheet to pixels of the photo, with the camera aimed at the center of `part`. */
export function seenFrom(pose: Pose, part: Size & { x: number; y: number }, photo: Size): Homography {
  const focal = FOCAL * Math.max(photo.width, photo.height);
  const toMiddle = translationBy(-part.x - part.width / 2, -part.y - part.height / 2);
  const corners = [
    { x: part.x, y: part.y },
    { x: part.x + part.width, y: part.y },
    { x: part.x + part.width, y: part.y + part.height },
    { x: part.x, y: part.y + part.height },
  ];
  let distance = focal;
  for (let round = 0; round < 12; round += 1) {
    const seen = composeHomographies(projection(pose, focal, distance), toMiddle);
    const points = corners.map((corner) => mapPoint(seen, corner));
    const wide = Math.max(...points.map(({ x }) => Math.abs(x))) / (photo.width / 2);
    const high = Math.max(...points.map(({ y }) => Math.abs(y))) / (photo.height / 2);
    distance *= Math.max(wide, high) / pose.fill;
  }
  return composeHomographies(
    translationBy(photo.width / 2, photo.height / 2),
    composeHomographies(projection(pose, focal, distance), toMiddle),
  );
}

/** The projection of a plane that is rotated about its origin, `distance` in front of the lens. */
function projection({ roll, pitch, yaw }: Pose, focal: number, distance: number): Homography {
  const [r, p, w] = [roll, pitch, yaw].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const turned: Homography = [Math.cos(r), -Math.sin(r), 0, Math.sin(r), Math.cos(r), 0, 0, 0, 1];
  // The depth of a tilted plane along its own axes.
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
  return composeHomographies(turned, composeHomographies(scalingBy(focal / distance), leaning));
}
