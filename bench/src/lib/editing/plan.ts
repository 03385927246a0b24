import { type Arbitrary, array, constant, integer, nat, oneof, record, sample, uniqueArray } from "fast-check";

/** One step of a client; `pick` chooses among the existing results. */
export type Act =
  | { act: "code" | "quantity" | "move" | "discard" | "recover"; pick: number }
  | { act: "add" | "undo" | "redo" | "there-and-back" | "refresh" }
  /** Goes offline or online. */
  | { act: "cut" }
  /** The next push or its response is lost. */
  | { act: "lose-request" | "lose-answer" }
  /** The page is reloaded, or its tab is closed and another one opened. */
  | { act: "reload" | "reopen" };
type Step = { client: number; act: Act };
/** Steps of one group run concurrently. */
export type Plan = { clients: number; groups: readonly (readonly Step[])[] };

export const MAX_CLIENTS = 8;

const pick = nat(1000);
const fieldAct = (act: "code" | "quantity" | "move" | "discard" | "recover"): Arbitrary<Act> =>
  pick.map((chosen) => ({ act, pick: chosen }));
const plain = (act: Exclude<Act, { pick: number }>["act"]): Arbitrary<Act> => constant({ act });

const anyAct: Arbitrary<Act> = oneof(
  { weight: 24, arbitrary: fieldAct("code") },
  { weight: 16, arbitrary: fieldAct("quantity") },
  { weight: 6, arbitrary: fieldAct("move") },
  { weight: 4, arbitrary: fieldAct("discard") },
  { weight: 3, arbitrary: fieldAct("recover") },
  { weight: 4, arbitrary: plain("add") },
  { weight: 6, arbitrary: plain("undo") },
  { weight: 4, arbitrary: plain("redo") },
  { weight: 6, arbitrary: plain("there-and-back") },
  { weight: 6, arbitrary: plain("refresh") },
  { weight: 6, arbitrary: plain("cut") },
  { weight: 4, arbitrary: plain("lose-request") },
  { weight: 6, arbitrary: plain("lose-answer") },
  { weight: 4, arbitrary: plain("reload") },
  { weight: 3, arbitrary: plain("reopen") },
);

const anyPlan: Arbitrary<Plan> = integer({ min: 2, max: MAX_CLIENTS }).chain((clients) =>
  array(
    uniqueArray(record({ client: nat(clients - 1), act: anyAct }), {
      selector: ({ client }) => client,
      minLength: 1,
      maxLength: clients,
    }),
    { minLength: 8, maxLength: 16, size: "max" },
  ).map((groups) => ({ clients, groups })),
);

/** Deterministic histories for a seed. */
export const drawPlans = (count: number, seed: number): Plan[] => sample(anyPlan, { numRuns: count, seed });
