import { type Float, chosenBranch, floatsOf } from "./floats.ts";
import { mathText } from "./math.ts";
import type { PageCounter } from "./page-counter.ts";
import { inFont, symbolText } from "./symbols.ts";
import { type XmlElement, childOf, childrenOf, isOn, wholeNumber } from "./xml.ts";

/** A paragraph's text between two page breaks; lines apart by \n. */
export interface Segment {
  page: number;
  text: string;
}

export interface InlineContext {
  pages: PageCounter;
  /** The sign of a note, which will be read at the end. */
  noteSign(kind: "footnote" | "endnote", id: string): string;
  problem(text: string): void;
}

const CHART_PROBLEM =
  "The document has charts or diagrams: they are listed as pictures, the words in them are not read.";

/** Around text that is shown as it stands. */
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
 * The text of paragraphs. What was deleted, what is hidden and what only tells Word how to work something out (a field's
 * code) is left out. Fields may go on from one paragraph to the next, so one reader reads a whole part.
 */
export class InlineReader {
  readonly #context: InlineContext;
  /** Open fields, outermost first: in their code, or already in the result that is shown. */
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
    // Where a code is never closed, what follows must not be lost with it.
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
      // Hidden words are not there, but a field that begins or ends among them does.
      for (const mark of childrenOf(run, "w:fldChar")) this.#field(mark);
      return;
    }
    const font = childOf(properties, "w:rFonts")?.attributes["w:ascii"] ?? "";
    for (const child of childrenOf(run)) this.#piece(child, font);
  }

  #piece(element: XmlElement, font: string): void {
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
        return this.#branch(element, (child) => this.#piece(child, font));
      case "w:ruby":
        return this.#children(element);
      default:
    }
  }

  #write(text: string): void {
    if (text === "" || this.#fields.includes("code")) return;
    const { pages } = this.#context;
    const isShown = text.trim() !== "";
    const last = this.#segments.at(-1);
    if (last === undefined) this.#segments.push({ page: pages.current, text });
    else {
      // A segment stands where its first word does.
      if (isShown && last.text.trim() === "") last.page = pages.current;
      last.text += text;
    }
    if (isShown) pages.touch();
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
    if (id !== undefined && !this.#fields.includes("code")) this.#write(this.#context.noteSign(kind, id));
  }

  #drawing(element: XmlElement): void {
    const { floats, hasChart } = floatsOf(element);
    if (floats.length > 0) this.#context.pages.touch();
    if (hasChart) this.#context.problem(CHART_PROBLEM);
    for (const float of floats) this.#floats.push(float);
  }
}

/** Without `xml:space="preserve"` blanks around a text are layout of the file. */
function textOf(element: XmlElement): string {
  const text = element.children.filter((child) => typeof child === "string").join("");
  return (element.attributes["xml:space"] === "preserve" ? text : text.trim()).replaceAll(/[\r\n]+/g, " ");
}

/** What a form's field shows that has no text: a box, ticked or not, or the choice that was made. */
function formText(mark: XmlElement): string {
  const data = childOf(mark, "w:ffData");
  const box = childOf(data, "w:checkBox");
  if (box) return isOn(box, childOf(box, "w:checked") ? "w:checked" : "w:default") ? "☒" : "☐";
  const list = childOf(data, "w:ddList");
  const chosen = wholeNumber(childOf(list, "w:result")?.attributes["w:val"], 10_000) ?? 0;
  return childrenOf(list, "w:listEntry")[chosen]?.attributes["w:val"] ?? "";
}
