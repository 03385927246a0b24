import { createRequire, registerHooks } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { defineConfig } from "drizzle-kit";

// npm puts drizzle-kit into the root's packages and drizzle-orm into the server's, where the former does not look for it.
const ours = createRequire(join(process.cwd(), "package.json"));
registerHooks({
  resolve: (specifier, context, next) =>
    /^drizzle-orm\b/.test(specifier) && context.parentURL?.includes("/drizzle-kit/")
      ? { url: pathToFileURL(ours.resolve(specifier)).href, shortCircuit: true }
      : next(specifier, context),
});

/** `npm run migration -w server -- --name what-changes` writes the next migration from the schema. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/db/schema/*.ts",
  out: "./migrations",
  casing: "snake_case",
});
