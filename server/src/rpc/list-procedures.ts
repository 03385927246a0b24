import { appRouter } from "./router.ts";

/** A procedure as tRPC stores it, as far as it is used here. */
export type Procedure = {
  type: "query" | "mutation" | "subscription";
  meta?: unknown;
  /** The input schemas; empty for a procedure without input. */
  inputs: readonly unknown[];
};

/** The property in which tRPC keeps definitions, with loose types. */
const DEFINITION = "_def";

/** Every procedure by its path. */
export const listProcedures = (): Record<string, Procedure> =>
  Object.fromEntries(
    Object.entries(appRouter[DEFINITION].procedures).map(([path, procedure]) => [
      path,
      // See DEFINITION.
      (procedure as unknown as Record<typeof DEFINITION, Procedure>)[DEFINITION],
    ]),
  );
