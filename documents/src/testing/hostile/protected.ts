import { buffer } from "node:stream/consumers";
import Pdf from "pdfkit";

/** A PDF that needs a password for reading (`user`), or only for changes (`owner`). */
export function protectedPdf(who: "user" | "owner"): Promise<Buffer> {
  const passwords = who === "user" ? { userPassword: "shelf", ownerPassword: "count" } : { ownerPassword: "count" };
  const doc = new Pdf({ ...passwords, pdfVersion: "1.7" });
  doc.text("012345 Tomato soup");
  const bytes = buffer(doc);
  doc.end();
  return bytes;
}
