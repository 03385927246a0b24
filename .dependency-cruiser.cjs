/** Which modules may import which. */
const workspaces = [
  "domain",
  "annotator",
  "forked-process",
  "photos",
  "inference",
  "ocr",
  "vision",
  "documents",
  "server",
  "web",
  "cli",
  "bench",
  "e2e",
];
const mayImport = {
  domain: [],
  annotator: ["domain"],
  "forked-process": [],
  photos: ["domain", "forked-process"],
  inference: [],
  ocr: ["domain", "photos", "inference"],
  vision: ["domain", "forked-process", "photos", "inference", "ocr"],
  documents: ["domain", "forked-process", "photos", "ocr"],
  server: ["domain", "forked-process", "photos", "vision", "documents"],
  web: ["domain", "annotator", "server"],
  cli: ["domain", "photos", "vision", "server"],
  bench: ["domain", "forked-process", "photos", "vision", "documents", "server", "web"],
  e2e: ["domain"],
};

/** Runs the app's saving code without a screen. */
const HEADLESS_REVIEW = "^bench/src/lib/editing/headless-review\\.ts$";

/** Folders of server/src, and the folders that each may import. Type-only imports count too. */
const leaves = ["config", "errors", "lib", "telemetry"];
const foundation = ["audit", "auth", "db", "item-files", "live", "mail", "outgoing", "queue", "storage"];
const serverLayers = {
  lib: [],
  errors: ["lib"],
  config: ["errors", "lib"],
  telemetry: ["config", "errors", "lib"],
  db: leaves,
  storage: ["db", ...leaves],
  mail: leaves,
  outgoing: leaves,
  "item-files": leaves,
  audit: ["db", ...leaves],
  auth: ["db", ...leaves],
  live: ["db", ...leaves],
  queue: ["db", ...leaves],
  operations: [...foundation, ...leaves],
  rpc: ["operations", ...foundation, ...leaves],
  http: ["operations", ...foundation, ...leaves],
  jobs: ["operations", ...foundation, ...leaves],
  backup: ["operations", ...foundation, ...leaves],
  doctor: ["operations", ...foundation, ...leaves],
  processes: ["backup", "doctor", "rpc", "http", "jobs", "operations", ...foundation, ...leaves],
};

const serverRules = Object.entries(serverLayers).map(([from, to]) => ({
  name: `server-${from}`,
  severity: "error",
  comment: `server/src/${from} may import only: ${to.join(", ") || "no other folder"}`,
  from: { path: `^server/src/${from}/`, pathNot: "\\.test\\.ts$" },
  to: { path: "^server/src/", pathNot: `^server/src/(${[from, ...to].join("|")})/` },
}));

const workspaceRules = workspaces.map((from) => ({
  name: `${from}-imports`,
  severity: "error",
  comment: `${from} may import only: ${mayImport[from].join(", ") || "no other workspace"}`,
  from: { path: `^${from}/` },
  to: {
    path: `^(${workspaces.filter((to) => to !== from && !mayImport[from].includes(to)).join("|")})/`,
  },
}));

module.exports = {
  forbidden: [
    ...workspaceRules,
    ...serverRules,
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "domain-is-pure",
      comment: "domain's only dependency is zod",
      severity: "error",
      from: { path: "^domain/src", pathNot: "\\.test\\.ts$" },
      to: { path: "^node_modules/|^node:", pathNot: "^node_modules/zod" },
    },
    {
      name: "annotator-is-pure",
      comment: "only annotator/react knows React",
      severity: "error",
      from: { path: "^annotator/src", pathNot: "^annotator/src/react|\\.test\\.ts$" },
      to: { path: "^node_modules/|^node:" },
    },
    {
      name: "one-barrel",
      comment: "a workspace is entered by its index",
      severity: "error",
      from: { path: "^([^/]+)/", pathNot: HEADLESS_REVIEW },
      to: {
        path: `^(${workspaces.join("|")})/src/`,
        pathNot:
          "^$1/|/src/index\\.ts$|^annotator/src/react/index\\.ts$|^(documents|vision)/src/testing/index\\.ts$|^documents/src/zip/index\\.ts$",
      },
    },
    {
      name: "bench-runs-the-app-headless-in-one-file",
      comment: "bench imports the app's saving code only in headless-review.ts, which is bundled for a browser",
      severity: "error",
      from: { path: "^bench/", pathNot: HEADLESS_REVIEW },
      to: { path: "^web/" },
    },
    {
      name: "web-takes-only-types-of-the-server",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^server/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "heavy-workspaces-in-the-worker",
      comment: "in server only the worker process loads vision and documents, also as types; opening a ZIP is light",
      severity: "error",
      from: {
        path: "^server/src",
        pathNot: "^server/src/(testing/|processes/worker(-children|-model-files)?\\.ts$)|\\.test\\.ts$",
      },
      to: { path: "^(vision|documents)/", pathNot: "^documents/src/zip/" },
    },
    {
      name: "operations-know-no-transport",
      comment: "operations and their errors know neither HTTP nor tRPC nor pg-boss",
      severity: "error",
      from: { path: "^server/src/(operations|errors)/", pathNot: "\\.test\\.ts$" },
      to: { path: "node_modules/(fastify/|@fastify/|@trpc/|pg-boss/)" },
    },
    {
      name: "features-apart",
      comment: "web features never import each other: what two share moves to ui/ or shared/",
      severity: "error",
      from: { path: "^web/src/features/((?:event|admin)/[^/]+|[^/]+)/" },
      to: { path: "^web/src/features/", pathNot: "^web/src/features/$1/" },
    },
    {
      name: "ui-knows-no-server",
      severity: "error",
      from: { path: "^web/src/ui/" },
      to: { path: "@trpc|^web/src/(features|app)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|\\.types)/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".js"],
    },
  },
};
