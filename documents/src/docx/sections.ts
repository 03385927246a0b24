import type { PageCounter } from "./page-counter.ts";
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

/** Where a body's sections begin and end, found as it is read. */
export class SectionPages {
  readonly #sections: readonly Section[];
  readonly #pages: PageCounter;
  readonly #spans: { from: number; to: number }[] = [];
  #from = 1;

  constructor(sections: readonly Section[], pages: PageCounter) {
    this.#sections = sections;
    this.#pages = pages;
  }

  /** The section ends here, and the next one begins: on a page of its own unless it is continuous. */
  end(): void {
    this.#spans.push({ from: this.#from, to: this.#pages.current });
    const next = this.#sections[this.#spans.length];
    if (next && !next.isContinuous) this.#pages.breakHere();
    this.#from = this.#pages.current;
  }

  /** Every section with its first and last page; called when the body has been read. */
  all(): { section: Section; from: number; to: number }[] {
    const spans = [...this.#spans, { from: this.#from, to: this.#pages.current }];
    return this.#sections.flatMap((section, at) => {
      const span = spans[at];
      return span ? [{ section, ...span }] : [];
    });
  }
}
