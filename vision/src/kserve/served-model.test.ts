/** The precount model with its networks on a model server: its answers are identical to those of the local networks. */
import { cp, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "selfsigned";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { MODELS_DIR, type PrecountManifest, readModelFolder } from "../manifest.ts";
import { loadModels } from "../models.ts";
import { type ModelServerOptions, startModelServer } from "../testing/kserve-server.ts";
import { VisionProcess, type VisionProcessOptions } from "../vision-process.ts";
import { ModelServerClient } from "./model-server-client.ts";
import { type ModelServer, resolveModelServer } from "./model-server.ts";
import { writeModelRepository } from "./model-repository.ts";

const SAMPLES = fileURLToPath(new URL("../../../samples/", import.meta.url));
const PHOTO = join(SAMPLES, "0101.jpg");
/** Reduced photos for speed: the first one shows several stickers, the second one at least one. */
const medium = { path: "", modelName: "precount" };
const small = { path: "", modelName: "precount" };
/** An arbitrary box: its contents do not matter. */
const RECT = { x: 100, y: 100, width: 60, height: 40, angle: 0 };
const { manifest } = await readModelFolder(join(MODELS_DIR, "precount"));
const servedAs = (role: string): string => {
  const sha256 = manifest.weights.find((weight) => weight.role === role)?.sha256 ?? "";
  return `precount-${role}-${sha256.slice(0, 12)}`;
};
const [DETECTOR, READER, FIELD] = [servedAs("detector"), servedAs("reader"), servedAs("field")];

let folder = "";
let repository = "";
const local = visionOf({});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-served-"));
  repository = join(folder, "repository");
  await writeModelRepository(repository);
  medium.path = join(folder, "medium.jpg");
  await sharp(PHOTO).resize(1344).jpeg({ quality: 95 }).toFile(medium.path);
  small.path = join(folder, "small.jpg");
  await sharp(PHOTO).resize(640).jpeg({ quality: 95 }).toFile(small.path);
});
afterAll(async () => {
  await local.close();
  await rm(folder, { recursive: true, force: true });
});

const serverAt = (url: string, given: Partial<ModelServer> = {}): ModelServer => {
  return { url, token: null, isBinary: false, ...given };
};
function visionOf(options: VisionProcessOptions): VisionProcess {
  return new VisionProcess({ threads: 1, ...options });
}
async function start(options: Partial<ModelServerOptions> = {}) {
  const server = await startModelServer({ repository, ...options });
  onTestFinished(() => server.close());
  return server;
}
function served(modelServer: ModelServer, options: VisionProcessOptions = {}): VisionProcess {
  const vision = visionOf({ modelServer, ...options });
  onTestFinished(() => vision.close());
  return vision;
}

test("writes each network as Triton loads it, readable by every user, and only once", async () => {
  expect((await readdir(repository)).toSorted()).toEqual([DETECTOR, FIELD, READER]);
  expect(await readFile(join(repository, READER, "config.pbtxt"), "utf8")).toBe(`name: "${READER}"
backend: "onnxruntime"
max_batch_size: 0
input [
  {
    name: "crops"
    data_type: TYPE_FP32
    dims: [ -1, 3, 96, 192 ]
  }
]
output [
  {
    name: "read"
    data_type: TYPE_FP32
    dims: [ -1, 178 ]
  }
]
`);
  const weights = await readFile(join(repository, DETECTOR, "1", "model.onnx"));
  expect(weights.equals(await readFile(join(MODELS_DIR, "precount", "detector.onnx")))).toBe(true);
  expect((await stat(join(repository, DETECTOR))).mode & 0o777).toBe(0o755);
  expect(await writeModelRepository(repository)).toEqual([
    { name: DETECTOR, isNew: false },
    { name: READER, isNew: false },
    { name: FIELD, isNew: false },
  ]);
});

test("reads a photo and a single sticker as the local networks do, with tensors as bytes or JSON", async () => {
  const expected = await local.detect(medium);
  expect(expected.detections.length).toBeGreaterThan(5);
  const server = await start();
  const vision = served(serverAt(server.url));
  expect((await vision.detect(medium)).detections).toEqual(expected.detections);
  expect(server.requests).toContain(`GET /v2/models/${DETECTOR}/ready`);

  const { detections } = await local.detect(small);
  const { rect } = detections.find(({ label }) => label === "sticker")!;
  const sticker = { ...small, rect };
  const read = await local.readSticker(sticker);
  expect(await vision.readSticker(sticker)).toEqual(read);
  const plain = await start({ isBinary: false });
  expect(await served(serverAt(plain.url)).readSticker(sticker)).toEqual(read);
});

test("connects over https with a token and the authority of NODE_EXTRA_CA_CERTS", async () => {
  const extensions = [{ name: "subjectAltName" as const, altNames: [{ type: 2 as const, value: "localhost" }] }];
  const certificate = await generate([{ name: "commonName", value: "localhost" }], { keySize: 2048, extensions });
  const tls = { key: certificate.private, cert: certificate.cert };
  const server = await start({ tls, token: "secret" });

  const withoutAuthority = new ModelServerClient(serverAt(server.url));
  onTestFinished(() => withoutAuthority.close());
  await expect(withoutAuthority.send({ path: "/v2", timeoutMs: 5000, maxBytes: 1000 })).rejects.toThrow(
    "The model server cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT).",
  );
  const authorities = join(folder, "authorities.pem");
  await writeFile(authorities, certificate.cert);
  vi.stubEnv("NODE_EXTRA_CA_CERTS", authorities);
  onTestFinished(() => void vi.unstubAllEnvs());
  const vision = served(serverAt(server.url, { token: "secret" }));
  expect(await vision.readSticker({ ...small, rect: RECT })).toMatchObject({ label: "sticker" });
});

test("is unavailable while the server is down or has other weights, and continues when it is back", async () => {
  const first = await startModelServer({ repository });
  const port = Number(new URL(first.url).port);
  const vision = served(serverAt(first.url));
  const answer = await vision.readSticker({ ...small, rect: RECT });
  await first.close();
  await expect(vision.readSticker({ ...small, rect: RECT })).rejects.toMatchObject({
    kind: "unavailable",
    message: "The model server cannot be reached (ECONNREFUSED).",
  });
  const others = join(folder, "others");
  await mkdir(others);
  await cp(join(repository, DETECTOR), join(others, DETECTOR), { recursive: true });
  const second = await startModelServer({ repository: others, port });
  await expect(vision.readSticker({ ...small, rect: RECT })).rejects.toMatchObject({
    kind: "unavailable",
    message: `The model server is ready, but not with the model ${READER} (status 404). Please tell your admin.`,
  });
  await second.close();
  await start({ port });
  expect(await vision.readSticker({ ...small, rect: RECT })).toEqual(answer);
});

/** The precount model's folder, changed to run on a server. */
async function servedFolder(server: object | undefined): Promise<string> {
  const modelsDir = await mkdtemp(join(folder, "models-"));
  await mkdir(join(modelsDir, "precount"));
  const schema = z.looseObject({ weights: z.array(z.object({ role: z.string(), sha256: z.string() })) });
  const text = await readFile(join(MODELS_DIR, "precount", "manifest.json"), "utf8");
  const manifest = { ...schema.parse(JSON.parse(text)), backend: "kserve", server };
  await writeFile(join(modelsDir, "precount", "manifest.json"), JSON.stringify(manifest));
  return modelsDir;
}

test("a manifest may name its server and models; the configured token is not sent to another server", async () => {
  const server = await start();
  const models = {
    detector: { name: DETECTOR, version: "1" },
    reader: { name: READER, version: "1" },
    field: { name: FIELD },
  };
  const modelsDir = await servedFolder({ url: server.url, models });
  expect(await loadModels({ modelsDir })).toMatchObject([{ name: "precount", backend: "kserve" }]);
  const vision = served(serverAt("http://127.0.0.1:9"), { modelsDir });
  expect(await vision.readSticker({ ...small, rect: RECT })).toMatchObject({ label: "sticker" });
  expect(server.requests).toContain(`POST /v2/models/${READER}/versions/1/infer`);

  const setting = serverAt("https://triton.test", { token: "secret" });
  const manifestOf = async (named?: object): Promise<PrecountManifest> => {
    const { manifest } = await readModelFolder(join(await servedFolder(named), "precount"));
    if (manifest.backend !== "kserve") throw new Error("another backend than was written");
    return manifest;
  };
  const unnamed = await manifestOf();
  expect(resolveModelServer(unnamed, setting)).toEqual(setting);
  expect(() => resolveModelServer(unnamed, null)).toThrow("nothing says where: set KSERVE_URL");
  const same = { url: "https://triton.test/models" };
  expect(resolveModelServer(await manifestOf(same), setting)).toEqual({ ...same, token: "secret", isBinary: false });
  const other = { url: "https://elsewhere.test", binary: true };
  expect(resolveModelServer(await manifestOf(other), setting)).toEqual({ url: other.url, token: null, isBinary: true });
});
