import type { PageCounter } from "./page-counter.ts";
import { type XmlElement, childOf, childrenOf, isOn, valueOf } from "./xml.ts";

export interface Section {
  /** Whether it starts on the page where the previous section ended. */
  isContinuous: boolean;
  /** The relationship ids of its own displayed headers and footers; empty when it uses those of the previous section. */
  headerIds: string[];
  footerIds: string[];
}

/** A body's sections in order. A section is described at its end, so this runs before the body is read. */
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

/** Records the first and last page of each section while the body is read. */
export class SectionPages {
  readonly #sections: readonly Section[];
  readonly #pages: PageCounter;
  readonly #spans: { from: number; to: number }[] = [];
  #from = 1;

  constructor(sections: readonly Section[], pages: PageCounter) {
    this.#sections = sections;
    this.#pages = pages;
  }

  /** Ends the section and starts the next one, on a new page unless it is continuous. */
  end(): void {
    this.#spans.push({ from: this.#from, to: this.#pages.current });
    const next = this.#sections[this.#spans.length];
    if (next && !next.isContinuous) this.#pages.breakHere();
    this.#from = this.#pages.current;
  }

  /** All sections with their first and last page. Call it after the body has been read. */
  all(): { section: Section; from: number; to: number }[] {
    const spans = [...this.#spans, { from: this.#from, to: this.#pages.current }];
    return this.#sections.flatMap((section, at) => {
      const span = spans[at];
      return span ? [{ section, ...span }] : [];
    });
  }
}
