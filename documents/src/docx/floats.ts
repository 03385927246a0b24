import { type XmlElement, childOf, childrenOf } from "./xml.ts";

/** What stands beside the text it is anchored in: it is read after it. */
export type Float =
  | { kind: "picture"; alt: string }
  | { kind: "textBox"; content: XmlElement }
  | { kind: "words"; text: string };

/** Of two ways to say the same, the first is what today's Word shows; the other is for old ones. */
export const chosenBranch = (alternatives: XmlElement): XmlElement | undefined =>
  childOf(alternatives, "mc:Choice") ?? childOf(alternatives, "mc:Fallback");

/** All elements of a name within another, in their order; text boxes are not looked into, their content is read as such. */
function within(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    if (child.name === "w:txbxContent") return [];
    const branch = child.name === "mc:AlternateContent" ? chosenBranch(child) : child;
    return branch ? within(branch, name) : [];
  });
}

const CHARTS = ["c:chart", "dgm:relIds"];

/**
 * What a drawing shows, new (`w:drawing`) or old (`w:pict`, `w:object`): its text boxes, its pictures by what they say of
 * themselves, its lettering. Lines and arrows without words are nothing.
 */
export function floatsOf(drawing: XmlElement): { floats: Float[]; hasChart: boolean } {
  const boxes = within(drawing, "w:txbxContent").map((content): Float => ({ kind: "textBox", content }));
  const letterings = within(drawing, "v:textpath").map((path): Float => ({
    kind: "words",
    text: path.attributes["string"] ?? "",
  }));
  const hasChart = CHARTS.some((name) => within(drawing, name).length > 0);
  return { floats: [...picturesOf(drawing, hasChart), ...boxes, ...letterings], hasChart };
}

function picturesOf(drawing: XmlElement, hasChart: boolean): Float[] {
  const described =
    within(drawing, "wp:docPr")
      .map(altOf)
      .find((alt) => alt !== "") ?? "";
  const inside = [
    ...within(drawing, "pic:pic").map((picture) => within(picture, "pic:cNvPr").map(altOf).join(" ")),
    ...within(drawing, "v:imagedata").map((image) => image.attributes["o:title"] ?? ""),
  ];
  const alt = described || (within(drawing, "v:shape")[0]?.attributes["alt"] ?? "");
  if (inside.length <= 1) {
    const isShown = inside.length === 1 || hasChart || alt !== "";
    return isShown ? [{ kind: "picture", alt: alt || (inside[0] ?? "") }] : [];
  }
  return inside.map((own) => ({ kind: "picture", alt: own || alt }));
}

const altOf = ({ attributes }: XmlElement): string => attributes["descr"] || attributes["title"] || "";
