import type { Pixels } from "@precount/photos";
import sharp from "sharp";
import { invertHomography } from "@precount/domain";
import { type Pose, seenFrom } from "./camera.ts";
import { seededRandom } from "../random.ts";
import type { Sheet } from "./sheet.ts";

export interface Shot extends Pose {
  /** Size of the photo in pixels. */
  width: number;
  height: number;
  /** The part of the paper that fills the photo. */
  aim: "table" | "sheet";
  ground: "wood" | "steel" | "dark";
  /** Brightness at the left and right edge, 0–1. */
  light: readonly [left: number, right: number];
  /** Darkness of the photographer's shadow, 0–1. */
  shadow: number;
  /** The maximum bend of the paper, in pixels of the sheet. */
  bendPx: number;
  /** Standard deviation of the blur, pixels. */
  blurPx: number;
  /** Maximum sensor noise, in levels of 255. */
  noise: number;
  /** 1–100. */
  jpegQuality: number;
  seed: number;
}

/** Renders a phone's photo of a sheet as a JPEG. */
export async function photograph({ pixels: sheet, table }: Sheet, shot: Shot): Promise<Buffer> {
  const { width, height } = shot;
  const part = shot.aim === "table" ? table : { x: 0, y: 0, width: sheet.width, height: sheet.height };
  const h = invertHomography(seenFrom(shot, part, shot));
  const source = seededRandom(shot.seed);
  const random = () => source.next();
  const ground = createBackground(shot, random);
  const shade = createShading(shot, random);
  const data = new Uint8Array(width * height * 3);
  const color = new Float64Array(3);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      const w = h[6] * x + h[7] * y + h[8];
      const u = (h[0] * x + h[1] * y + h[2]) / w;
      const v = (h[3] * x + h[4] * y + h[5]) / w + shot.bendPx * Math.sin((Math.PI * u) / sheet.width);
      if (u >= 0 && v >= 0 && u < sheet.width - 1 && v < sheet.height - 1) sample(sheet, u, v, color);
      else ground(x, y, color);
      const lit = shade(x / width, y / height);
      const grain = (random() + random() - 1) * shot.noise;
      for (let c = 0; c < 3; c += 1) {
        data[to + c] = Math.max(0, Math.min(255, (color[c] ?? 0) * lit * (TINT[c] ?? 1) + grain));
      }
    }
  }
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  if (shot.blurPx > 0.3) image.blur(shot.blurPx);
  return image.jpeg({ quality: shot.jpegQuality }).toBuffer();
}

/** The warm color of a shop's lamps. */
const TINT = [1, 0.97, 0.9];

/** Interpolates between the four nearest pixels. */
function sample({ data, width }: Pixels, u: number, v: number, into: Float64Array): void {
  const [x, y] = [u | 0, v | 0];
  const [dx, dy] = [u - x, v - y];
  const at = (y * width + x) * 3;
  for (let c = 0; c < 3; c += 1) {
    const top = (data[at + c] ?? 0) * (1 - dx) + (data[at + 3 + c] ?? 0) * dx;
    const below = (data[at + width * 3 + c] ?? 0) * (1 - dx) + (data[at + width * 3 + 3 + c] ?? 0) * dx;
    into[c] = top * (1 - dy) + below * dy;
  }
}

const BACKGROUNDS = { wood: [146, 104, 66], steel: [158, 162, 166], dark: [52, 50, 54] } as const;

/** The background: wooden planks, a scratched steel shelf, or a dark belt. */
function createBackground(shot: Shot, random: () => number): (x: number, y: number, into: Float64Array) => void {
  const base = BACKGROUNDS[shot.ground];
  const phase = random() * 100;
  const unit = Math.max(shot.width, shot.height) / 40;
  return (x, y, into) => {
    const [s, t] = [x / unit, y / unit];
    const grain =
      shot.ground === "wood"
        ? Math.sin(t * 9 + Math.sin(s * 0.7 + phase) * 2) * 12 + (Math.floor(t / 6 + phase) % 2) * 14
        : Math.sin(s * 23 + t * 2 + phase) * 5 + Math.sin(s * 1.3 + t * 2.1) * 8;
    for (let c = 0; c < 3; c += 1) into[c] = (base[c] ?? 0) + grain;
  };
}

/** The brightness at a position (coordinates 0–1): a gradient, darker corners, and a soft shadow. */
function createShading({ light, shadow }: Shot, random: () => number): (x: number, y: number) => number {
  const angle = random() * Math.PI * 2;
  const edge = 0.15 + random() * 0.2;
  const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
  return (x, y) => {
    const slope = light[0] * (1 - x) + light[1] * x;
    const corner = 1 - 0.25 * ((x - 0.5) ** 2 + (y - 0.5) ** 2);
    const depth = (x - 0.5) * nx + (y - 0.5) * ny - edge + 0.25;
    const covered = 1 / (1 + Math.exp(-depth * 40));
    return slope * corner * (1 - shadow * covered);
  };
}
