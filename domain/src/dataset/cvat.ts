import type { Result } from "../detection/result.ts";
import { escapeXml } from "../common/escape-xml.ts";
import { DATASET_CLASSES, type LabeledImage } from "./format.ts";
import { readingAttributes } from "./readings.ts";

/* CVAT for images 1.1, https://docs.cvat.ai/docs/dataset_management/formats/format-cvat/. Rotation is clockwise about the center. */

const ATTRIBUTES = { sticker: ["code", "quantity"], shelf: ["code"] } as const;

/** @param images their number */
export function cvatStart(name: string, images: number): string {
  const labels = DATASET_CLASSES.map((label) => {
    const attributes = ATTRIBUTES[label].map(
      (attribute) =>
        `<attribute><name>${attribute}</name><mutable>False</mutable><input_type>text</input_type>` +
        "<default_value></default_value><values></values></attribute>",
    );
    return `<label><name>${label}</name><type>rectangle</type><attributes>${attributes.join("")}</attributes></label>`;
  });
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n<annotations><version>1.1</version><meta><task>' +
    `<name>${escapeXml(name)}</name><size>${images}</size><mode>annotation</mode>` +
    `<labels>${labels.join("")}</labels></task></meta>\n`
  );
}

export const CVAT_END = "</annotations>\n";

export const cvatImage = ({ id, file, size, split, results }: LabeledImage): string =>
  `<image id="${id - 1}" name="${escapeXml(file)}" subset="${split}" width="${size.width}" height="${size.height}">` +
  `${results.map(box).join("")}</image>\n`;

function box(result: Result): string {
  const { label, rect } = result;
  const { code, quantity = "" } = readingAttributes(result);
  const values = { code, quantity };
  const attributes = ATTRIBUTES[label].map(
    (name) => `<attribute name="${name}">${escapeXml(values[name])}</attribute>`,
  );
  const place = `xtl="${rect.x}" ytl="${rect.y}" xbr="${rect.x + rect.width}" ybr="${rect.y + rect.height}"`;
  const rotation = (rect.angle ?? 0) % 360 === 0 ? "" : ` rotation="${rect.angle}"`;
  return `<box label="${label}" source="manual" occluded="0" ${place}${rotation} z_order="0">${attributes.join("")}</box>`;
}
