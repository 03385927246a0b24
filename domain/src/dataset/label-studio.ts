import type { Result } from "../detection/result.ts";
import { type Size, rectCorners } from "../geometry/rect.ts";
import { DATASET_CLASSES, type LabeledImage } from "./format.ts";
import { readingAttributes } from "./readings.ts";

/*
 * Label Studio's tasks, https://labelstud.io/guide/task_format. A box is in percent of the image; x and y are its own top left
 * corner, about which it is rotated. Results that a person approved are annotations, the others predictions.
 */

export const LABEL_STUDIO_CONFIG = `<View>
  <Image name="image" value="$image" zoom="true"/>
  <RectangleLabels name="label" toName="image" canRotate="true">
${DATASET_CLASSES.map((name) => `    <Label value="${name}"/>\n`).join("")}  </RectangleLabels>
  <TextArea name="code" toName="image" perRegion="true" displayMode="region-list"/>
  <TextArea name="quantity" toName="image" perRegion="true" displayMode="region-list"/>
</View>
`;

export function labelStudioTask(image: LabeledImage, pixels: "files" | "links") {
  const { id, sid, file, url, size, split, areaCode, isApproved, modelName, results } = image;
  const result = results.flatMap((one, at) => regions(`r${at + 1}`, one, size));
  const score =
    results.length === 0 ? 1 : results.reduce((sum, { confidence }) => sum + confidence, 0) / results.length;
  return {
    id,
    // Label Studio serves local files by their path below its document root.
    data: {
      image: pixels === "links" && url !== null ? url : `/data/local-files/?d=images/${encodeURIComponent(file)}`,
    },
    meta: { sid, split, area: areaCode },
    annotations: isApproved ? [{ result }] : [],
    predictions: isApproved ? [] : [{ model_version: modelName, score, result }],
  };
}

/** The box, and one region with the same id for each reading. */
function regions(id: string, result: Result, size: Size) {
  const { label, rect, confidence } = result;
  const [corner] = rectCorners(rect);
  const value = {
    x: percent(corner.x, size.width),
    y: percent(corner.y, size.height),
    width: percent(rect.width, size.width),
    height: percent(rect.height, size.height),
    rotation: rect.angle ?? 0,
  };
  const common = { id, to_name: "image", original_width: size.width, original_height: size.height, image_rotation: 0 };
  const { code, quantity = "" } = readingAttributes(result);
  const texts = Object.entries({ code, quantity }).filter(([, text]) => text !== "");
  return [
    {
      ...common,
      from_name: "label",
      type: "rectanglelabels",
      score: confidence,
      value: { ...value, rectanglelabels: [label] },
    },
    ...texts.map(([name, text]) => {
      const reading = { from_name: name, type: "textarea", value: Object.assign({ text: [text] }, value) };
      return Object.assign(reading, common);
    }),
  ];
}

const percent = (part: number, all: number): number => Math.round((part / all) * 1e6) / 1e4;
