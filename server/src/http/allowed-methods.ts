import { DIRECT_ROUTES } from "./openapi/direct-routes.ts";

const ROUTES = DIRECT_ROUTES.map(({ method, path }) => ({
  methods: method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()],
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`),
}));

/** The methods that direct routes have at a path; none if no route is there. */
export const allowedMethods = (path: string): string[] =>
  ROUTES.flatMap(({ methods, pattern }) => (pattern.test(path) ? methods : []));
