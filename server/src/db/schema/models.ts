import { type LearningReport, MODEL_BACKENDS, MODEL_STATUSES } from "@precount/domain";
import { check, index, jsonb, pgEnum, pgTable, primaryKey, sql, text } from "../drizzle.ts";
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
    /** From the model's manifest. */
    status: modelStatusEnum().notNull(),
    /** Set by an admin; overrides `status`. */
    chosenStatus: modelStatusEnum(),
    statusDate: instant().notNull().defaultNow(),
    trainedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    /** The shipped model that this one adapts; null for a model that did not learn here (PD-176). */
    adaptsSid: sid(),
    /** The group for whose events it learned; null for the installation. Stays when the group is deleted: then no event uses it. */
    groupSid: sid(),
    /** When it was last put in use. */
    promotedAt: instant(),
    /** Why its files cannot be used, for a person. */
    problem: text(),
    report: jsonb().$type<LearningReport>(),
  },
  (t) => [check("models_sid_cuid2", isCuid2(t.sid))],
);

/** The files of learned models in the blob store, from which a worker without them restores the model's folder. */
export const learnedModelFiles = pgTable(
  "learned_model_files",
  {
    modelSid: sid()
      .notNull()
      .references(() => models.sid, { onDelete: "cascade" }),
    /** The file's name in the folder. */
    name: text().notNull(),
    sha256: text().notNull(),
  },
  (t) => [
    primaryKey({ name: "learned_model_files_pkey", columns: [t.modelSid, t.name] }),
    index("learned_model_files_by_file").on(t.sha256),
    check("learned_model_files_plain_name", sql`${t.name} ~ '^[a-z0-9][a-z0-9.-]*$'`),
  ],
);

/** Files of experiments that are running (PD-52, PD-57): they stay in the blob store until the experiment is answered. */
export const experimentFiles = pgTable(
  "experiment_files",
  {
    sid: sid().primaryKey(),
    sha256: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [check("experiment_files_sha256_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`)],
);
