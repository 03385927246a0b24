import type { AreaTagFormat } from "@precount/domain";
import { QUIET_MODULES } from "./code-modules.ts";

/** Millimeters from the tag's upper left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface AreaTagLayout {
  number: Box;
  /** A square including the quiet zone. */
  qr: Box & { moduleMm: number };
  /** Including the quiet zone; null where the bars would be too narrow for a scanner. */
  code128: (Box & { moduleMm: number }) | null;
  name: Box;
}

/** Smaller modules fail with 300 dpi printers and hand scanners. */
export const MIN_MODULE_MM = { qr: 0.4, code128: 0.25 } as const;
/** Wider bars do not scan better. */
const MAX_BAR_MM = 0.6;
/** Lower tags have no room for bars below a number that must be readable from afar. */
const MIN_HEIGHT_FOR_BARS_MM = 28;
const SPACE_MM = 1;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/**
 * The layout of a tag: the number as large as possible with the QR code beside it (below it on portrait pages), the bars below both if
 * there is room, and the event's name at the bottom.
 * @param codes the widths of the codes in modules, without quiet zones
 */
export function layOutAreaTag(
  { tag, paddingMm }: AreaTagFormat,
  codes: { qrModules: number; code128Modules: number },
): AreaTagLayout {
  const width = tag.widthMm - 2 * paddingMm;
  const height = tag.heightMm - 2 * paddingMm;
  const nameHeight = clamp(height * 0.1, 2.4, 9);
  const name = { x: paddingMm, y: paddingMm + height - nameHeight, width, height: nameHeight };
  const barModules = codes.code128Modules + 2 * QUIET_MODULES.code128;
  const barMm = Math.min(width / barModules, MAX_BAR_MM);
  const hasBars = barMm >= MIN_MODULE_MM.code128 && height >= MIN_HEIGHT_FOR_BARS_MM;
  const barsHeight = hasBars ? clamp(height * 0.2, 6, 25) : 0;
  const code128 = hasBars
    ? {
        x: paddingMm + (width - barMm * barModules) / 2,
        y: name.y - SPACE_MM - barsHeight,
        width: barMm * barModules,
        height: barsHeight,
        moduleMm: barMm,
      }
    : null;
  const restHeight = height - nameHeight - SPACE_MM - (hasBars ? barsHeight + SPACE_MM : 0);
  const qrCount = codes.qrModules + 2 * QUIET_MODULES.qr;
  const isUpright = height > width;
  const side = isUpright ? Math.min(width * 0.85, restHeight * 0.62) : Math.min(restHeight, width * 0.48);
  const qr = {
    x: isUpright ? paddingMm + (width - side) / 2 : paddingMm,
    y: paddingMm + (isUpright ? restHeight - side : (restHeight - side) / 2),
    width: side,
    height: side,
    moduleMm: side / qrCount,
  };
  const number = isUpright
    ? { x: paddingMm, y: paddingMm, width, height: restHeight - side }
    : { x: paddingMm + side, y: paddingMm, width: width - side, height: restHeight };
  return { number, qr, code128, name };
}
