import { type XmlElement, childOf, childrenOf, isOn, valueOf } from "./xml.ts";

export interface Section {
  /** It goes on on the page where the one before ended. */
  isContinuous: boolean;
  /** Of its headers and footers that are shown, the relationship ids; none where it has those of the section before. */
  headerIds: string[];
  footerIds: string[];
}

/** A body's sections in order. Each is described at its end, so they are looked up before the body is read. */
export function sectionsOf(body: XmlElement, hasEvenPages: boolean): Section[] {
  return descriptionsIn(body).map((description) => {
    const kinds = new Set(["default"]);
    if (isOn(description, "w:titlePg")) kinds.add("first");
    if (hasEvenPages) kinds.add("even");
    const ids = (name: string) =>
      childrenOf(description, name)
        .filter(({ attributes }) => kinds.has(attributes["w:type"] ?? "default"))
        .map(({ attributes }) => attributes["r:id"] ?? "");
    return {
      isContinuous: ["continuous", "nextColumn"].includes(valueOf(description, "w:type") ?? ""),
      headerIds: ids("w:headerReference"),
      footerIds: ids("w:footerReference"),
    };
  });
}

function descriptionsIn(container: XmlElement): XmlElement[] {
  return childrenOf(container).flatMap((child) => {
    if (child.name === "w:sectPr") return [child];
    if (child.name === "w:p") return childrenOf(childOf(child, "w:pPr"), "w:sectPr");
    return child.name === "w:sdt" || child.name === "w:sdtContent" ? descriptionsIn(child) : [];
  });
}
