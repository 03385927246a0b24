import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type FileVerdict, describeDifference, describeVerdict, isGenuine, sealedReportSchema } from "@precount/domain";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealEntries } from "../../audit/chain.ts";
import { rotateKeys } from "../../auth/rotate-keys.ts";
import { sealKeyToPem } from "../../auth/seal-keys.ts";
import { eq } from "../../db/drizzle.ts";
import { projects } from "../../db/schema/projects.ts";
import { listSealKeys } from "../../db/seals/keys.ts";
import {
  makeArea,
  makeDetection,
  makeImage,
  makeModel,
  makePrediction,
  makeProject,
  makeReport,
} from "../../testing/factories.ts";
import { writeReportFile } from "../destination/report-file.ts";
import { makeForm } from "../../testing/make-form.ts";
import { makeTemporaryFolder } from "../../testing/temporary-folder.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";
import { verifyEvent } from "./verify-event.ts";
import { verifyOffline } from "./verify-offline.ts";

let api: TestApi;
let user: Caller;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeAll(async () => {
  api = await createTestApi({ publicUrl: "http://count.example" });
  user = await api.signIn({ name: "Grace" });
  folder = await makeTemporaryFolder();
});
afterAll(async () => {
  await api.close();
  await folder.remove();
});

const sticker = (x: number, code: string, quantity: string) =>
  makePrediction({
    rect: { x, y: 100, width: 300, height: 150, angle: 0 },
    code: { value: code, pattern: "^\\d{6}$" },
    quantity: { value: quantity, pattern: "^[1-9]\\d*$" },
  });

/** A completed event; its report has a row for each sticker. */
async function completeEvent(stickers: readonly (readonly [code: string, quantity: string])[], name = "Spring count") {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db, { name });
  const { sid: areaSid } = await makeArea(db, { projectSid, number: 12 });
  const image = await makeImage(db, { projectSid, areaSid, status: "approved", name: "=12.jpg" });
  const { sid: modelSid } = await makeModel(db);
  const predictions = stickers.map(([code, quantity], at) => sticker(at * 400, code, quantity));
  const detection = await makeDetection(db, { imageSid: image.sid, modelSid, status: "validated", predictions });
  const { report } = await user.rpc.project.completeProject.mutate({ slug });
  return { projectSid, slug, report, detectionSid: detection.sid, image };
}
const STICKERS = [
  ["000042", "3"],
  ["123456", "10"],
  ["123456", "5"],
] as const;

type Export = { name: string; bytes: Uint8Array };

async function download(slug: string, reportSid: string, format: string, fields?: readonly string[]): Promise<Export> {
  const query = fields ? `&fields=${encodeURIComponent(JSON.stringify(fields))}` : "";
  const url = `/api/projects/${slug}/reports/${reportSid}/download?format=${format}${query}`;
  const response = await api.inject({ url, headers: user.headers });
  expect(response.statusCode).toBe(200);
  const [, name = ""] = /filename\*=UTF-8''(\S+)/.exec(String(response.headers["content-disposition"])) ?? [];
  return { name: decodeURIComponent(name), bytes: response.rawPayload };
}

/** Verifies on the server, as the page does. */
async function verify({ name, bytes }: Export, caller = user): Promise<FileVerdict> {
  const form = await makeForm([["file", bytes, name]]);
  const headers = { ...caller.headers, ...form.headers };
  const response = await api.inject({ method: "POST", url: "/api/verify", payload: form.payload, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

let folders = 0;
/** Verifies with the command line's code: files and a key, no database. */
async function verifyFiles(files: readonly Export[], key: string | null = null): Promise<FileVerdict[]> {
  const place = join(folder.path, String((folders += 1)));
  await mkdir(place);
  const paths = files.map(({ name }) => join(place, basename(name)));
  for (const [at, { bytes }] of files.entries()) await writeFile(paths[at] ?? "", bytes);
  return (await verifyOffline(paths, key)).map(({ verdict }) => verdict);
}

const edited = ({ name, bytes }: Export, edit: (text: string) => string): Export => {
  const text = strFromU8(bytes);
  const changed = edit(text);
  expect(changed).not.toBe(text);
  return { name, bytes: strToU8(changed) };
};

/** Changes a part of a workbook and writes it again. */
const editedPart = ({ name, bytes }: Export, part: string, edit: (xml: string) => string): Export => {
  const parts = unzipSync(bytes);
  const xml = strFromU8(parts[part] ?? new Uint8Array());
  const changed = edit(xml);
  expect(changed).not.toBe(xml);
  return { name, bytes: zipSync({ ...parts, [part]: strToU8(changed) }) };
};

describe("a sealed report", () => {
  it("is signed and chained to the version before and to the audit log, and its code is on every export", async () => {
    await completeEvent([["999999", "1"]], "Before");
    await sealEntries(api.database.db);
    const { slug, report } = await completeEvent(STICKERS);
    const cover = await user.rpc.project.getReportCover.query({ project: { slug }, reportSid: report.sid });
    const { closeCode = "", hash } = cover.seal ?? {};
    for (const format of ["csv", "xlsx", "json"]) {
      expect((await download(slug, report.sid, format)).name).toBe(`${report.title} – ${closeCode}.${format}`);
    }
    const sealed = sealedReportSchema.parse(JSON.parse(strFromU8((await download(slug, report.sid, "json")).bytes)));
    expect(sealed.seal.statement).toMatchObject({
      rows: 3,
      quantity: 18,
      previous: null,
      audit: { position: expect.any(Number) },
      signer: { address: "http://count.example", key: cover.seal?.key },
    });
    await user.rpc.project.reopenProject.mutate({ slug });
    const second = await user.rpc.project.completeProject.mutate({ slug });
    const next = sealedReportSchema.parse(
      JSON.parse(strFromU8((await download(slug, second.report.sid, "json")).bytes)),
    );
    expect(next.seal.statement.previous).toEqual({ version: 1, hash });
    const found = await user.rpc.seal.findReport.query({ closeCode: closeCode.toLowerCase().replaceAll("-", " ") });
    expect(found).toMatchObject({ reportSid: report.sid, projectSlug: slug, version: 1, rows: 3, problems: [] });
    expect(await codeOf(user.rpc.seal.findReport.query({ closeCode: "7K2M-9QPD-0000-0000" }))).toBe("BAD_REQUEST");
  });

  it("hides codes and files of events that the person does not see", async () => {
    const { projectSid, slug, report } = await completeEvent([["777777", "7"]]);
    const csv = await download(slug, report.sid, "csv");
    const { seal } = await user.rpc.project.getReportCover.query({ project: { slug }, reportSid: report.sid });
    await api.database.db.update(projects).set({ groups: [] }).where(eq(projects.sid, projectSid));
    expect(await user.rpc.seal.findReport.query({ closeCode: seal?.closeCode ?? "" })).toBeNull();
    expect(await verify(csv)).toMatchObject({ kind: "unknown" });
  });

  it("reports that were created before stay readable, without a seal", async () => {
    const { sid: projectSid, slug } = await makeProject(api.database.db);
    const { sid: reportSid } = await makeReport(api.database.db, { projectSid, createdBy: user.user.sid });
    expect((await user.rpc.project.getReportCover.query({ project: { slug }, reportSid })).seal).toBeNull();
    expect((await download(slug, reportSid, "csv")).name).toBe("Precount report – Spring count – v1.csv");
    const url = `/api/projects/${slug}/reports/${reportSid}/download?format=json`;
    expect((await api.inject({ url, headers: user.headers })).statusCode).toBe(412);
  });
});

describe("verifying a file", () => {
  it("recognizes each export as unchanged, on the server and offline with the public key", async () => {
    const { slug, report } = await completeEvent(STICKERS);
    const json = await download(slug, report.sid, "json");
    const xlsx = await download(slug, report.sid, "xlsx");
    const csv = await download(slug, report.sid, "csv");
    const few = await download(slug, report.sid, "csv", ["quantity", "code"]);
    for (const file of [json, xlsx, csv, few]) {
      expect(await verify(file)).toMatchObject({
        kind: "unchanged",
        report: { version: 1, address: "http://count.example" },
      });
    }
    const key = join(folder.path, "keys.pem");
    await writeFile(key, (await listSealKeys(api.database.db)).map((one) => sealKeyToPem(one.publicKey)).join(""));
    const verdicts = await verifyFiles([json, xlsx, csv], key);
    expect(verdicts.map(({ kind }) => kind)).toEqual(["unchanged", "unchanged", "unchanged"]);
    // A workbook carries its seal; a CSV file needs the JSON export.
    expect(await verifyFiles([xlsx], key)).toMatchObject([{ kind: "unchanged" }]);
    expect(await verifyFiles([csv], key)).toMatchObject([{ kind: "unknown" }]);
  });

  it("verifies a CSV file alone by the seal beside it, offline", async () => {
    const { slug, report } = await completeEvent(STICKERS);
    const [csv, seal] = [await download(slug, report.sid, "csv"), await download(slug, report.sid, "seal")];
    expect(seal.name).toBe(csv.name.replace(/csv$/, "seal.json"));
    expect(await verify(seal)).toMatchObject({ kind: "unchanged" });
    const key = join(folder.path, "keys-of-csv.pem");
    await writeFile(key, (await listSealKeys(api.database.db)).map((one) => sealKeyToPem(one.publicKey)).join(""));
    const place = join(folder.path, "csv-with-seal");
    await mkdir(place);
    await writeFile(join(place, seal.name), seal.bytes);
    // JSON files that belong to something else are left out.
    await writeFile(join(place, "other.json"), "{}");
    await writeFile(join(place, csv.name.replace(/csv$/, "notes.json")), "{}");
    const verdictOf = async ({ name, bytes }: Export) => {
      await writeFile(join(place, name), bytes);
      return (await verifyOffline([join(place, name)], key)).map(({ verdict }) => verdict);
    };
    const report1 = expect.objectContaining({ version: 1, address: "http://count.example" });
    expect(await verdictOf(csv)).toMatchObject([{ kind: "unchanged", report: report1 }, { kind: "unchanged" }]);
    const text = strFromU8(csv.bytes);
    const changes = [text.replace('"10"', '"11"'), text.replace(/\r\n[^\r]*"10"/, "")];
    for (const changed of changes) {
      expect(changed).not.toBe(text);
      expect(await verdictOf({ ...csv, bytes: strToU8(changed) })).toMatchObject([{ kind: "changed" }, {}]);
    }
    expect(await verdictOf({ ...csv, bytes: strToU8(text.replaceAll("\r\n", "\n")) })).toMatchObject([
      { kind: "re-saved" },
      {},
    ]);
    // Two reports' files with exchanged names.
    const other = await completeEvent([["777777", "7"]]);
    const otherCsv = await download(other.slug, other.report.sid, "csv");
    const otherSeal = await download(other.slug, other.report.sid, "seal");
    const swapped = await verifyFiles([{ name: csv.name, bytes: otherCsv.bytes }, seal, otherSeal], key);
    expect(swapped).toMatchObject([{ kind: "swapped" }, { kind: "unchanged" }, { kind: "unchanged" }]);
    const forged = edited(seal, (json) => json.replace(/"rows":3/, '"rows":4'));
    expect(await verifyFiles([csv, forged], key)).toMatchObject([
      { kind: "unknown", reason: expect.stringContaining("--seal FILE") },
      { kind: "forged" },
    ]);
  });

  it("recognizes the files that a destination gets as unchanged", async () => {
    const { report } = await completeEvent(STICKERS);
    for (const format of ["csv", "xlsx", "json"] as const) {
      const place = join(folder.path, `delivered-${format}`);
      await mkdir(place);
      const file = await writeReportFile(api.database.db, report.sid, format, place);
      if (!file) throw new Error("the report has no file");
      expect(await verify({ name: file.name, bytes: await readFile(file.path) })).toMatchObject({ kind: "unchanged" });
      expect(file.name).toMatch(/-v1-(\w{4}-){3}\w{4}\.\w+$/);
    }
  });

  it("names every cell that was changed, in CSV and JSON, and every cell of a workbook with its cover", async () => {
    const { slug, report } = await completeEvent([
      ["000042", "31"],
      ["123456", "57"],
    ]);
    const csv = await download(slug, report.sid, "csv");
    const json = await download(slug, report.sid, "json");
    const cells = { areaCode: "12", code: "000042", quantity: "57" };
    for (const [field, was] of Object.entries(cells)) {
      const changes = {
        kind: "changed",
        count: 1,
        differences: [{ kind: "changed", cells: [{ field, was, is: `${was}9` }] }],
      };
      expect(await verify(edited(csv, (text) => text.replace(`"${was}"`, `"${was}9"`)))).toMatchObject(changes);
      const [head = "", rows = ""] = strFromU8(json.bytes).split(/(?<="rows":\[)/);
      const changed = edited(json, () => head + rows.replace(`"${field}":"${was}"`, `"${field}":"${was}9"`));
      expect(await verify(changed)).toMatchObject(changes);
      const [offline, beside] = await verifyFiles([edited(csv, (text) => text.replace(`"${was}"`, `"${was}9"`)), json]);
      expect([offline, beside]).toMatchObject([changes, { kind: "unchanged" }]);
    }
    const xlsx = await download(slug, report.sid, "xlsx");
    const sheets = ["xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"];
    for (const sheet of sheets) {
      const texts = (strFromU8(unzipSync(xlsx.bytes)[sheet] ?? new Uint8Array()).match(/<t [^>]*>[^<]+<\/t>/g) ?? [])
        .length;
      expect(texts).toBeGreaterThan(10);
      for (let at = 0; at < texts; at += 1) {
        let seen = 0;
        const file = editedPart(xlsx, sheet, (xml) =>
          xml.replaceAll(/(<t [^>]*>)([^<]+)(?=<\/t>)/g, (all: string) => ((seen += 1) === at + 1 ? `${all}x` : all)),
        );
        expect(["changed", "unknown"]).toContain((await verifyFiles([file, json]))[0]?.kind);
      }
    }
  });

  it("notices a row that was dropped, added or moved", async () => {
    const { slug, report } = await completeEvent(STICKERS);
    const csv = await download(slug, report.sid, "csv");
    const lines = strFromU8(csv.bytes).split("\r\n");
    const [title = "", first = "", second = "", third = "", end = ""] = lines;
    const file = (...kept: string[]) => edited(csv, () => [...kept, end].join("\r\n"));
    expect(await verify(file(title, first, third))).toMatchObject({
      kind: "changed",
      count: 1,
      differences: [{ kind: "missing", position: 2, cells: ["12", "", "", "123456", "10"] }],
    });
    expect(await verify(file(title, first, second, second, third))).toMatchObject({
      count: 1,
      differences: [{ kind: "added", line: expect.any(Number) }],
    });
    // Another order is a change too, but no row differs.
    const moved = await verify(file(title, third, first, second));
    expect(moved).toMatchObject({ kind: "changed", count: 1, differences: [{ kind: "order", rows: 3 }] });
    expect(isGenuine(moved)).toBe(false);
    expect(describeVerdict(moved, (iso) => iso)).toMatch(
      /^Changed: the order of the rows differs from the report of \d/,
    );
    expect(moved.kind === "changed" && moved.differences?.map(describeDifference)).toEqual([
      "All 3 rows are there with equal values, but in another order.",
    ]);
    expect(await verify(file(title, third, first))).toMatchObject({
      count: 1,
      differences: [{ kind: "missing", position: 2 }],
    });
  });

  it("tells swapped files apart, also of two versions of one report", async () => {
    const { slug, report, detectionSid } = await completeEvent([["111111", "1"]]);
    await user.rpc.project.reopenProject.mutate({ slug });
    await user.rpc.imageDetection.invalidateImageDetection.mutate({ sid: detectionSid });
    const patches = [{ op: "replace" as const, path: "/0/quantity/value", value: "2" }];
    await user.rpc.imageDetection.pushImageDetectionPatches.mutate({ sid: detectionSid, patches });
    await user.rpc.imageDetection.validateImageDetection.mutate({ sid: detectionSid });
    const second = await user.rpc.project.completeProject.mutate({ slug });
    for (const format of ["csv", "xlsx", "json"]) {
      const [one, two] = [await download(slug, report.sid, format), await download(slug, second.report.sid, format)];
      const swapped = { kind: "swapped", report: { version: 2 }, named: expect.stringMatching(/^\w{4}-/) };
      expect(await verify({ name: one.name, bytes: two.bytes })).toMatchObject(swapped);
      expect(await verify({ name: two.name, bytes: one.bytes })).toMatchObject({
        kind: "swapped",
        report: { version: 1 },
      });
    }
  });

  it("refuses a seal that was changed or is signed by another key", async () => {
    const { slug, report } = await completeEvent([["222222", "2"]]);
    const json = await download(slug, report.sid, "json");
    const forged = edited(json, (text) =>
      text.replace(/"quantity":2,/, '"quantity":3,').replace(/"signature":"../, '"signature":"AA'),
    );
    expect(await verify(forged)).toMatchObject({ kind: "forged", reason: expect.stringContaining("signature") });
    const other = join(folder.path, "other.pem");
    await writeFile(
      other,
      sealKeyToPem(Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex")),
    );
    expect(await verifyFiles([json], other)).toMatchObject([
      { kind: "forged", reason: expect.stringContaining("not trusted") },
    ]);
    expect(await verify({ name: "photo.csv", bytes: strToU8("no table") })).toMatchObject({ kind: "unknown" });
    expect(await verify({ name: "report.json", bytes: strToU8("{}") })).toMatchObject({ kind: "unknown" });
  });

  it("still verifies reports after their private key was replaced and deleted", async () => {
    const { slug, report } = await completeEvent([["333333", "3"]]);
    const json = await download(slug, report.sid, "json");
    const { db } = api.database;
    await db.transaction((tx) => rotateKeys(tx));
    await db.transaction((tx) => rotateKeys(tx, new Date(Date.now() + 48 * 3_600_000)));
    expect((await listSealKeys(db)).map(({ version }) => version)).toEqual([1, 2, 3]);
    expect(await verify(json)).toMatchObject({ kind: "unchanged" });
    const after = await completeEvent([["333333", "3"]]);
    const next = await download(after.slug, after.report.sid, "json");
    expect(await verify(next)).toMatchObject({ kind: "unchanged" });
  });
});

describe("LibreOffice's files", () => {
  // Made by saving the exports in LibreOffice 7.4: see testing/re-saved/README.md.
  const files = new URL("../../testing/re-saved/", import.meta.url);
  const read = async (name: string): Promise<Export> => ({ name, bytes: await readFile(new URL(name, files)) });
  const EXPORT = "export.json";

  it.each(["saved.xlsx", "saved.csv", "workbook-as.csv"])("%s: values unchanged, file re-saved", async (name) => {
    expect((await verifyFiles([await read(name), await read(EXPORT)]))[0]).toMatchObject({ kind: "re-saved" });
  });

  it("saved-as-numbers.csv: opened without text columns, the codes lost their leading zeros", async () => {
    const [verdict] = await verifyFiles([await read("saved-as-numbers.csv"), await read(EXPORT)]);
    expect(verdict).toMatchObject({
      kind: "changed",
      differences: [{ cells: [{ field: "code", was: "000042", is: "42" }] }],
    });
  });
});

const verifyStored = (slug: string) => api.database.db.transaction((tx) => verifyEvent(tx, slug));

describe("verifying an event", () => {
  it("derives the report again from images, detections and patches", async () => {
    const { slug } = await completeEvent(STICKERS);
    const verified = await verifyStored(slug);
    expect(verified).toMatchObject({ versions: [{ problems: [] }], derived: { count: 0, problems: [] } });
    await user.rpc.project.reopenProject.mutate({ slug });
    expect(await verifyStored(slug)).toMatchObject({ derived: null });
  });

  it.each([
    [
      "a patch",
      'insert into detection_patches (detection_sid, revision, position, patch, created_by) values ($1, 9, 0, \'{"op":"replace","path":"/0/quantity/value","value":"4"}\', $2)',
      { derived: { count: 1 } },
    ],
    [
      "a stored row",
      "update report_rows set quantity = '4' where report_sid = $3 and position = 1",
      { versions: [{ problems: ["the stored rows were changed."] }] },
    ],
    [
      "the stored totals",
      "update reports set contents = jsonb_set(contents, '{totals,quantity}', '19') where sid = $3",
      { versions: [{ problems: ["the stored totals or exceptions were changed."] }] },
    ],
    [
      "the statement",
      "update report_seals set statement = jsonb_set(statement, '{quantity}', '19') where report_sid = $3",
      { versions: [{ problems: expect.arrayContaining(["the signature does not match the statement."]) }] },
    ],
    [
      "a source image",
      "update images set sha256 = repeat('0', 64) where sid = $4",
      { derived: { problems: ["the source images differ."] } },
    ],
  ])("notices that %s was changed in the database", async (_, statement, expected) => {
    const { slug, report, detectionSid, image } = await completeEvent(STICKERS);
    const values = [detectionSid, user.user.sid, report.sid, image.sid];
    const client = await api.database.pool.connect();
    try {
      await client.query("set session_replication_role = replica");
      const used = [...new Set(statement.match(/\$\d/g))].toSorted();
      const renumbered = used.reduce((text, name, at) => text.replaceAll(name, `$${at + 1}`), statement);
      await client.query(
        renumbered,
        used.map((name) => values[Number(name.slice(1)) - 1]),
      );
    } finally {
      await client.query("set session_replication_role = origin");
      client.release();
    }
    expect(await verifyStored(slug)).toMatchObject(expected);
  });
});
