import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { type Plugin, defineConfig } from "vite";

/** Where `npm run dev` finds the server; `script/server` serves the built app itself. */
const server = process.env["PRECOUNT_SERVER"] ?? "http://127.0.0.1:3000";

/** The highest, 11, takes ten times as long for 3 % less. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes a `.br` beside every script and style: the server sends it to those who take it, and compresses nothing itself. */
function compressed(): Plugin {
  return {
    name: "precount:compressed",
    apply: "build",
    writeBundle({ dir = "dist" }) {
      for (const file of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (/\.(js|css|svg|html)$/.test(file)) {
          writeFileSync(join(dir, `${file}.br`), brotliCompressSync(readFileSync(join(dir, file)), QUALITY));
        }
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), compressed()],
  // The server puts a fresh one in its place with every answer (server/src/content-security-policy.ts).
  html: { cspNonce: "PRECOUNT_CSP_NONCE" },
  build: {
    target: "es2023",
    // The server's Content-Security-Policy takes scripts from itself only, so nothing may be inlined.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every screen needs, apart from our own code: it stays cached from one version to the next.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            // With what must run before zod, wherever the rest of our code ends up.
            {
              name: "tanstack",
              test: /node_modules[\\/](@tanstack|@trpc|zod)[\\/]|src[\\/]lib[\\/]strict-page/,
              priority: 2,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/trpc": server } },
});
