import { ODD_PAGE } from "./odd-page.ts";

/** The bytes as characters with the same codes, so that positions in the file stay the same. */
const text = ODD_PAGE.toString("latin1");
const bytes = (changed: string): Buffer => Buffer.from(changed, "latin1");
const table = text.lastIndexOf("xref\n0 ");
const tableStart = text.lastIndexOf("\nxref\n") + 1;

/** An update appended to the file, as programs write it that keep the former content. */
function updated(prev: (tableAt: number, updateAt: number) => number): Buffer {
  const info = "6 0 obj\n<< /Title (Updated) >>\nendobj\n";
  const updateAt = text.length + info.length;
  const entry = `${String(text.length).padStart(10, "0")} 00000 n \n`;
  const trailer = `<< /Size 7 /Root 1 0 R /Info 6 0 R /Prev ${prev(tableStart, updateAt)} >>`;
  return bytes(`${text}${info}xref\n6 1\n${entry}trailer\n${trailer}\nstartxref\n${updateAt}\n%%EOF\n`);
}

/** PDFs with a fault that other readers (poppler's pdftotext) repair or ignore. Each has the text of the odd page. */
export const BROKEN: Record<string, Buffer> = {
  "startxref that points elsewhere": bytes(text.replace(/startxref\n\d+/, "startxref\n12")),
  "no startxref": bytes(text.slice(0, text.lastIndexOf("startxref"))),
  "no end-of-file mark": bytes(text.replace("%%EOF\n", "")),
  "shifted cross-reference table": bytes(
    text.replaceAll(/(\d{10}) 00000 n/g, (_, at: string) => `${String(Number(at) + 7).padStart(10, "0")} 00000 n`),
  ),
  "cross-reference table of nonsense": bytes(
    `${text.slice(0, table)}xref\n0 5\nnonsense\n${text.slice(text.indexOf("trailer", table))}`,
  ),
  "wrong count in the cross-reference table": bytes(text.replace("xref\n0 6", "xref\n0 3")),
  "cross-reference table that starts at 1": bytes(text.replace("xref\n0 6", "xref\n1 6")),
  "no endobj": bytes(text.replaceAll("endobj\n", "")),
  "no endstream": bytes(text.replace("\nendstream", "")),
  "wrong stream length": bytes(text.replace(/\/Length \d+/, "/Length 9")),
  "CR LF line ends": bytes(text.replaceAll("\n", "\r\n")),
  "CR line ends": bytes(text.replaceAll("\n", "\r")),
  "headers of a web server before it": bytes(`HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n${text}`),
  "3 KB of mail headers before it": bytes(`${"Received: from mail.example.com\r\n".repeat(93)}\r\n${text}`),
  "a web page after it": bytes(`${text}\r\n<html>${"x".repeat(5000)}`),
  "zeros after it": bytes(text + "\0".repeat(70_000)),
  "unknown version": bytes(text.replace("%PDF-1.7", "%PDF-9.9")),
  "no page size": bytes(text.replace(/\/MediaBox \[[^\]]*\]/, "")),
  "an incremental update": updated((tableAt) => tableAt),
  "an incremental update of nothing": updated(() => 5),
  "an incremental update of itself": updated((_, updateAt) => updateAt),
};

/** PDFs without their end, such as interrupted downloads. */
export const WITHOUT_END: Record<string, Buffer> = {
  "no cross-reference table": bytes(text.slice(0, table)),
  "truncated trailer": bytes(text.slice(0, text.lastIndexOf("trailer") + 12)),
};
