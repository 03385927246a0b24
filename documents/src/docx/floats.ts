import { type XmlElement, childOf, childrenOf } from "./xml.ts";

/** An object anchored in a paragraph. It is read after the paragraph. */
export type Float =
  | { kind: "picture"; alt: string }
  | { kind: "textBox"; content: XmlElement }
  | { kind: "words"; text: string };

/** The branch that current versions of Word show; the fallback is for old ones. */
export const chosenBranch = (alternatives: XmlElement): XmlElement | undefined =>
  childOf(alternatives, "mc:Choice") ?? childOf(alternatives, "mc:Fallback");

/** All descendants of a name in document order, except inside text boxes, whose content is read separately. */
function descendants(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    if (child.name === "w:txbxContent") return [];
    const branch = child.name === "mc:AlternateContent" ? chosenBranch(child) : child;
    return branch ? descendants(branch, name) : [];
  });
}

const CHARTS = ["c:chart", "dgm:relIds"];

/**
 * The contents of a drawing, new (`w:drawing`) or old (`w:pict`, `w:object`): text boxes, pictures with their alternative text, and
 * WordArt. Shapes without text are ignored.
 */
export function floatsOf(drawing: XmlElement): { floats: Float[]; hasChart: boolean } {
  const boxes = descendants(drawing, "w:txbxContent").map((content): Float => ({ kind: "textBox", content }));
  const wordArt = descendants(drawing, "v:textpath").map((path): Float => ({
    kind: "words",
    text: path.attributes["string"] ?? "",
  }));
  const hasChart = CHARTS.some((name) => descendants(drawing, name).length > 0);
  return { floats: [...picturesOf(drawing, hasChart), ...boxes, ...wordArt], hasChart };
}

function picturesOf(drawing: XmlElement, hasChart: boolean): Float[] {
  const described =
    descendants(drawing, "wp:docPr")
      .map(altOf)
      .find((alt) => alt !== "") ?? "";
  const inside = [
    ...descendants(drawing, "pic:pic").map((picture) => descendants(picture, "pic:cNvPr").map(altOf).join(" ")),
    ...descendants(drawing, "v:imagedata").map((image) => image.attributes["o:title"] ?? ""),
  ];
  const alt = described || (descendants(drawing, "v:shape")[0]?.attributes["alt"] ?? "");
  if (inside.length <= 1) {
    const isShown = inside.length === 1 || hasChart || alt !== "";
    return isShown ? [{ kind: "picture", alt: alt || (inside[0] ?? "") }] : [];
  }
  return inside.map((ownAlt) => ({ kind: "picture", alt: ownAlt || alt }));
}

const altOf = ({ attributes }: XmlElement): string => attributes["descr"] || attributes["title"] || "";
