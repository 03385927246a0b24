import { describe, expect, it } from "vitest";
import { cleanFileName } from "./file-name.ts";

describe("a file's name is text to be shown", () => {
  it.each([
    ["shelf 12.jpg", "shelf 12.jpg"],
    ["../../etc/passwd", "passwd"],
    ["C:\\Users\\me\\0412.JPG", "0412.JPG"],
    ["a\u0000b\r\nc.jpg", "abc.jpg"],
    ["photo\u202Egpj.exe", "photogpj.exe"],
    ["Kühlregal.jpg".normalize("NFD"), "Kühlregal.jpg"],
    ["<script>alert(1)<script>.jpg", "<script>alert(1)<script>.jpg"],
    ["", "photo"],
    [undefined, "photo"],
    ["..", "photo"],
    ["   ", "photo"],
  ])("%j is shown as %j", (given, shown) => {
    expect(cleanFileName(given)).toBe(shown);
  });

  it("300 characters are cut to 255 and keep their extension", () => {
    const name = cleanFileName(`${"x".repeat(300)}.jpeg`);
    expect(name).toHaveLength(255);
    expect(name.endsWith("x.jpeg")).toBe(true);
  });

  it("cuts text only between characters", () => {
    const name = cleanFileName(`x${"😀".repeat(200)}.jpg`);
    expect(name.isWellFormed()).toBe(true);
    expect(name.endsWith("😀.jpg")).toBe(true);
  });
});
