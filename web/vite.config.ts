import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { type Plugin, defineConfig } from "vite";
import { antdSheetPlugin } from "./antd-sheet.ts";
import { stickerDetectorPlugin } from "./sticker-detector.ts";
import { filesWith, routeFilesPlugin } from "./route-files.ts";

/** The server that `npm run dev` proxies to. `script/server` serves the built app itself. */
const server = process.env["PRECOUNT_SERVER"] ?? "http://127.0.0.1:3000";

/** Creating a zod schema has no side effects, which the bundler cannot know. Unused schemas are removed. */
const TREESHAKE = { manualPureFunctions: ["z"] };

/** Level 11 takes ten times as long for 3 % less. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a `.br` file beside every script, style and WebAssembly file. The server sends it to browsers that accept Brotli. */
function compressed(): Plugin {
  return {
    name: "precount:compressed",
    apply: "build",
    writeBundle({ dir = "dist" }) {
      for (const file of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (/\.(js|css|svg|html|wasm)$/.test(file)) {
          writeFileSync(join(dir, `${file}.br`), brotliCompressSync(readFileSync(join(dir, file)), QUALITY));
        }
      }
    },
  };
}

/** Matches components of Ant Design by folder name. */
const antd = (folders: string): RegExp => new RegExp(`antd[\\\\/]es[\\\\/](${folders})[\\\\/]`);

/** Domain rules, except those that only the forms for passwords and item lists need. */
const DOMAIN = /[\\/]domain[\\/]src[\\/](?!user[\\/](new-password|common-)|item[\\/](?!item-codes|posterior))/;

/** Own modules that every screen behind the sign-in may load: none of them imports a form field, a dialog or a table. */
const SHARED =
  /[\\/]web[\\/]src[\\/]shared[\\/].*\.ts$|[\\/]web[\\/]src[\\/](shared[\\/]help[\\/]HelpButton|ui[\\/](EmptyState|WithTooltip|ProgressCell))\.tsx$/;

/** Keeps its name without a hash: browsers look for an update under the same address. */
const SERVICE_WORKER = "service-worker";
/** Lazily loaded modules that the capture page needs offline. */
const OFFLINE = [
  "features/event/capture/CaptureScreen.tsx",
  "app/DeviceLayout.tsx",
  "app/help/HelpPanel.tsx",
  "ui/TooltipHost.tsx",
];

/** The worker that checks photos, and the sticker detector, ten times larger than all other files together. */
const PHOTO_CHECK_WORKER = /\/photo-check-worker-[\w-]+\.js$/;
const DETECTOR = /\/(ort-wasm[\w.-]+\.wasm|detector-[\w-]+\.onnx)$/;

/** Inserts into the service worker the addresses of all files that the capture page needs offline. */
function offlineCapture(): Plugin {
  return {
    name: "precount:offline-capture",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((one) => (one.type === "chunk" ? [one] : []));
      const worker = chunks.find(({ name }) => name === SERVICE_WORKER);
      const first = chunks.find(({ isEntry, name }) => isEntry && name !== SERVICE_WORKER);
      const wanted = OFFLINE.map((path) =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${path}`))),
      );
      if (!worker || !first) throw new Error("The build has no service worker or no page.");
      const files = filesWith(first, chunks);
      for (const [at, chunk] of wanted.entries()) {
        if (!chunk) throw new Error(`The build has no ${OFFLINE[at]}.`);
        for (const fileName of filesWith(chunk, chunks, files)) files.add(fileName);
      }
      const all = Object.keys(bundle).toSorted();
      for (const fileName of all) if (PHOTO_CHECK_WORKER.test(fileName)) files.add(fileName);
      const detector = all.filter((fileName) => DETECTOR.test(fileName));
      if (detector.length !== 2) throw new Error(`The build's sticker detector is ${detector.join(", ")}.`);
      for (const [place, names] of [
        ["PRECOUNT_CAPTURE_FILES", [...files].toSorted()],
        ["PRECOUNT_DETECTOR_FILES", detector],
      ] as const) {
        const addresses = names.map((fileName) => `/${fileName}`);
        worker.code = worker.code.replace(place, JSON.stringify(addresses).replaceAll('"', '\\"'));
      }
    },
  };
}

/**
 * Components and hooks of the screens, by the names of their files, are compiled by the React Compiler. It adds about two thirds to the
 * size of a component, so it compiles the screens that render often. Everything that the first screens load (`app/`, `shared/`, `ui/`,
 * sign-in, home) is left out, and so is the annotator, which is memoized by hand.
 */
const COMPILED = /[\\/]web[\\/]src[\\/]features[\\/](?!account|home)(.*\.tsx|.*[\\/](use-[\w-]+|[\w-]+-context)\.ts)$/;

export default defineConfig({
  plugins: [
    react({ include: COMPILED, refreshInclude: /\.tsx?$/, compiler: true }),
    antdSheetPlugin(),
    offlineCapture(),
    routeFilesPlugin(),
    compressed(),
  ],
  worker: { format: "es", plugins: () => [stickerDetectorPlugin()], rolldownOptions: { treeshake: TREESHAKE } },
  // The server puts a fresh one in its place with every answer (server/src/http/content-security-policy.ts).
  html: { cspNonce: "PRECOUNT_CSP_NONCE" },
  build: {
    target: "es2023",
    // The server's Content-Security-Policy allows scripts from files only, so nothing may be inlined.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: TREESHAKE,
      input: { index: "index.html", [SERVICE_WORKER]: "src/service-worker/service-worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === SERVICE_WORKER ? "[name].js" : "assets/[name]-[hash].js"),
        // Libraries that every screen needs are separate from our own code, so that they stay cached across versions.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // Includes the module that must run before zod.
            {
              name: "tanstack",
              test: /node_modules[\\/](@tanstack|@trpc|zod)[\\/]|src[\\/]shared[\\/]browser[\\/]strict-page/,
              priority: 2,
            },
            // One file for all icons: separate files would exceed the browser's limit of parallel requests.
            { name: "icons", test: /node_modules[\\/]@ant-design[\\/]icons(-svg)?[\\/]/, priority: 1 },
            // Components of every screen behind the sign-in, of forms and dialogs, and of lists.
            {
              name: "antd",
              test: antd("app|breadcrumb|button|dropdown|empty|layout|menu|skeleton|space|statistic|tooltip"),
            },
            { name: "form", test: antd("alert|checkbox|form|input") },
            { name: "select", test: antd("select") },
            { name: "fields", test: antd("modal|popover|radio|segmented|tag") },
            { name: "table", test: antd("pagination|table") },
            // Domain rules and shared code of at least three screens, which would otherwise be files of about 1 kB each.
            { name: "domain", test: DOMAIN, minShareCount: 3 },
            // Domain rules that the app needs before any screen.
            { name: "domain", test: /[\\/]domain[\\/]src[\\/](area[\\/]area|image[\\/]job)\.ts/ },
            { name: "shared", test: SHARED, minShareCount: 3 },
            { name: "parts", test: /[\\/]web[\\/]src[\\/]ui[\\/](?!ErrorScreen|Loading)/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/trpc": server } },
});
