import { decodeUpright } from "/work/main/photos/src/index.ts";
import { openModel } from "/work/main/vision/src/models.ts";
import { scorePhoto, addTallies, EMPTY_TALLY, figures, matchLabels, fit } from "/work/main/vision/src/eval/score.ts";
import { rotatedIou } from "/work/main/vision/src/eval/iou.ts";
import { readFileSync } from "node:fs";
import * as D from "/work/main/domain/src/index.ts";
import sharp from "sharp";
sharp.concurrency(2);
sharp.cache(false);
const verbose = process.argv.includes("-v");
const only = process.argv.slice(2).filter((a) => a !== "-v");
const { model, decodeLongEdgePx } = await openModel("ppocr", 2);
const T = JSON.parse(readFileSync("/work/shared/data/acceptance/truth.json", "utf8"));
const fam: any = {};
const times: number[] = [];
for (const p of T) {
  if (only.length && !only.includes(p.image.slice(0, 4))) continue;
  const t0 = performance.now();
  const px = await decodeUpright("/work/shared/data/acceptance/" + p.image, "none", decodeLongEdgePx);
  const d = await model.detect(px, { limit: 100, codeConfidence: 0.7, quantityConfidence: 0.4 });
  const ms = performance.now() - t0;
  times.push(ms);
  const rnd = (r: any) => ({ ...r });
  const A = (D as any).assignShelves;
  const sh = d.filter((x) => x.label === "shelf");
  const shelfOf = (x: any) => {
    const y = x.rect.y,
      b = y + x.rect.height;
    const ov = sh
      .map((s) => ({ s, o: Math.min(b, s.rect.y + s.rect.height) - Math.max(y, s.rect.y) }))
      .filter((q) => q.o > 0)
      .sort((a, b) => b.o - a.o)[0];
    if (ov) return ov.s.code.value;
    const cy = (y + b) / 2;
    const below = sh.filter((s) => s.rect.y + s.rect.height / 2 >= cy).sort((a, b) => a.rect.y - b.rect.y)[0];
    return (below ?? sh.toSorted((a, b) => b.rect.y - a.rect.y)[0])?.code.value;
  };
  const found = d.map((x) => ({
    label: x.label,
    rect: x.rect,
    code: x.code.value,
    quantity: x.quantity?.value,
    shelfCode: x.label === "sticker" ? shelfOf(x) : undefined,
    valid: !!x.code.pattern && (x.label === "shelf" || !!x.quantity?.pattern),
  }));
  const tally = scorePhoto(p.results, found as any);
  fam[p.family] = addTallies(fam[p.family] ?? EMPTY_TALLY, tally);
  if (verbose) {
    console.log(p.image, p.family, Math.round(ms), (process.memoryUsage.rss() / 1e6) | 0);
    const m = matchLabels(p.results, found as any) as any;
    for (const t of p.results) {
      const f = m.find((q: any) => q[0] === t)?.[1];
      if (!f) {
        const near = found
          .filter((q: any) => q.label === t.label)
          .map((q: any) => [rotatedIou(t.rect, q.rect), q])
          .sort((a: any, b: any) => b[0] - a[0])[0] as any;
        console.log(
          "  MISS",
          t.label,
          t.code,
          t.quantity,
          JSON.stringify(t.rect),
          near && near[0].toFixed(2),
          near && JSON.stringify([near[1].code, near[1].quantity, near[1].rect]),
        );
      } else if (
        f.code !== t.code ||
        f.quantity !== t.quantity ||
        (t.label === "sticker" && f.shelfCode !== t.shelfCode)
      )
        console.log(
          "  WRONG",
          t.label,
          t.kinds,
          t.code,
          t.quantity,
          t.shelfCode,
          "->",
          f.code,
          f.quantity,
          f.shelfCode,
          f.valid ? "VALID" : "",
          Math.round(t.rect.x),
          Math.round(t.rect.y),
        );
    }
    for (const f of found) if (!m.some((q: any) => q[1] === f)) console.log("  FALSE", JSON.stringify(f));
  }
}
for (const [k, v] of Object.entries(fam))
  console.log(
    k,
    (v as any).stickers,
    JSON.stringify(
      Object.fromEntries(
        Object.entries(figures(v as any)).map(([a, b]) => [a, Math.round((b as number) * 1000) / 1000]),
      ),
    ),
  );
times.sort((a, b) => a - b);
console.log(
  "ms mean",
  Math.round(times.reduce((a, b) => a + b, 0) / times.length),
  "p95",
  Math.round(times[Math.floor(times.length * 0.95)]),
  "rss",
  (process.memoryUsage.rss() / 1e6) | 0,
);
