import { once } from "node:events";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { type ZipEntry, freeSentChunk, zipOf } from "./zip.ts";

const textOf = (content: string): Readable => Readable.from([content], { objectMode: false });

describe("an archive made as it is read", () => {
  it("contains its entries, stored or compressed, with names in any script", async () => {
    const entries: ZipEntry[] = [
      { name: "棚 ä.jpg", content: textOf("a".repeat(9999)) },
      { name: "empty.txt", content: textOf("") },
      // ZIP dates start in 1980; a camera without a clock writes 1970.
      { name: "manifest.csv", content: textOf("b".repeat(9999)), isCompressed: true, modifiedAt: new Date(0) },
    ];
    const bytes = await buffer(zipOf(Readable.from(entries)));
    const files = unzipSync(bytes);
    expect(Object.entries(files).map(([name, content]) => [name, content.length])).toEqual([
      ["棚 ä.jpg", 9999],
      ["empty.txt", 0],
      ["manifest.csv", 9999],
    ]);
    expect(bytes.includes("a".repeat(9999))).toBe(true);
    expect(bytes.includes("b".repeat(99))).toBe(false);
  });

  it("lets the sender free the chunks of entries that own them, and no others", async () => {
    const [owned, kept] = [Buffer.alloc(100_000, 1), Buffer.alloc(100_000, 2)];
    const entries: ZipEntry[] = [
      { name: "owned", content: Readable.from([owned]), ownsChunks: true },
      { name: "kept", content: Readable.from([kept]) },
    ];
    const sent: Buffer[] = [];
    const zip = zipOf(Readable.from(entries));
    zip.on("data", (chunk: Buffer) => {
      sent.push(Buffer.from(chunk));
      freeSentChunk(chunk);
    });
    await once(zip, "end");
    const files = unzipSync(Buffer.concat(sent));
    expect(Buffer.from(files["owned"] ?? [])).toEqual(Buffer.alloc(100_000, 1));
    expect(Buffer.from(files["kept"] ?? [])).toEqual(kept);
    expect([owned.length, kept.length]).toEqual([0, 100_000]);
  });

  it("fails when an entry fails, and destroys its source", async () => {
    let isClosed = false;
    async function* entries(): AsyncGenerator<ZipEntry> {
      try {
        const broken = new Readable({ read: () => void broken.destroy(new Error("the disk has gone")) });
        yield { name: "1.jpg", content: textOf("whole") };
        yield { name: "2.jpg", content: broken };
        yield { name: "3.jpg", content: textOf("never asked for") };
      } finally {
        isClosed = true;
      }
    }
    await expect(buffer(zipOf(entries()))).rejects.toThrow("the disk has gone");
    expect(isClosed).toBe(true);
  });

  it("requests no further entries after it is destroyed, and destroys the open one", async () => {
    const opened: Readable[] = [];
    async function* entries(): AsyncGenerator<ZipEntry> {
      for (;;) {
        const content = new Readable({ read: (size) => void content.push(Buffer.alloc(size)) });
        opened.push(content);
        yield { name: `${opened.length}.jpg`, content };
      }
    }
    const zip = zipOf(entries());
    await once(zip, "readable");
    zip.destroy();
    await once(zip, "close");
    await expect.poll(() => opened.map((content) => content.destroyed)).toEqual([true]);
  });
});
