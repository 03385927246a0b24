/** Who may import whom. The house's walls, checked. */
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
  bench: ["domain", "forked-process", "photos", "vision", "documents", "server"],
  e2e: ["domain"],
};

const walls = workspaces.map((from) => ({
  name: `${from}-walls`,
  severity: "error",
  comment: `${from} may import only: ${mayImport[from].join(", ") || "no other workspace"}`,
  from: { path: `^${from}/` },
  to: {
    path: `^(${workspaces.filter((to) => to !== from && !mayImport[from].includes(to)).join("|")})/`,
  },
}));

module.exports = {
  forbidden: [
    ...walls,
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
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
      from: { path: "^([^/]+)/" },
      to: {
        path: `^(${workspaces.join("|")})/src/`,
        pathNot: "^$1/|/src/index\\.ts$|^annotator/src/react/index\\.ts$|^(documents|vision)/src/testing/index\\.ts$",
      },
    },
    {
      name: "web-takes-only-types-of-the-server",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^server/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "heavy-work-stays-in-handlers",
      comment: "in server only job handlers and the job runner load vision and documents",
      severity: "error",
      from: {
        path: "^server/src",
        pathNot: "\\.handler\\.ts$|^server/src/(jobs|testing)/|^server/src/processes/worker\\.ts$|\\.test\\.ts$",
      },
      to: { path: "^(vision|documents)/", dependencyTypesNot: ["type-only"] },
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
