import {
  EVERYONE,
  DETECTION_STATUSES,
  DOCUMENT_FILE_TYPES,
  IMAGE_STATUSES,
  JOB_STATES,
  MODEL_BACKENDS,
  MODEL_STATUSES,
  ORIENTATIONS,
  PROJECT_STATUSES,
  type Patch,
  type Prediction,
  type ProcessReport,
  type ProcessRole,
  ROLES,
  ROTATIONS,
  type ReportHead,
} from "@precount/domain";
import {
  type SQL,
  bigint,
  boolean,
  check,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  serial,
  smallint,
  sql,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "./drizzle.ts";

/*
 * Every entity of the specification's §3, with constraints that make impossible states impossible:
 * what a status implies is checked by the database, not only by the code that writes it.
 */

export const roleEnum = pgEnum("role", ROLES);
export const projectStatusEnum = pgEnum("project_status", PROJECT_STATUSES);
/** `not_taken` is an area's status; the column's check keeps it out of images. */
export const imageStatusEnum = pgEnum("image_status", IMAGE_STATUSES);
export const detectionStatusEnum = pgEnum("detection_status", DETECTION_STATUSES);
export const modelStatusEnum = pgEnum("model_status", MODEL_STATUSES);
export const modelBackendEnum = pgEnum("model_backend", MODEL_BACKENDS);
export const jobStateEnum = pgEnum("job_state", JOB_STATES);
export const orientationEnum = pgEnum("orientation", ORIENTATIONS);
export const rotationEnum = pgEnum("rotation", ROTATIONS);

const sid = (): ReturnType<typeof text> => text();
const instant = () => timestamp({ withTimezone: true, mode: "date" });
const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
const isCuid2 = (column: unknown): SQL => sql`${column} ~ '^[a-z0-9]{24}$'`;

/**
 * Of which groups somebody or something is: sids of groups, and `everyone`, which has no row. A list beside the row, so that
 * every question about an event has its answer at hand; who deletes a group takes it out of all lists (db/groups.ts).
 */
const groups = () => text().array().notNull().default([EVERYONE]);

export const userGroups = pgTable(
  "groups",
  {
    sid: sid().primaryKey(),
    name: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [uniqueIndex("groups_name_key").on(sql`lower(${t.name})`), check("groups_sid_cuid2", isCuid2(t.sid))],
);

export const users = pgTable(
  "users",
  {
    sid: sid().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    role: roleEnum().notNull(),
    /** argon2id in PHC form; null until the person has set a password (decision 45). */
    passwordHash: text(),
    isBlocked: boolean().notNull().default(false),
    lastLoginAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    groups: groups(),
  },
  (t) => [uniqueIndex("users_email_key").on(sql`lower(${t.email})`), check("users_sid_cuid2", isCuid2(t.sid))],
);

export const sessions = pgTable(
  "sessions",
  {
    /** Public, travels in `x-session-id` (decision 42). */
    id: sid().primaryKey(),
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256 of the cookie's secret: a stolen table opens no session. */
    secretHash: bytea().notNull().unique(),
    remember: boolean().notNull(),
    /** What the browser said it is, in a few words of ours; null when it said nothing. */
    device: text(),
    /** Where it was last used from. */
    address: text(),
    createdAt: instant().notNull().defaultNow(),
    /** Written once in five minutes. */
    lastUsedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    index("sessions_user").on(t.userSid),
    check("sessions_expires_after_created", sql`${t.expiresAt} > ${t.createdAt}`),
  ],
);

/** Keys for programs, each a person's (domain's scopes). Ended ones stay, so that the audit log's fingerprints lead somewhere. */
export const apiTokens = pgTable(
  "api_tokens",
  {
    /** Stands in the token itself, so that it is found without looking at its secret. */
    id: sid().primaryKey(),
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    name: text().notNull(),
    scopes: text().array().notNull(),
    /** sha256 of the whole token: a stolen table opens nothing. */
    secretHash: bytea().notNull(),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    lastUsedAt: instant(),
    /** Where it was last used from. */
    address: text(),
    revokedAt: instant(),
    revokedBy: sid().references(() => users.sid),
  },
  (t) => [
    index("api_tokens_of_user").on(t.userSid, t.createdAt.desc()),
    check("api_tokens_id_cuid2", isCuid2(t.id)),
    check("api_tokens_for_something", sql`cardinality(${t.scopes}) > 0`),
    check(
      "api_tokens_a_year_at_most",
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '366 days'`,
    ),
    check("api_tokens_revoked_by_someone", sql`(${t.revokedAt} is null) = (${t.revokedBy} is null)`),
  ],
);

/**
 * Wrong passwords, counted until somebody gets in or the time is over. In the database, so that several API processes count
 * together and a restart forgets nothing.
 */
export const signInFailures = pgTable(
  "sign_in_failures",
  {
    /** sha256 of what is counted, an account at an address for example: what people typed is kept nowhere. */
    key: bytea().primaryKey(),
    failures: integer().notNull(),
    until: instant().notNull(),
  },
  (t) => [index("sign_in_failures_by_until").on(t.until)],
);

/** Browsers in which a person has signed in before: strangers who guess at the account do not slow them down. */
export const knownDevices = pgTable(
  "known_devices",
  {
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256 of the secret in the device's cookie. It opens nothing: the password is needed as before. */
    secretHash: bytea().notNull(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userSid, t.secretHash] })],
);

/**
 * Who did what (decision record 014). Append-only: triggers refuse every change but sealing, which gives an entry its place in the
 * chain once. Nothing refers to other tables: an entry outlives whom and what it names.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Milliseconds, as programs read it back: the hash is over this very value. */
    at: timestamp({ withTimezone: true, mode: "date", precision: 3 }).notNull().defaultNow(),
    kind: text().notNull(),
    action: text().notNull(),
    actorSid: text(),
    actorName: text(),
    credential: text(),
    address: text(),
    subjectKind: text(),
    subjectSid: text(),
    projectSid: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** From 1 without gaps, in the order of sealing. */
    position: bigint({ mode: "number" }).unique(),
    /** sha256 of the entry before, and of this one with it. */
    previousHash: bytea(),
    hash: bytea(),
  },
  (t) => [
    index("audit_entries_unsealed")
      .on(t.id)
      .where(sql`${t.position} is null`),
    index("audit_entries_of_actor").on(t.actorSid, t.id),
    index("audit_entries_of_subject").on(t.subjectSid, t.id),
    index("audit_entries_of_project").on(t.projectSid, t.id),
    check("audit_entries_sealed_whole", sql`num_nulls(${t.position}, ${t.previousHash}, ${t.hash}) in (0, 3)`),
    check("audit_entries_details_bounded", sql`pg_column_size(${t.details}) <= 65536`),
  ],
);

/** What only the servers of this database know, such as the key that signs links; made when first needed. */
export const serverSecrets = pgTable("server_secrets", {
  name: text().primaryKey(),
  secret: bytea().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/** The one set-password link that works for a person (decision 45): a new one takes the place of the older, using it removes it. */
export const passwordLinks = pgTable(
  "password_links",
  {
    userSid: sid()
      .primaryKey()
      .references(() => users.sid, { onDelete: "cascade" }),
    /** sha256 of the token's id: with the key and this table nobody can make the token again. */
    idHash: bytea().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
    expiresAt: instant().notNull(),
  },
  (t) => [
    check(
      "password_links_a_day_at_most",
      sql`${t.expiresAt} > ${t.createdAt} and ${t.expiresAt} <= ${t.createdAt} + interval '24 hours 1 minute'`,
    ),
  ],
);

/** Who signs in by a work account: the provider's own name for a person, which never changes and is never given to another. */
export const workAccounts = pgTable(
  "work_accounts",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userSid: sid()
      .notNull()
      .references(() => users.sid, { onDelete: "cascade" }),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    // Somebody who has taken over an e-mail at the provider is not who had it before.
    unique("work_accounts_one_of_a_provider").on(t.userSid, t.issuer),
  ],
);

/** Nonces with which somebody has signed in by a work account: none does twice. */
export const workAccountNonces = pgTable("work_account_nonces", {
  /** sha256 of the nonce. */
  hash: bytea().primaryKey(),
  expiresAt: instant().notNull(),
});

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

export const projects = pgTable(
  "projects",
  {
    sid: sid().primaryKey(),
    /** Unique and unchangeable: a trigger refuses an update (decision 2). */
    slug: text().notNull().unique(),
    name: text().notNull(),
    status: projectStatusEnum().notNull().default("active"),
    statusDate: instant().notNull().defaultNow(),
    /** What Recover goes back to; set exactly while archived (decision 7). */
    statusBeforeArchive: projectStatusEnum(),
    defaultRotation: rotationEnum().notNull().default("none"),
    rejectionThreshold: doublePrecision().notNull().default(90),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
    groups: groups(),
  },
  (t) => [
    check("projects_sid_cuid2", isCuid2(t.sid)),
    check("projects_slug_shape", sql`${t.slug} ~ '^[a-z0-9-]{1,120}$'`),
    check("projects_name_not_empty", sql`length(trim(${t.name})) > 0`),
    check("projects_archive_remembers", sql`(${t.status} = 'archived') = (${t.statusBeforeArchive} is not null)`),
    check("projects_not_archived_before", sql`${t.statusBeforeArchive} is distinct from 'archived'`),
    check("projects_threshold_percent", sql`${t.rejectionThreshold} between 0 and 100`),
    index("projects_by_status").on(t.status, t.createdAt.desc()),
  ],
);

/**
 * What is in an event, for the dashboard, which would else count 200,000 images and as many detections each time it opens
 * (decision record 011). Triggers on projects and images keep it, as the last thing before a transaction commits, so that no
 * two transactions wait for each other. Rules do not look here: they count the images.
 */
export const projectCounts = pgTable(
  "project_counts",
  {
    projectSid: sid()
      .primaryKey()
      .references(() => projects.sid, { onDelete: "cascade" }),
    images: integer().notNull().default(0),
    /** Live ones, and the results that they found and nobody discarded. */
    imageDetections: integer().notNull().default(0),
    objectDetections: integer().notNull().default(0),
  },
  (t) => [
    check(
      "project_counts_not_negative",
      sql`${t.images} >= 0 and ${t.imageDetections} >= 0 and ${t.objectDetections} >= 0`,
    ),
  ],
);

export const areas = pgTable(
  "areas",
  {
    id: serial().primaryKey(),
    sid: sid().notNull().unique(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    number: integer().notNull(),
    voidedAt: instant(),
    voidedBy: sid().references(() => users.sid),
    voidReason: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique("areas_number_once").on(t.projectSid, t.number),
    check("areas_sid_cuid2", isCuid2(t.sid)),
    check("areas_number_positive", sql`${t.number} >= 1`),
    check("areas_voided_by_someone", sql`(${t.voidedAt} is null) = (${t.voidedBy} is null)`),
  ],
);

export const images = pgTable(
  "images",
  {
    sid: sid().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid),
    areaSid: sid().references(() => areas.sid, { onDelete: "set null" }),
    /** As the uploader's file was called, shown as text only. */
    name: text().notNull(),
    /** The number in the upload's area field, also of an area that did not exist then; it goes before name and codes. */
    givenAreaNumber: integer(),
    /** Areas that the codes in the photo name: those of our own printed sheets, and bare numbers that may be areas. */
    sheetCodes: integer().array().notNull().default([]),
    bareCodes: integer().array().notNull().default([]),
    /** Somebody took it off its area: neither its name nor its codes may bring it back. Not set when the area itself went. */
    areaUnlinkedAt: instant(),
    areaUnlinkedBy: sid().references(() => users.sid),
    /** Derived by domain's deriveImageStatus in the transaction that changes what it depends on. */
    status: imageStatusEnum().notNull().default("uploaded"),
    statusDate: instant().notNull().defaultNow(),
    sha256: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    format: text().notNull(),
    /** Of the stored pixels; the upright size follows from orientation and rotation. */
    rawWidth: integer().notNull(),
    rawHeight: integer().notNull(),
    orientation: orientationEnum().notNull(),
    rotation: rotationEnum().notNull().default("none"),
    capturedAt: instant(),
    cameraBrand: text(),
    cameraModel: text(),
    storeNumber: text(),
    shelfCode: text(),
    bayCode: text(),
    rejectedAt: instant(),
    rejectedBy: sid().references(() => users.sid),
    /**
     * Of the detection that stands for the image (selected, else newest validated, else newest live);
     * null without one. A trigger on image_detections keeps both, so no code writes them: lists and an
     * event's valid percent read them from an index alone.
     */
    stickersCount: integer(),
    validStickersCount: integer(),
    /** Of its live detections: how many they are and what they found; kept by the same trigger. */
    detectionsCount: integer().notNull().default(0),
    resultsCount: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
  },
  (t) => [
    /** The same bytes in the same event are one row (decision 15). */
    unique("images_bytes_once").on(t.projectSid, t.sha256),
    /** Everything that an event's progress and percent are made of: they need no look at the rows. */
    index("images_by_status").on(t.projectSid, t.status, t.stickersCount, t.validStickersCount),
    index("images_by_area").on(t.areaSid),
    /** Who else has these bytes, before a file is removed. */
    index("images_by_sha256").on(t.sha256),
    check("images_sid_cuid2", isCuid2(t.sid)),
    check("images_sha256_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check("images_never_not_taken", sql`${t.status} <> 'not_taken'`),
    check("images_rejected_by_someone", sql`(${t.rejectedAt} is null) = (${t.rejectedBy} is null)`),
    check("images_rejected_status", sql`(${t.status} = 'rejected') = (${t.rejectedAt} is not null)`),
    check("images_few_codes", sql`cardinality(${t.sheetCodes}) <= 32 and cardinality(${t.bareCodes}) <= 32`),
    check("images_unlinked_by_someone", sql`(${t.areaUnlinkedAt} is null) = (${t.areaUnlinkedBy} is null)`),
    check("images_unlinked_or_linked", sql`${t.areaUnlinkedAt} is null or ${t.areaSid} is null`),
    check("images_have_pixels", sql`${t.rawWidth} > 0 and ${t.rawHeight} > 0 and ${t.sizeBytes} > 0`),
  ],
);

export const imageDetections = pgTable(
  "image_detections",
  {
    sid: sid().primaryKey(),
    imageSid: sid()
      .notNull()
      .references(() => images.sid, { onDelete: "cascade" }),
    modelSid: sid()
      .notNull()
      .references(() => models.sid),
    status: detectionStatusEnum().notNull().default("inferred"),
    revision: integer().notNull().default(0),
    /** The revision at which the photo, and all boxes with it, was last turned: older boxes are of another frame. */
    turnedRevision: integer().notNull().default(0),
    /**
     * Immutable: a trigger refuses an update, except in a transaction that turns the photo's boxes along
     * with it (decision 17), which says so by `set local precount.rotating = 'on'`.
     */
    predictions: jsonb().$type<Prediction[]>().notNull(),
    /** What the run was asked for. */
    options: jsonb().$type<Record<string, number>>().notNull(),
    elapsedMs: integer().notNull(),
    inferredAt: instant().notNull().defaultNow(),
    validatedAt: instant(),
    validatedBy: sid().references(() => users.sid),
    progress: smallint().notNull(),
    resultsCount: integer().notNull(),
    stickersCount: integer().notNull(),
    validStickersCount: integer().notNull(),
    stickerPredictionsCount: integer().notNull(),
    validStickerPredictionsCount: integer().notNull(),
    patchedStickersCount: integer().notNull(),
    discardedStickersCount: integer().notNull(),
    addedStickersCount: integer().notNull(),
    patchedStickersCodesCount: integer().notNull(),
    patchedStickersQuantitiesCount: integer().notNull(),
    codesWithLeadingZeroCount: integer().notNull(),
  },
  (t) => [
    /** One live detection per image and model; former ones are kept as discarded (decision 19). */
    uniqueIndex("image_detections_one_live")
      .on(t.imageSid, t.modelSid)
      .where(sql`${t.status} <> 'discarded'`),
    uniqueIndex("image_detections_one_selected")
      .on(t.imageSid)
      .where(sql`${t.status} = 'selected'`),
    index("image_detections_of_image").on(t.imageSid, t.inferredAt.desc()),
    check("image_detections_sid_cuid2", isCuid2(t.sid)),
    check(
      "image_detections_validated_by_someone",
      sql`${t.status} not in ('validated', 'selected') or (${t.validatedAt} is not null and ${t.validatedBy} is not null)`,
    ),
    check("image_detections_progress_percent", sql`${t.progress} between 0 and 100`),
    check("image_detections_valid_within", sql`${t.validStickersCount} between 0 and ${t.stickersCount}`),
  ],
);

/** The ordered log of what people changed (decision 20). */
export const detectionPatches = pgTable(
  "detection_patches",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    detectionSid: sid()
      .notNull()
      .references(() => imageDetections.sid, { onDelete: "cascade" }),
    /** The detection's revision that this patch made. */
    revision: integer().notNull(),
    /** Order within one revision. */
    position: integer().notNull(),
    patch: jsonb().$type<Patch>().notNull(),
    /** The client's idempotency key for the push: the same push twice is one. */
    pushKey: text(),
    /** The revision that pulled it back; such a patch no longer applies, and stays in the log. */
    removedRevision: integer(),
    createdBy: sid()
      .notNull()
      .references(() => users.sid),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique("detection_patches_in_order").on(t.detectionSid, t.revision, t.position),
    uniqueIndex("detection_patches_push_once").on(t.detectionSid, t.pushKey, t.position),
  ],
);

/** What the queue does for an image, beside the queue's own tables, so that lists can show it. */
export const imageJobs = pgTable(
  "image_jobs",
  {
    id: sid().primaryKey(),
    imageSid: sid()
      .notNull()
      .references(() => images.sid, { onDelete: "cascade" }),
    modelSid: sid()
      .notNull()
      .references(() => models.sid),
    state: jobStateEnum().notNull().default("queued"),
    /** The queue's job that works on it now: one that was sent before a Retry finds itself replaced. */
    queueId: text(),
    options: jsonb().$type<Record<string, number>>().notNull(),
    attempts: integer().notNull().default(0),
    maxAttempts: integer().notNull().default(5),
    error: text(),
    retryAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("image_jobs_one_open")
      .on(t.imageSid, t.modelSid)
      .where(sql`${t.state} in ('queued', 'running', 'retrying')`),
    index("image_jobs_of_image").on(t.imageSid, t.createdAt.desc()),
    /** For who watches over all events: few fail. */
    index("image_jobs_failed")
      .on(t.imageSid)
      .where(sql`${t.state} = 'failed'`),
    check("image_jobs_error_when_failed", sql`${t.state} <> 'failed' or ${t.error} is not null`),
    check("image_jobs_retry_when_retrying", sql`(${t.state} = 'retrying') = (${t.retryAt} is not null)`),
  ],
);

export const reports = pgTable(
  "reports",
  {
    sid: sid().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid),
    version: integer().notNull(),
    title: text().notNull(),
    /** Without its rows. Immutable: a trigger refuses every update and delete of a report (decision 8). */
    contents: jsonb().$type<ReportHead>().notNull(),
    createdAt: instant().notNull().defaultNow(),
    createdBy: sid()
      .notNull()
      .references(() => users.sid),
  },
  (t) => [
    unique("reports_version_once").on(t.projectSid, t.version),
    check("reports_sid_cuid2", isCuid2(t.sid)),
    check("reports_version_positive", sql`${t.version} >= 1`),
    check("reports_rows_apart", sql`not jsonb_exists(${t.contents}, 'rows')`),
  ],
);

/**
 * A report's rows, as domain's ReportRow, apart from it: there may be 100,000, and a page of them is read by its positions.
 * They are written before their report, in its transaction: triggers see to it that a report has as many as it
 * says, at the positions 1 to that, and refuse every later change. (A foreign key would look up the same report 100,000 times.)
 */
export const reportRows = pgTable(
  "report_rows",
  {
    reportSid: sid().notNull(),
    /** 1 is the first. */
    position: integer().notNull(),
    areaCode: text().notNull(),
    bayCode: text().notNull(),
    shelfCode: text().notNull(),
    code: text().notNull(),
    quantity: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.reportSid, t.position] }), check("report_rows_position", sql`${t.position} >= 1`)],
);

export const tasks = pgTable(
  "tasks",
  {
    taskId: serial().primaryKey(),
    projectSid: sid()
      .notNull()
      .references(() => projects.sid, { onDelete: "cascade" }),
    eventId: text().notNull(),
    /** Spec §4's numbers, see domain's TASK_STATUSES. */
    status: smallint().notNull().default(1),
    errorMessage: text(),
    /** The queue's job that works on it now: one that was sent before a Retry finds itself replaced. */
    queueId: text(),
    attempts: integer().notNull().default(0),
    retryAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    createdBy: sid().references(() => users.sid),
  },
  (t) => [
    index("tasks_of_project").on(t.projectSid, t.taskId.desc()),
    /** Decision 51 asks by the event that a person wrote. */
    index("tasks_by_event").on(t.eventId, t.taskId.desc()),
    check("tasks_retry_while_waiting", sql`${t.retryAt} is null or ${t.status} = 1`),
    check("tasks_status_number", sql`${t.status} between 1 and 4`),
    check("tasks_error_when_failed", sql`(${t.status} = 4) = (${t.errorMessage} is not null)`),
    check("tasks_event_id_length", sql`length(${t.eventId}) between 1 and 64`),
  ],
);

export const taskDocuments = pgTable(
  "task_documents",
  {
    documentId: serial().primaryKey(),
    taskId: integer()
      .notNull()
      .references(() => tasks.taskId, { onDelete: "cascade" }),
    fileName: text().notNull(),
    fileType: text().notNull(),
    sha256: text().notNull(),
    sizeBytes: bigint({ mode: "number" }).notNull(),
    /** What was sent; the others are made of it, anew with every try. */
    isOriginal: boolean().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (t) => [
    unique("task_documents_name_once").on(t.taskId, t.fileName),
    uniqueIndex("task_documents_one_original")
      .on(t.taskId)
      .where(sql`${t.isOriginal}`),
    /** Who else has these bytes, before a file is removed. */
    index("task_documents_by_sha256").on(t.sha256),
    check(
      "task_documents_type",
      sql`${t.fileType} in (${sql.raw(DOCUMENT_FILE_TYPES.map((type) => `'${type}'`).join(", "))})`,
    ),
    check("task_documents_sha256_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
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

/** Answers of workers to what a person waits for, until they are fetched: a notification holds 8000 bytes at most. */
export const jobAnswers = pgTable("job_answers", {
  question: sid().primaryKey(),
  /** JSON as text: jsonb refuses the NULs that strangers' documents hold. */
  answer: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/**
 * Processes of this installation and what they last said of themselves, with every beat (telemetry/beat.ts). One that ended stays
 * for an hour, because of what it counted.
 */
export const processes = pgTable("processes", {
  id: sid().primaryKey(),
  role: text().$type<ProcessRole>().notNull(),
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  startedAt: instant().notNull().defaultNow(),
  seenAt: instant().notNull().defaultNow(),
  endedAt: instant(),
  report: jsonb().$type<ProcessReport>().notNull(),
});

/** When an operator's work was last done, such as a backup: by other processes than the server. */
export const upkeep = pgTable("upkeep", { name: text().primaryKey(), doneAt: instant().notNull() });
