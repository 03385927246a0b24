import { defineConfig } from "drizzle-kit";

/** `npm run migration -w server -- --name what-changes` writes the next migration from the schema. */
export default defineConfig({
  dialect: "postgresql",
  schema: "./src/db/schema.ts",
  out: "./migrations",
  casing: "snake_case",
});
