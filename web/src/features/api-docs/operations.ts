import { z } from "zod";

/** One API call. `input` is a JSON schema, null for calls without input. */
export type Operation = {
  tag: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: readonly { name: string; description: string }[];
  input: unknown;
};

const content = z.record(z.string(), z.object({ schema: z.unknown() }));
const operation = z.object({
  tags: z.array(z.string()).default(["other"]),
  summary: z.string().default(""),
  description: z.string().default(""),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.string(), description: z.string().default(""), content: content.optional() }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const firstSchema = (contents: z.infer<typeof content> | undefined): unknown =>
  Object.values(contents ?? {})[0]?.schema ?? null;

/** Reads the calls of an OpenAPI document; throws when it is not one. */
export function readOperations(raw: unknown): Operation[] {
  return Object.entries(document.parse(raw).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags, summary, description, parameters, requestBody }]) => {
      const inQuery = parameters.find((parameter) => parameter.content !== undefined);
      return {
        tag: tags[0] ?? "other",
        method: method.toUpperCase(),
        path,
        summary,
        description,
        parameters: parameters.filter((parameter) => parameter !== inQuery && parameter.in !== "path"),
        input: firstSchema(requestBody?.content ?? inQuery?.content),
      };
    }),
  );
}
