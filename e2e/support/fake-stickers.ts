import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RunningServer } from "./server.ts";

const STICKERS = 5;

/**
 * Lets the fake model find a shelf tag and five stickers in a photo, the code of the last sticker doubtful. Call it before the upload. The
 * model reads what it finds from a file beside the stored photo.
 */
export async function writeFakeStickers({ dataDir }: RunningServer, photo: Buffer): Promise<void> {
  const sha256 = createHash("sha256").update(photo).digest("hex");
  const path = join(dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const shelf = { label: "shelf", rect: rectAt(0, 300), code: { value: "01" } };
  const stickers = Array.from({ length: STICKERS }, (_, at) => ({
    label: "sticker",
    rect: rectAt(at, 200),
    code: { value: `00012${at}`, confidence: at === STICKERS - 1 ? 0.1 : 0.99 },
    quantity: { value: String(at + 1) },
  }));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.fake.json`, JSON.stringify([shelf, ...stickers]));
}

const rectAt = (column: number, y: number) => ({ x: 20 + 70 * column, y, width: 60, height: 40, angle: 0 });
