import { boxRect, sharedPart } from "@precount/domain";
import type { PrecountManifest } from "../manifest.ts";
import { existenceOf } from "./existence.ts";
import type { ReadBox } from "./read.ts";
import { tagCodesOf } from "./values.ts";

/**
 * The boxes, in their order, without shelf tags that repeat a likelier one: with the same number, and a box that mostly covers it or lies
 * in it. Overlap suppression keeps both a wide card and the number on it.
 */
export function withoutRepeatedTags(boxes: readonly ReadBox[], settings: PrecountManifest["detect"]): ReadBox[] {
  const { sameTagOverlap = 1 } = settings;
  const kept: ReadBox[] = [];
  const isRepeated = (tag: ReadBox): boolean =>
    kept.some((other) => numberOf(other) === numberOf(tag) && overlap(other, tag) >= sameTagOverlap);
  const tags = boxes.filter(({ item }) => item.label === "shelf");
  const existence = (tag: ReadBox): number => existenceOf(tag, settings);
  for (const tag of tags.toSorted((a, b) => existence(b) - existence(a))) if (!isRepeated(tag)) kept.push(tag);
  const keptTags = new Set(kept);
  return boxes.filter((box) => box.item.label !== "shelf" || keptTags.has(box));
}

const numberOf = ({ answer }: ReadBox): string | undefined => tagCodesOf(answer.tagSlots)[0]?.value;

const overlap = (a: ReadBox, b: ReadBox): number => sharedPart(boxRect(a.item.box), boxRect(b.item.box));
