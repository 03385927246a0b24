import { MODEL_BACKENDS, MODEL_STATUSES } from "@precount/domain";
import { check, pgEnum, pgTable, sql, text } from "../drizzle.ts";
import { sid, instant, isCuid2 } from "./columns.ts";

export const modelStatusEnum = pgEnum("model_status", MODEL_STATUSES);

export const modelBackendEnum = pgEnum("model_backend", MODEL_BACKENDS);

export const models = pgTable(
  "models",
  {
    sid: sid().primaryKey(),
    name: text().notNull().unique(),
    title: text().notNull(),
    backend: modelBackendEnum().notNull(),
    /** As its manifest says. */
    status: modelStatusEnum().notNull(),
    /** As an admin said instead. */
    chosenStatus: modelStatusEnum(),
    statusDate: instant().notNull().defaultNow(),
    trainedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [check("models_sid_cuid2", isCuid2(t.sid))],
);

/** What somebody tries on a model right now (decisions 52 and 57): its file stays in the store until it is answered. */
export const experimentFiles = pgTable(
  "experiment_files",
  {
    sid: sid().primaryKey(),
    sha256: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [check("experiment_files_sha256_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`)],
);
