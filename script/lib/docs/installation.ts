import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isDoubtful, type Result } from "@precount/domain";
import { vi } from "vitest";
import { freePort } from "../../../server/src/testing/free-port.ts";
import { ROOT } from "./markdown.ts";
import { type CommandResult, type Started, run, start } from "./terminal.ts";

const READY = /Precount is ready at (\S+)/;

/**
 * PATH of a shell outside our scripts: commands of the docs must work when the system's Node is older than ours, so the Node that runs
 * this test must not be on it.
 */
const SYSTEM_PATH = (process.env["PATH"] ?? "")
  .split(":")
  .filter((folder) => !folder.startsWith(ROOT))
  .join(":");

type Detection = { sid: string; results: Result[] };

/**
 * A temporary installation, as `script/server` creates it, on which the commands of the docs are run, with a signed-in admin, an API
 * token and sample files. Example addresses and folders in a command are replaced by those of the installation.
 */
export class Installation {
  readonly folder: string;
  /** Long-running commands, killed at the end. */
  readonly #running = new Set<Started>();
  url = "";
  token = "";
  #report = "";
  #taskId = 0;
  #modelServer = "";

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async prepare(): Promise<Installation> {
    const installation = new Installation(await mkdtemp(join(tmpdir(), "precount-docs-")));
    await Promise.all([mkdir(installation.files), mkdir(installation.path("photos"))]);
    await writeFile(
      join(installation.files, "costs.txt"),
      `measured earlier\n${JSON.stringify({ jobsPerSecond: 500 })}\n`,
    );
    const write = [join(ROOT, "server/src/testing/write-sample-files.ts"), installation.files];
    await promisify(execFile)(process.execPath, write);
    return installation;
  }

  path = (name: string): string => join(this.folder, name);
  get files(): string {
    return this.path("files");
  }
  get data(): string {
    return this.path("data");
  }

  /** Replaces the example addresses and folders of a page's command by those of the installation. */
  #withOwnAddresses(command: string): string {
    return [
      ["https://precount.example", this.url],
      ["/mnt/backups/precount", this.path("backups")],
      ["/srv/models", this.path("models")],
      ["http://triton:8000", this.#modelServer],
      ['"taskId":12', `"taskId":${this.#taskId}`],
      ["/tasks/12/", `/tasks/${this.#taskId}/`],
    ].reduce((text, [example = "", own = ""]) => text.replaceAll(example, own), command);
  }

  #environment(env: Record<string, string> = {}, cwd = ROOT) {
    const own = {
      PATH: SYSTEM_PATH,
      DATA_DIR: this.data,
      HOST: "127.0.0.1",
      PORT: "0",
      TOKEN: this.token,
      REPORT: this.#report,
    };
    return { cwd, env: { ...own, ...env } };
  }

  run = (command: string, env: Record<string, string> = {}, cwd = ROOT): Promise<CommandResult> =>
    run(this.#withOwnAddresses(command), this.#environment(env, cwd));

  /** Runs a curl command and returns the response body. */
  call = async (command: string): Promise<string> =>
    (await this.run(`${command} --fail-with-body -s`, {}, this.files)).out;

  /** A folder like the repository's root, but with only these sample photos. */
  async folderWithSamples(names: readonly string[]): Promise<string> {
    const root = this.path("repository");
    await mkdir(join(root, "samples"), { recursive: true });
    await symlink(join(ROOT, "precount"), join(root, "precount"));
    for (const name of names) await symlink(join(ROOT, "samples", name), join(root, "samples", name));
    return root;
  }

  async start(command: string, ready: RegExp, env: Record<string, string> = {}): Promise<Started> {
    const started = await start(this.#withOwnAddresses(command), ready, this.#environment(env));
    this.#running.add(started);
    return started;
  }

  /** Starts a server and waits for its address. */
  async serve(command: string, env: Record<string, string> = {}): Promise<Started & { url: string }> {
    const started = await this.start(command, READY, env);
    return { ...started, url: READY.exec(started.out())?.[1] ?? "" };
  }

  /** Signs in as the printed admin and creates the token and the event of the examples. */
  async signInAndCreateEvent(url: string, email: string, password: string): Promise<void> {
    this.url = url;
    const login = await this.#post("user.login", { email, password, remember: false }, {});
    const cookie = login.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    const { session } = await dataOf<{ session: { id: string } }>(login);
    const scopes = ["read", "upload", "edit", "export", "admin"];
    const token = { name: "A program", scopes, expiresInDays: 1 };
    const response = await this.#post("token.createToken", token, { cookie, "x-session-id": session.id });
    this.token = (await dataOf<{ token: string }>(response)).token;
    await this.post("project.createProject", { name: "Spring count" });
  }

  #post = (procedure: string, input: unknown, headers: Record<string, string>): Promise<Response> =>
    fetch(`${this.url}/trpc/${procedure}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(input),
    });

  get #bearer(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` };
  }

  post = async <Data>(procedure: string, input: unknown): Promise<Data> =>
    dataOf<Data>(await this.#post(procedure, input, this.#bearer));

  get = async <Data>(procedure: string, input: unknown, url = this.url): Promise<Data> =>
    dataOf<Data>(
      await fetch(`${url}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input ?? null))}`, {
        headers: this.#bearer,
      }),
    );

  /** Leaves only the fake model, which reads a photo in no time. */
  async retireModels(): Promise<void> {
    const models = await this.get<{ sid: string; name: string }[]>("model.fetchModels", undefined);
    for (const { sid, name } of models)
      if (name !== "fake") await this.post("model.setModelStatus", { sid, status: "retired" });
  }

  /** Waits for the detection of the event's photo, discards doubtful results, validates it and completes the event. */
  async completeEvent(slug: string, imageSid: string): Promise<void> {
    const detections = async (): Promise<Detection[]> =>
      (await this.get<{ detections: Detection[] }>("image.getProjectImage", { projectSlug: slug, imageSid }))
        .detections;
    await until(async () => (await detections()).length === 1);
    const [{ sid, results } = { sid: "", results: [] }] = await detections();
    const patches = results.flatMap((result, index) =>
      isDoubtful(result) ? [{ op: "replace", path: `/${index}/discarded`, value: true }] : [],
    );
    if (patches.length > 0) await this.post("imageDetection.pushImageDetectionPatches", { sid, patches });
    await this.post("imageDetection.validateImageDetection", { sid });
    this.#report = (await this.post<{ report: { sid: string } }>("project.completeProject", { slug })).report.sid;
  }

  /** Runs one of the example clients, and reviews and completes its event meanwhile. It must save the report as CSV. */
  async runClient(command: string): Promise<void> {
    const port = String(await freePort());
    // A large photo would prove nothing more, and takes longer.
    const ownCommand = command
      .replace("127.0.0.1:8443", `127.0.0.1:${port}`)
      .replace(/samples\/\d+\.jpg/, join(this.files, "0012.jpg"))
      .replaceAll("docs/", `${ROOT}/docs/`)
      .replace("script/run node", process.execPath);
    const started = await start(
      this.#withOwnAddresses(ownCommand),
      /Waiting for the report/,
      this.#environment({ RECEIVER_PORT: port }, this.files),
    );
    this.#running.add(started);
    const slug = /projects\/(\S+)/.exec(started.out())?.[1] ?? "";
    const { images } = await this.get<{ images: { sid: string }[] }>("project.fetchProjectWithImages", { slug });
    await this.completeEvent(slug, images[0]?.sid ?? "");
    const { status, err } = await started.ended;
    if (status !== 0) throw new Error(`${command}\nended with ${status}: ${err}`);
    const csv = await readFile(join(this.files, `${slug}.csv`), "utf8");
    if (!/^"[^"]*",.*,"\d{6}","\d+"$|^,.*"\d{6}","\d+"$/m.test(csv))
      throw new Error(`${slug}.csv has no sticker: ${csv}`);
  }

  /** Waits until a task is processed. */
  async readTask(taskId: number): Promise<void> {
    this.#taskId = taskId;
    const status = async (): Promise<number> => (await this.get<{ status: number }>("task.getTask", { taskId })).status;
    await until(async () => (await status()) > 2);
  }

  async serveModels(): Promise<void> {
    const started = await this.start(
      `${process.execPath} vision/src/testing/serve-models.ts ${this.path("models")}`,
      /Models at (\S+)\n/,
    );
    this.#modelServer = /Models at (\S+)/.exec(started.out())?.[1] ?? "";
  }

  async remove(): Promise<void> {
    for (const started of this.#running) started.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Polls for the result of a job. */
const until = (isDone: () => Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(isDone, { timeout: 110_000, interval: 250 });

async function dataOf<Data>(response: Response): Promise<Data> {
  // Our own server's answer.
  const { result, error } = (await response.json()) as { result?: { data: Data }; error?: { message: string } };
  if (!result) throw new Error(`${new URL(response.url).pathname}: ${error?.message}`);
  return result.data;
}
