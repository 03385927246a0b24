import type { Result } from "../detection/result.ts";
import { clamp } from "../geometry/clamp.ts";
import type { Size } from "../geometry/rect.ts";
import { escapeXml } from "../common/escape-xml.ts";
import type { LabeledImage } from "./format.ts";
import { boundsOf, readingAttributes } from "./readings.ts";

/*
 * Pascal VOC, http://host.robots.ox.ac.uk/pascal/VOC/voc2012/htmldoc/devkit_doc.html. It has no rotated boxes: `bndbox` is the upright
 * box around the rotated one, in pixels from 0 as labelImg and CVAT write them. Readings are attributes as CVAT writes them.
 */
export const vocXml = ({ file, size, results }: LabeledImage): string =>
  `<annotation><folder>JPEGImages</folder><filename>${escapeXml(file)}</filename><source><database>Precount</database></source>` +
  `<size><width>${size.width}</width><height>${size.height}</height><depth>3</depth></size><segmented>0</segmented>` +
  `${results.map((result) => object(result, size)).join("")}</annotation>\n`;

function object(result: Result, size: Size): string {
  const { left, top, right, bottom } = boundsOf(result.rect);
  const x = (value: number): number => clamp(Math.round(value), { min: 0, max: size.width });
  const y = (value: number): number => clamp(Math.round(value), { min: 0, max: size.height });
  const { code, quantity } = readingAttributes(result);
  const attributes = [attribute("code", code), ...(quantity === undefined ? [] : [attribute("quantity", quantity)])];
  return (
    `<object><name>${result.label}</name><pose>Unspecified</pose><truncated>0</truncated><difficult>0</difficult>` +
    `<bndbox><xmin>${x(left)}</xmin><ymin>${y(top)}</ymin><xmax>${x(right)}</xmax><ymax>${y(bottom)}</ymax></bndbox>` +
    `<attributes>${attributes.join("")}</attributes></object>`
  );
}

const attribute = (name: string, value: string): string =>
  `<attribute><name>${name}</name><value>${escapeXml(value)}</value></attribute>`;
