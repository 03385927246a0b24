export { startModelServer, type ModelServerOptions, type TestModelServer } from "./kserve-server.ts";
