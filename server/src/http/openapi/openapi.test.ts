import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { PROCEDURE_ROWS, ROUTE_ROWS } from "../../testing/access-rows.ts";
import { DIRECT_ROUTES } from "./direct-routes.ts";
import { type TestApi, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("documents the access of each route as in the access matrix", () => {
  const described = DIRECT_ROUTES.map(({ method, path, access }) => [
    `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    access ?? "public",
  ]);
  const proven = Object.entries(ROUTE_ROWS).flatMap(([route, { access }]) =>
    route.includes(" /api/") ? [[route, access]] : [],
  );
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(proven));
});

it("is a valid OpenAPI document of every call and direct route", async () => {
  const { headers } = await api.signIn();
  const response = await api.inject({ url: "/api/openapi.json", headers });
  const document = response.json();
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  const direct = Object.keys(ROUTE_ROWS).flatMap((route) => {
    const [, path = ""] = route.split(" ");
    return path.startsWith("/api/") ? path.replaceAll(/:(\w+)/g, "{$1}") : [];
  });
  const calls = Object.keys(PROCEDURE_ROWS).map((path) => `/trpc/${path}`);
  expect(Object.keys(document.paths).toSorted()).toEqual([...calls, ...direct].toSorted());
  expect(document.paths["/trpc/area.createRange"].post).toMatchObject({
    description: "A token needs the scope `edit`.",
    requestBody: { content: { "application/json": { schema: { type: "object" } } } },
  });
  const upload = `/api/projects/{project}/images/upload`;
  expect(document.paths[upload].post.requestBody).toMatchObject({
    required: true,
    content: { "multipart/form-data": { schema: { required: ["file"] } } },
  });
  expect(document.paths[`${upload}/{sha256}`].put.requestBody).toEqual({
    required: true,
    content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
  });
  const { parameters } = document.paths["/api/projects/{project}/reports/{reportId}/download"].get;
  expect(parameters).toContainEqual(expect.objectContaining({ name: "format", description: "csv, xlsx, json, seal" }));
  expect(document.paths["/trpc/user.fetchUsers"].get.description).toBe("Not available to tokens.");
});

it("documents the errors of calls and of direct routes as they are answered", async () => {
  const { headers } = await api.signIn();
  const { paths } = (await api.inject({ url: "/api/openapi.json", headers })).json();
  const schemaOf = (path: string) => paths[path].get.responses.default.content["application/json"].schema;
  const call = await api.inject({ url: "/trpc/project.getProject?input=%7B%22slug%22%3A%22nowhere%22%7D", headers });
  const route = await api.inject({ url: "/api/images/nothing/download", headers });
  const callSchema = z.fromJSONSchema(schemaOf("/trpc/project.getProject"));
  const routeSchema = z.fromJSONSchema(schemaOf("/api/images/{image}/download"));
  expect([call.statusCode, route.statusCode]).toEqual([404, 404]);
  expect(callSchema.safeParse(call.json()).success).toBe(true);
  expect(routeSchema.safeParse(route.json()).success).toBe(true);
  expect(routeSchema.safeParse(call.json()).success).toBe(false);
  // Refused before the call: a body of another type, one that is too large, and one that is not JSON.
  const url = "/trpc/area.createRange";
  const text = { method: "POST", url, headers: { ...headers, "content-type": "text/plain" }, payload: "x" } as const;
  const large = { method: "POST", url, headers, payload: { name: "x".repeat(3_000_000) } } as const;
  const broken = { ...text, headers: { ...headers, "content-type": "application/json" }, payload: '{"name":' } as const;
  for (const [request, status, message] of [
    [text, 415, "Calls take JSON: send it with the content type application/json."],
    [large, 413, "Request body is too large"],
    [broken, 400, "The input is not valid JSON: Unexpected end of JSON input"],
  ] as const) {
    const refused = await api.inject(request);
    expect(callSchema.safeParse(refused.json()).error).toBeUndefined();
    const { error } = refused.json();
    expect([refused.statusCode, error.data.httpStatus, error.message]).toEqual([status, status, message]);
  }
});
