import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../server/src/testing/free-port.ts";
import { IS_EXHAUSTIVE } from "../../../server/src/testing/run-count.ts";
import { Installation } from "./installation.ts";
import { ROOT, commands, pages, read } from "./markdown.ts";
import type { Started } from "./terminal.ts";

/*
 * Every command in the docs is run here on a temporary installation, or by another test or script that is named, or is listed with
 * the reason why it is not run. The commands run in the order of the table, because they build on each other. `nightly` commands run
 * only in script/test-nightly, because they are slow and other tests cover most of what they do.
 */

type Run = (command: string) => Promise<void>;
type Proof = Run | { nightly: Run } | { by: string; as: string } | { notRun: string };

const DOCKER =
  "needs Docker or a cluster; the files it reads are validated against their schemas by cli/src/deploy.test.ts";
const NIGHT = "takes a night or needs its results; its steps are tested in training/tests";

let installation: Installation;
/** The server that `script/server` started. */
let server: Started & { url: string };
let password = "";

beforeAll(async () => {
  installation = await Installation.prepare();
});
afterAll(() => installation.remove());

const EMAIL = "admin@precount.local";
const SAMPLES = ["0101.jpg"];

const CLIENT_PHOTO = "samples/0108.jpg";

const PROOFS: Readonly<Record<string, Proof>> = {
  "script/server": async (command) => {
    // The clients' receivers are on this machine. Only script/test-nightly reads their photos with the real model.
    const environment = { ALLOW_PRIVATE_TARGETS: "true", FAKE_MODEL: String(!IS_EXHAUSTIVE) };
    server = await installation.serve(command, environment);
    password = /Sign in as admin@precount\.local with (\S+) /.exec(server.out())?.[1] ?? "";
    expect(password.length).toBeGreaterThan(11);
    expect(server.out()).toMatch(/ – this password is shown only once\. Keep it\.\nIt expires on \d{4}-\d\d-\d\d\. /);
    const page = await fetch(server.url);
    expect(await page.text()).toContain("<title>Precount</title>");
    await installation.signInAndCreateEvent(server.url, EMAIL, password);
    const demo = (): Promise<{ images: { total: number } }> => installation.get("project.getProject", { slug: "demo" });
    await expect.poll(async () => (await demo()).images.total, { timeout: 100_000 }).toBe(8);
    // e2e/two-minutes.spec.ts reviews the detected demo in the nightly run; here the detection would slow down the commands that follow.
    await installation.post("project.cancelQueue", { slug: "demo" });
    if (!IS_EXHAUSTIVE) await installation.retireModels();
  },
  "./precount detect --json samples/*.jpg": async (command) => {
    // One of the samples. vision/src/precount/precount-model.test.ts compares the readings of others with the truth.
    const lines = (await installation.run(command, {}, await installation.folderWithSamples(SAMPLES))).out
      .trim()
      .split("\n");
    const photos = lines.map((line): { detections: { code: { value: string } }[] } => JSON.parse(line));
    expect(photos).toHaveLength(SAMPLES.length);
    const truth: { image: string; results: { label: string; code: string }[] }[] = JSON.parse(
      read("samples/truth.json"),
    );
    const codes = new Set(photos.flatMap(({ detections }) => detections.map(({ code }) => code.value)));
    const right = truth
      .filter(({ image }) => SAMPLES.includes(image))
      .flatMap(({ results }) => results.map(({ code }) => code));
    expect(right.filter((code) => codes.has(code)).length / right.length).toBeGreaterThan(0.9);
  },
  "script/test": { by: ".ci/run", as: "script/test" },
  "script/test --changed": { notRun: "runs a part of script/test, on what the working tree has changed" },
  "script/check": { by: "script/test", as: "script/check" },

  // docs/api.md
  [`curl -G https://precount.example/trpc/project.fetchProjects -H "Authorization: Bearer $TOKEN" --data-urlencode 'input={"search":"spring"}'`]:
    async (command) => {
      const { result } = JSON.parse(await installation.call(command));
      expect(result.data.items).toMatchObject([{ slug: "spring-count" }]);
    },
  [`curl https://precount.example/trpc/area.createRange -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{"project":{"slug":"spring-count"},"from":1,"to":120}'`]:
    async (command) => {
      const { result } = JSON.parse(await installation.call(command));
      expect(JSON.stringify(result.data)).toContain('"120"');
    },
  [`curl https://precount.example/trpc/project.createProject -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d '{"name":"Summer count","storeNumber":"0042","areas":{"from":1,"to":120}}'`]:
    async (command) => {
      const { result } = JSON.parse(await installation.call(command));
      expect(result.data).toMatchObject({ slug: "summer-count", areas: 120, settings: { storeNumber: "0042" } });
    },
  [`curl https://precount.example/api/projects/spring-count/images/upload -H "Authorization: Bearer $TOKEN" -F areaCode=12 -F file=@0012.jpg`]:
    async (command) => {
      const { images, errors } = JSON.parse(await installation.call(command));
      expect({ images, errors }).toMatchObject({ images: [{ name: "0012.jpg", duplicate: false }], errors: [] });
      await installation.completeEvent("spring-count", images[0].sid);
    },
  [`curl -X PUT "https://precount.example/api/projects/spring-count/images/upload/$HASH?name=0012.jpg&areaCode=12" -H "Authorization: Bearer $TOKEN" -H 'content-type: application/octet-stream' --data-binary @0012.jpg`]:
    {
      by: "server/src/http/upload/raw-upload.test.ts",
      as: "stores a photo that is sent as the body, with its fields, and once only",
    },
  [`curl -o report.csv -H "Authorization: Bearer $TOKEN" https://precount.example/api/projects/spring-count/reports/$REPORT/download`]:
    async (command) => {
      await installation.call(command);
      const [header, ...rows] = (await readFile(join(installation.files, "report.csv"), "utf8")).split("\r\n");
      expect(header).toBe("\uFEFFArea,Aisle/Bay,Shelf,SKU,Quantity");
      expect(rows.length).toBeGreaterThan(2);
      for (const row of rows.filter(Boolean)) expect(row).toMatch(/^"12",.*,"\d{6}","\d+"$/);
    },
  [`curl -G https://precount.example/trpc/duplicate.fetchPhotoPairs -H "Authorization: Bearer $TOKEN" --data-urlencode 'input={"project":{"slug":"spring-count"},"status":"suspected"}'`]:
    async (command) => {
      const { result } = JSON.parse(await installation.call(command));
      expect(result.data).toMatchObject({ items: [], total: 0 });
    },
  [`curl -G https://precount.example/trpc/radar.fetchFindings -H "Authorization: Bearer $TOKEN" --data-urlencode 'input={"project":{"slug":"spring-count"},"severities":["high"]}'`]:
    async (command) => {
      const { result } = JSON.parse(await installation.call(command));
      expect(result.data).toMatchObject({ findings: expect.any(Array), total: expect.any(Number) });
    },
  [`curl -o variance.csv -H "Authorization: Bearer $TOKEN" 'https://precount.example/api/projects/spring-count/variance/download?table=codes&basis=expected'`]:
    {
      by: "server/src/operations/variance/variance.test.ts",
      as: "streams codes, departments, areas and the recount list as CSV and XLSX, with no cell that runs",
    },
  [`curl https://precount.example/api/tasks/eventId/delivery%2012/projectId/spring-count/create -H "Authorization: Bearer $TOKEN" -F file=@delivery-note.pdf`]:
    async (command) => {
      const task = JSON.parse(await installation.call(command));
      expect(task).toMatchObject({ eventId: "delivery 12", status: 1 });
      await installation.readTask(task.taskId);
    },
  [`curl -G https://precount.example/trpc/task.getTask -H "Authorization: Bearer $TOKEN" --data-urlencode 'input={"taskId":12}'`]:
    async (command) => {
      const { result } = JSON.parse(await installation.call(command));
      expect(result.data).toMatchObject({ status: 3, eventId: "delivery 12" });
    },
  [`curl -OJ -H "Authorization: Bearer $TOKEN" 'https://precount.example/api/tasks/12/documents/download?file=table-1.csv'`]:
    async (command) => {
      await installation.call(command);
      expect(await readFile(join(installation.files, "table-1.csv"), "utf8")).toContain('"1-11-5"');
    },
  'curl https://precount.example/api/analyze -H "Authorization: Bearer $TOKEN" -F modelId=precount -F file=@0012.jpg': {
    nightly: async (command) => {
      const { detections, image } = JSON.parse(await installation.call(command));
      expect(detections.length).toBeGreaterThan(5);
      expect(image.size.width).toBeGreaterThan(1000);
    },
  },
  'curl https://precount.example/api/gpt/vision -H "Authorization: Bearer $TOKEN" -F format=csv -F file=@count-sheet.jpg':
    {
      nightly: async (command) => {
        const { contents } = JSON.parse(await installation.call(command));
        expect(contents.trim().split("\n").length).toBeGreaterThan(8);
      },
    },

  [`curl https://precount.example/api/projects/spring-count/items/import -H "Authorization: Bearer $TOKEN" -F 'options={"step":"dryRun"}' -F file=@items.csv`]:
    {
      by: "server/src/operations/item/items.test.ts",
      as: "shows, checks and imports a file, and keeps old versions readable",
    },

  [`PRECOUNT_URL=https://precount.example RECEIVER_URL=http://127.0.0.1:8443/ script/run node docs/examples/client.ts ${CLIENT_PHOTO}`]:
    (command) => installation.runClient(command),
  [`PRECOUNT_URL=https://precount.example RECEIVER_URL=http://127.0.0.1:8443/ python3 docs/examples/client.py ${CLIENT_PHOTO}`]:
    { nightly: (command) => installation.runClient(command) },
  [`PRECOUNT_URL=https://precount.example docs/examples/client.sh ${CLIENT_PHOTO}`]: {
    nightly: (command) => installation.runClient(command),
  },
  'curl https://precount.example/trpc/destination.createDestination -H "Authorization: Bearer $TOKEN" -H \'content-type: application/json\' -d \'{"owner":{"project":{"slug":"spring-count"}},"destination":{"name":"ERP","settings":{"kind":"webhook","url":"https://erp.example/precount","types":["report.created"]}}}\'':
    {
      by: "server/src/operations/destination/destinations.test.ts",
      as: "PD-161 announce what happens in an event, signed as Standard Webhooks says",
    },
  "curl -o dataset.zip -H \"Authorization: Bearer $TOKEN\" 'https://precount.example/api/projects/spring-count/dataset/download?format=coco'":
    {
      by: "server/src/operations/dataset/dataset.test.ts",
      as: "COCO: each area is in one split, files are upright, and a lost original is listed",
    },
  'curl https://precount.example/api/projects/spring-count/dataset/import -H "Authorization: Bearer $TOKEN" -F file=@instances_train.json':
    {
      by: "server/src/operations/dataset/dataset.test.ts",
      as: "exported boxes that are imported and exported again are equal",
    },

  // docs/operations.md
  "./precount export --format coco --event spring-count dataset": {
    by: "cli/src/commands/export.test.ts",
    as: "writes a dataset as a folder and as a ZIP without a server",
  },
  "./precount export --format yolo --event spring-count --approved-only dataset.zip": {
    by: "cli/src/commands/export.test.ts",
    as: "writes a dataset as a folder and as a ZIP without a server",
  },
  "./precount items import items.csv --event spring-count --dry-run": {
    by: "cli/src/commands/items.test.ts",
    as: "imports a list without a server, and reports rejected rows",
  },
  "./precount items import items.csv --group Everyone --column code=SKU --skip-rejected": {
    by: "cli/src/commands/items.test.ts",
    as: "imports a list without a server, and reports rejected rows",
  },
  "./precount worker": {
    nightly: async (command) => {
      const port = await freePort();
      const DATABASE_URL = `postgresql://precount@/precount?host=${encodeURIComponent(join(installation.data, "run"))}`;
      const worker = await installation.start(command, /ready/, { DATABASE_URL, METRICS_PORT: String(port) });
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
      expect(await worker.stop()).toMatchObject({ status: 0 });
    },
  },
  "./precount backup /mnt/backups/precount": async (command) => {
    expect((await installation.run(command)).out).toMatch(/^Saved \d+ rows and \d+ files/);
    expect(await readdir(installation.path("backups"))).toEqual(expect.arrayContaining(["blobs", "snapshots"]));
    expect(await server.stop()).toMatchObject({ status: 0 });
  },
  "./precount restore /mnt/backups/precount": async (command) => {
    const { out } = await installation.run(command, { DATA_DIR: installation.path("restored") });
    expect(out).toMatch(/^Restored \d+ rows and \d+ files as of /);
  },
  "./precount serve --no-worker": {
    nightly: async (command) => {
      const { url, stop } = await installation.serve(command, { DATA_DIR: installation.path("restored") });
      expect((await fetch(`${url}/api/ready`)).status).toBe(200);
      const { status } = await installation.get<{ status: string }>(
        "project.getProject",
        { slug: "spring-count" },
        url,
      );
      expect(status).toBe("completed");
      expect(await stop()).toMatchObject({ status: 0 });
    },
  },
  "./precount serve": {
    // The browser tests start this command, without the shell script that the other commands here use.
    nightly: async (command) => {
      const { url, out, stop } = await installation.serve(command);
      expect(out()).not.toContain("Sign in as");
      expect((await fetch(`${url}/api/ready`)).status).toBe(200);
      expect(await stop()).toMatchObject({ status: 0 });
    },
  },
  "./precount export-models /srv/models": {
    nightly: async (command) => {
      await installation.run(command);
      expect(await readdir(installation.path("models"))).toHaveLength(3);
      await installation.serveModels();
    },
  },
  "tritonserver --model-repository=/srv/models": {
    notRun: "needs NVIDIA's container; a test server implements its protocol",
  },
  "KSERVE_URL=http://triton:8000 ./precount detect samples/0101.jpg": {
    nightly: async (command) => {
      const reduced = command.replace("samples/0101.jpg", join(installation.files, "0012.jpg"));
      expect((await installation.run(reduced)).out).toMatch(/\b\d{6}\b/);
    },
  },
  "KSERVE_URL=http://triton:8000 ./precount worker": {
    by: "server/src/jobs/served-model.test.ts",
    as: "a photo waits for its model server with a message, and is detected when it answers",
  },
  "DATABASE_URL=postgresql://precount_owner:…@db/precount ./precount migrate --grant-to precount_server": {
    by: "server/src/db/restricted-role.test.ts",
    as: "is created by the operator, gets its rights from the owner, and cannot migrate by itself",
  },
  "DATABASE_URL=postgresql://precount_server:…@db/precount ./precount serve": {
    by: "server/src/db/restricted-role.test.ts",
    as: "is enough for a server",
  },
  "cd deploy/compose && cp .env.example .env && $EDITOR .env && docker compose up -d --build": { notRun: DOCKER },
  "kubectl apply -k deploy/kubernetes": { notRun: DOCKER },

  'curl https://precount.example/api/verify -H "Authorization: Bearer $TOKEN" -F "file=@report.csv"': {
    by: "server/src/operations/seal/seal.test.ts",
    as: "recognizes each export as unchanged, on the server and offline with the public key",
  },
  "./precount keys public > precount-keys.pem": {
    by: "server/src/operations/seal/seal.test.ts",
    as: "recognizes each export as unchanged, on the server and offline with the public key",
  },
  "./precount verify --key precount-keys.pem report.csv": {
    by: "server/src/operations/seal/seal.test.ts",
    as: "verifies a CSV file alone by the seal beside it, offline",
  },
  "./precount verify --event spring-count": { by: "server/src/operations/seal/seal.test.ts", as: "verifyEvent(" },

  // docs/scale.md
  "npm run bench -- scale costs queue | tee costs.txt": {
    notRun: "measures for five minutes on an idle machine; the next command reads figures in its format",
  },
  "npm run bench -- scale paper --costs costs.txt --stores 200 --photosPerStore 250 --hours 6": {
    nightly: async (command) => {
      const { out } = await installation.run(command.replace("costs.txt", join(installation.files, "costs.txt")));
      const { paper } = JSON.parse(out.trim().split("\n").at(-1) ?? "");
      expect(paper.night).toMatchObject({ stores: 200, photosPerStore: 250, hours: 6 });
      expect(paper.lines.length).toBeGreaterThan(8);
    },
  },

  // docs/developers.md
  "script/setup": { by: "cli/src/commands/serve.ts", as: '"script/setup"' },
  "script/run npm run dev -w web": {
    nightly: async (command) => {
      const { out } = await installation.start(command, /Local:\s+\S+\s/);
      const url = /Local:\s+(\S+)/.exec(out())?.[1] ?? "";
      expect(await (await fetch(url, { headers: { accept: "text/html" } })).text()).toContain(
        "<title>Precount</title>",
      );
    },
  },
  "script/run npm run migration -w server -- --name what-changes": async (command) => {
    expect((await installation.run(command)).out).toContain("No schema changes");
  },
  "script/run vitest run domain/src/project": { by: "script/test", as: "vitest run" },
  "script/run playwright test --config e2e/playwright.config.ts journey": {
    by: "script/test",
    as: "playwright test --config e2e/playwright.config.ts",
  },
  "script/update-docs-screenshots": {
    by: "e2e/two-minutes.spec.ts",
    as: "the README's two minutes: from the demo event to the report's table",
  },

  // training/README.md
  "../script/setup-training": { by: "script/test", as: "script/setup-training" },
  "../script/check-training": { by: "script/test", as: "script/check-training" },
  "../script/train": { notRun: NIGHT },
  "../script/train --use": { notRun: NIGHT },
  "../script/train --examples FOLDER": { by: "training/tests/test_fine_tune.py", as: "fine_tune" },
  "../script/train --readers MINUTES": { notRun: NIGHT },
  ".venv/bin/python -m precount_training.draw_samples --out ../samples": {
    by: "training/tests/test_samples.py",
    as: "draw_samples",
  },
};

describe("every command of the pages", () => {
  it("has exactly one row in the table", () => {
    const given = new Set(pages().flatMap((page) => commands(read(page))));
    expect([...given].filter((command) => !Object.hasOwn(PROOFS, command))).toEqual([]);
    expect(Object.keys(PROOFS).filter((command) => !given.has(command))).toEqual([]);
  });

  it("that another test or script runs is mentioned there", () => {
    const missing = Object.entries(PROOFS).filter(
      ([, proof]) => "by" in proof && !(existsSync(join(ROOT, proof.by)) && read(proof.by).includes(proof.as)),
    );
    expect(missing).toEqual([]);
  });

  const here = Object.entries(PROOFS).flatMap(([command, proof]) => {
    if (typeof proof === "function") return [{ command, proof }];
    return IS_EXHAUSTIVE && "nightly" in proof ? [{ command, proof: proof.nightly }] : [];
  });
  it.each(here)("does what the page says: $command", async ({ command, proof }) => {
    await expect(proof(command)).resolves.toBeUndefined();
  });
});
