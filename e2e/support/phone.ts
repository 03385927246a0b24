import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import sharp from "sharp";
import { CHROMIUM, QUIET_ARGS } from "./chromium.ts";
import { samplePath } from "./samples.ts";

/** A browser with a fake camera and its own profile folder, which can be killed at any time. */
export type Phone = {
  /** Starts the browser with its existing profile. */
  start(): Promise<BrowserContext>;
  /** Kills the browser without any warning, like an empty battery. */
  kill(): Promise<void>;
  /** Closes the browser normally. */
  close(): Promise<void>;
  /** Kills the browser and deletes its profile. */
  discard(): Promise<void>;
};

export async function createPhone(): Promise<Phone> {
  const disk = await mkdtemp(join(tmpdir(), "precount-phone-"));
  const seen = join(disk, "camera.y4m");
  await writeFile(seen, await cameraVideo());
  let child: ChildProcess | null = null;
  let browser: Browser | null = null;
  const end = async (how: (running: ChildProcess) => unknown): Promise<void> => {
    if (!child) return;
    const ended = once(child, "exit");
    await how(child);
    child = null;
    await ended;
  };
  const kill = (): Promise<void> => end((running) => running.kill("SIGKILL"));
  return {
    start: async () => {
      const started = spawn(CHROMIUM, [
        ...ARGS,
        `--use-file-for-fake-video-capture=${seen}`,
        `--user-data-dir=${disk}`,
        "about:blank",
      ]);
      child = started;
      browser = await chromium.connectOverCDP(await devToolsAddress(started));
      const [context] = browser.contexts();
      if (!context) throw new Error("The browser has no window.");
      return context;
    },
    kill,
    close: () => end(async () => (await browser?.newBrowserCDPSession())?.send("Browser.close")),
    discard: async () => {
      await kill();
      // Child processes may still write for a moment after the browser has ended.
      await rm(disk, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const ARGS = [
  ...QUIET_ARGS,
  "--headless",
  "--remote-debugging-port=0",
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--password-store=basic",
];

/** The browser prints its DevTools address on stderr. */
function devToolsAddress({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!stderr) return reject(new Error("The browser has no output."));
    let said = "";
    stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    stderr.once("end", () => reject(new Error(`The browser ended: ${said}`)));
  });
}

const SIZE = { width: 1280, height: 720 };
/** The part of the photo with five stickers, shown at two thirds of their size. */
const PART = { left: 1728, top: 1584, width: 1890, height: 1063 };
/** Shift between two frames, pixels. */
const STEP_PX = 8;

/** A grayscale video of a moving part of a shelf. Much smaller than a phone's camera image, so that two cores can keep up. */
async function cameraVideo(): Promise<Buffer> {
  const { width, height } = SIZE;
  const picture = async (at: number): Promise<Buffer[]> => {
    const part = { ...PART, left: PART.left + at * STEP_PX };
    const light = await sharp(samplePath("0104.jpg")).extract(part).resize(width, height).greyscale().raw().toBuffer();
    return [Buffer.from("FRAME\n"), light, Buffer.alloc((width * height) / 2, 128)];
  };
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`),
    ...(await Promise.all([0, 1, 2].map(picture))).flat(),
  ]);
}
