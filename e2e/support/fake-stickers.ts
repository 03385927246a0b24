import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RunningServer } from "./server.ts";

const STICKERS = 5;

/**
 * Lets the fake model find a shelf tag and five stickers in a photo, by default with a doubtful code in the last sticker. Call it before the upload. The
 * model reads what it finds from a file beside the stored photo.
 */
export async function writeFakeStickers(
  { dataDir }: RunningServer,
  photo: Buffer,
  { isLastDoubtful } = { isLastDoubtful: true },
): Promise<void> {
  const sha256 = createHash("sha256").update(photo).digest("hex");
  const path = join(dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  const shelf = { label: "shelf", rect: rectAt(0, 300), code: { value: "01", confidence: 0.999 } };
  const stickers = Array.from({ length: STICKERS }, (_, at) => {
    const code = { value: `00012${at}`, confidence: isLastDoubtful && at === STICKERS - 1 ? 0.1 : 0.99 };
    const quantity = { value: String(at + 1), confidence: 0.99 };
    const values = [
      { field: "code", ...code },
      { field: "code", value: `00072${at}`, confidence: 0.05 },
      { field: "quantity", ...quantity },
    ];
    return { label: "sticker", rect: rectAt(at, 200), code, quantity, values };
  });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.fake.json`, JSON.stringify([shelf, ...stickers]));
}

const rectAt = (column: number, y: number) => ({ x: 20 + 70 * column, y, width: 60, height: 40, angle: 0 });
