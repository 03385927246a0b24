import { type TokenAccess, scopeOf } from "@precount/domain";
import { z } from "zod";
import type { Access } from "../../auth/access.ts";
import { DIRECT_ROUTES, type DirectRoute } from "./direct-routes.ts";

/** An RPC procedure, as far as the document describes it. */
export type Procedure = {
  type: "query" | "mutation" | "subscription";
  meta?: unknown;
  /** The input schemas; empty for a procedure without input. */
  inputs: readonly unknown[];
};

const json = (schema: object): object => ({ "application/json": { schema } });
const object = (properties: object): object => ({ type: "object", properties, required: Object.keys(properties) });
const TEXT = { type: "string" };
const BYTES = { type: "string", format: "binary" };

/** The answer of a refused direct route. */
const ROUTE_ERROR = {
  description: "Refused: `code` names the reason, `message` explains it",
  content: json(object({ code: TEXT, message: TEXT })),
};
/** The answer of a refused RPC call, as rpc/gate.ts formats it. */
const CALL_ERROR = {
  description: "Refused: `error.data.code` names the reason, `error.message` explains it",
  content: json(
    object({
      error: object({
        message: TEXT,
        code: { type: "integer", description: "JSON-RPC's number of the reason" },
        data: object({ code: TEXT, httpStatus: { type: "integer" } }),
      }),
    }),
  ),
};

/** Which credentials a call or route needs. */
function security(access: TokenAccess | null): object {
  if (access === null) return { security: [] };
  const scope = scopeOf(access);
  return {
    description: scope === null ? "Not available to tokens." : `A token needs the scope \`${scope}\`.`,
    security: scope === null ? [{ session: [], sessionId: [] }] : [{ session: [], sessionId: [] }, { token: [] }],
  };
}

function schemaOf([input]: readonly unknown[]): object | null {
  // All inputs of this router are zod schemas.
  return input instanceof z.ZodType ? z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) : null;
}

function describeProcedure(path: string, { type, meta, inputs }: Procedure): object {
  const { access } = meta as { access: Access }; // rpc/gate.ts sets it
  const schema = schemaOf(inputs);
  const isQuery = type === "query";
  return {
    [isQuery ? "get" : "post"]: {
      operationId: path,
      tags: [path.split(".")[0]],
      ...security(access === "public" ? null : access),
      ...(schema && isQuery && { parameters: [{ name: "input", in: "query", content: json(schema) }] }),
      ...(schema && !isQuery && { requestBody: { content: json(schema) } }),
      responses: {
        "200": { description: "The answer, in `result.data`", content: json({ type: "object" }) },
        default: CALL_ERROR,
      },
    },
  };
}

function describeRoute({
  method,
  path,
  summary,
  access,
  query = {},
  form,
  hasRawBody,
  mediaType,
}: DirectRoute): object {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query).map(([name, description]) => ({
    name,
    in: "query",
    description,
    schema: { type: "string" },
  }));
  const properties = Object.fromEntries(
    Object.entries(form ?? {}).map(([name, description]) => [
      name,
      { description, type: "string", ...(name === "file" && { format: "binary" }) },
    ]),
  );
  const schema = { type: "object", properties, ...("file" in properties && { required: ["file"] }) };
  return {
    [method]: {
      summary,
      tags: ["direct"],
      ...security(access),
      parameters: [...inPath, ...inQuery],
      ...(form && { requestBody: { required: true, content: { "multipart/form-data": { schema } } } }),
      ...(hasRawBody && {
        requestBody: { required: true, content: { "application/octet-stream": { schema: BYTES } } },
      }),
      responses: { "200": { description: "Success", content: { [mediaType]: {} } }, default: ROUTE_ERROR },
    },
  };
}

/**
 * The OpenAPI 3.1 document of all calls and direct routes. Calls are described by their own input schemas, direct routes by
 * direct-routes.ts.
 *
 * @fastify/swagger 9.9.3 with fastify-type-provider-zod 7.0.0 was tried for the direct routes and not adopted: a body schema makes
 * Fastify reject multipart uploads, which are streamed and have no body; query parameters with `.catch()` are documented as required;
 * the tRPC calls, four fifths of the document, would still be written here.
 */
export function openApiDocument(version: string, procedures: Readonly<Record<string, Procedure>>): object {
  const calls = Object.entries(procedures).map(([path, procedure]) => [
    `/trpc/${path}`,
    describeProcedure(path, procedure),
  ]);
  const direct = DIRECT_ROUTES.map((route) => [route.path, describeRoute(route)]);
  return {
    openapi: "3.1.0",
    info: { title: "Precount", version, description: "Calls are tRPC over HTTP with plain JSON. See docs/api.md." },
    servers: [{ url: "/" }],
    paths: Object.fromEntries([...calls, ...direct]),
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "precount", description: "Set by user.login" },
        sessionId: { type: "apiKey", in: "header", name: "x-session-id", description: "The session's id" },
        token: { type: "http", scheme: "bearer", description: "An API token" },
      },
    },
  };
}
