import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import sharp from "sharp";
import { CHROMIUM, QUIET_ARGS } from "./chromium.ts";
import { samplePath } from "./samples.ts";

/** A browser with a camera and a disk of its own, that may lose its power at any moment. */
export type Phone = {
  /** Starts it, with what was on its disk. */
  start(): Promise<BrowserContext>;
  /** Ends it as an empty battery would: nothing is told, nothing is written. */
  kill(): Promise<void>;
  /** Ends it as its person does. */
  close(): Promise<void>;
  /** Ends it and clears its disk. */
  discard(): Promise<void>;
};

export async function makePhone(): Promise<Phone> {
  const disk = await mkdtemp(join(tmpdir(), "precount-phone-"));
  const seen = join(disk, "camera.y4m");
  await writeFile(seen, await cameraPictures());
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
      browser = await chromium.connectOverCDP(await addressOf(started));
      const [context] = browser.contexts();
      if (!context) throw new Error("The browser has no window.");
      return context;
    },
    kill,
    close: () => end(async () => (await browser?.newBrowserCDPSession())?.send("Browser.close")),
    discard: async () => {
      await kill();
      // Its helpers write for a moment after it is gone.
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

/** It says on its error output where it listens. */
function addressOf({ stderr }: ChildProcess): Promise<string> {
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
/** Where on the photo five stickers stand, at two thirds of their size there. */
const PART = { left: 1728, top: 1584, width: 1890, height: 1063 };
/** How far it moves from picture to picture, pixels. */
const STEP_PX = 8;

/** What its camera sees, without colours: a part of a shelf, that moves. Far smaller than a phone's, so that two cores keep up with it. */
async function cameraPictures(): Promise<Buffer> {
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
