import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dev` finds the server; `script/server` serves the built app itself. */
const server = process.env["PRECOUNT_SERVER"] ?? "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react()],
  build: {
    target: "es2023",
    // The server's Content-Security-Policy takes scripts from itself only, so nothing may be inlined.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What every screen needs, apart from our own code: it stays cached from one version to the next.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: "tanstack", test: /node_modules[\\/](@tanstack|@trpc|zod)[\\/]/, priority: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/trpc": server } },
});
