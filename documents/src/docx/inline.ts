import type { Failure } from "../document-error.ts";
import { type Float, chosenBranch, floatsOf } from "./floats.ts";
import { mathText } from "./math.ts";
import type { PageCounter } from "./page-counter.ts";
import { inFont, symbolText } from "./symbol-fonts.ts";
import { type XmlElement, childOf, childrenOf, isOn, wholeNumber } from "./xml.ts";

/** A paragraph's text between two page breaks. Lines are separated by \n. */
export interface Segment {
  page: number;
  text: string;
}

export interface InlineContext {
  pages: PageCounter;
  /** The reference mark of a note. The note itself is read at the end. */
  noteMark(kind: "footnote" | "endnote", id: string): string;
  problem(failure: Failure): void;
}

const CHART: Failure = {
  happened: "The document has charts or diagrams. They are listed as pictures, and the words in them were not read.",
  toDo: "Save the document as PDF and upload that to read them.",
};

/** Elements around text that do not change how the text is read. */
const WRAPPERS = new Set([
  "w:hyperlink",
  "w:ins",
  "w:moveTo",
  "w:smartTag",
  "w:customXml",
  "w:sdt",
  "w:sdtContent",
  "w:fldSimple",
  "w:dir",
  "w:bdo",
  "w:ruby",
  "w:rubyBase",
  "m:oMathPara",
]);

/**
 * Reads the text of paragraphs, without deleted text, hidden text and field codes. A field may span paragraphs, so one reader must
 * read all paragraphs of a part in order.
 */
export class InlineReader {
  readonly #context: InlineContext;
  /** Open fields, outermost first, and whether the reader is in the field's code or in its displayed result. */
  #fields: ("code" | "result")[] = [];
  #segments: Segment[] = [];
  #floats: Float[] = [];

  constructor(context: InlineContext) {
    this.#context = context;
  }

  read(paragraph: XmlElement): { segments: Segment[]; floats: Float[] } {
    this.#segments = [];
    this.#floats = [];
    this.#children(paragraph);
    // Close an unclosed field code, so that the text after it is not lost.
    this.#fields = this.#fields.filter((phase) => phase === "result");
    return { segments: this.#segments, floats: this.#floats };
  }

  #children(element: XmlElement): void {
    for (const child of childrenOf(element)) this.#inline(child);
  }

  #inline(element: XmlElement): void {
    if (element.name === "w:r") this.#run(element);
    else if (element.name === "m:oMath") this.#write(mathText(element));
    else if (element.name === "mc:AlternateContent") this.#branch(element, (child) => this.#inline(child));
    else if (WRAPPERS.has(element.name)) this.#children(element);
  }

  #branch(alternatives: XmlElement, read: (child: XmlElement) => void): void {
    for (const child of childrenOf(chosenBranch(alternatives))) read(child);
  }

  #run(run: XmlElement): void {
    const properties = childOf(run, "w:rPr");
    if (isOn(properties, "w:vanish")) {
      // A field may begin or end in hidden text.
      for (const mark of childrenOf(run, "w:fldChar")) this.#field(mark);
      return;
    }
    const font = childOf(properties, "w:rFonts")?.attributes["w:ascii"] ?? "";
    for (const child of childrenOf(run)) this.#runContent(child, font);
  }

  #runContent(element: XmlElement, font: string): void {
    const { name, attributes } = element;
    switch (name) {
      case "w:t":
        return this.#write(inFont(textOf(element), font));
      case "w:tab":
      case "w:ptab":
        return this.#write("\t");
      case "w:br":
        return attributes["w:type"] === "page" ? this.#breakPage() : this.#write("\n");
      case "w:cr":
        return this.#write("\n");
      case "w:noBreakHyphen":
        return this.#write("-");
      case "w:sym":
        return this.#write(symbolText(Number.parseInt(attributes["w:char"] ?? "", 16), attributes["w:font"] ?? ""));
      case "w:lastRenderedPageBreak":
        return this.#context.pages.breakUnlessFresh();
      case "w:fldChar":
        return this.#field(element);
      case "w:footnoteReference":
        return this.#note("footnote", attributes);
      case "w:endnoteReference":
        return this.#note("endnote", attributes);
      case "w:drawing":
      case "w:pict":
      case "w:object":
        return this.#drawing(element);
      case "mc:AlternateContent":
        return this.#branch(element, (child) => this.#runContent(child, font));
      case "w:ruby":
        return this.#children(element);
      default:
    }
  }

  #write(text: string): void {
    if (text === "" || this.#fields.includes("code")) return;
    const { pages } = this.#context;
    const isVisible = text.trim() !== "";
    const last = this.#segments.at(-1);
    if (last === undefined) this.#segments.push({ page: pages.current, text });
    else {
      // A segment is on the page of its first word.
      if (isVisible && last.text.trim() === "") last.page = pages.current;
      last.text += text;
    }
    if (isVisible) pages.touch();
  }

  #breakPage(): void {
    this.#context.pages.breakHere();
    this.#segments.push({ page: this.#context.pages.current, text: "" });
  }

  #field(mark: XmlElement): void {
    const type = mark.attributes["w:fldCharType"];
    if (type === "begin") {
      this.#write(formText(mark));
      this.#fields.push("code");
      return;
    }
    const phase = this.#fields.pop();
    if (type === "separate" && phase !== undefined) this.#fields.push("result");
  }

  #note(kind: "footnote" | "endnote", attributes: XmlElement["attributes"]): void {
    const id = attributes["w:id"];
    if (id !== undefined && !this.#fields.includes("code")) this.#write(this.#context.noteMark(kind, id));
  }

  #drawing(element: XmlElement): void {
    const { floats, hasChart } = floatsOf(element);
    if (floats.length > 0) this.#context.pages.touch();
    if (hasChart) this.#context.problem(CHART);
    for (const float of floats) this.#floats.push(float);
  }
}

/** An element's text. Without `xml:space="preserve"`, surrounding whitespace is formatting of the file. */
function textOf(element: XmlElement): string {
  const text = element.children.filter((child) => typeof child === "string").join("");
  return (element.attributes["xml:space"] === "preserve" ? text : text.trim()).replaceAll(/[\r\n]+/g, " ");
}

/** The displayed value of a form field without text: a checkbox, or the choice of a list. */
function formText(mark: XmlElement): string {
  const data = childOf(mark, "w:ffData");
  const box = childOf(data, "w:checkBox");
  if (box) return isOn(box, childOf(box, "w:checked") ? "w:checked" : "w:default") ? "☒" : "☐";
  const list = childOf(data, "w:ddList");
  const chosen = wholeNumber(childOf(list, "w:result")?.attributes["w:val"], 10_000) ?? 0;
  return childrenOf(list, "w:listEntry")[chosen]?.attributes["w:val"] ?? "";
}
