import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { CHROMIUM, QUIET_ARGS } from "./chromium.ts";

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
  await writeFile(seen, cameraPictures());
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
/** Of the blocks in it, pixels. */
const BLOCK_PX = 20;

/** What its camera sees: sharp blocks, light and dark, that move. Far smaller than a phone's, so that two cores keep up with it. */
function cameraPictures(): Buffer {
  const { width, height } = SIZE;
  const picture = (shift: number): Buffer[] => {
    const light = Buffer.alloc(width * height, 68);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += BLOCK_PX)
        if ((x / BLOCK_PX + Math.floor(y / BLOCK_PX) + shift) % 3 === 0)
          light.fill(204, y * width + x, y * width + x + BLOCK_PX);
    return [Buffer.from("FRAME\n"), light, Buffer.alloc((width * height) / 2, 128)];
  };
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F5:1 Ip A1:1 C420jpeg\n`),
    ...[0, 1, 2].flatMap(picture),
  ]);
}
