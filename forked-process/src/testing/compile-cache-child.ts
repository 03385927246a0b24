/** A child that tells where it stores compiled code: null for nowhere. */
import { getCompileCacheDir } from "node:module";
import { serveCalls } from "../serve-calls.ts";

serveCalls({ where: async () => getCompileCacheDir() ?? null });
