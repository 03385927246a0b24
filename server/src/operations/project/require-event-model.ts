import { type Model, type Person, canBeEventModel } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { findModel } from "../../db/models/read.ts";
import { unwrapOrThrow } from "../../errors/app-error.ts";

/** The model that a user chooses for the new photos of an event. Throws if it does not exist or cannot be chosen. */
export const requireEventModel = async (tx: Transaction, user: Person, sid: string): Promise<Model> =>
  unwrapOrThrow(canBeEventModel(user, await findModel(tx, sid)));
