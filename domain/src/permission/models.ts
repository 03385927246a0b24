import { type Outcome, accept, refuse } from "../common/outcome.ts";
import type { Model } from "../model/model.ts";
import { type Person, may } from "./rights.ts";

/** A model in preview is visible to admins only. For other users it does not exist (PD-64). */
export const canSeeModel = (user: Person, model: Pick<Model, "status">): boolean =>
  model.status !== "preview" || may(user, "model.see-preview").ok;

/**
 * Whether a user may run a model. The one rule for a detection, a retry, Analyze, the quick test and the CLI.
 * @param model null when the requested model does not exist, which is refused like a hidden one (PD-47)
 */
export function canUseModel<M extends Pick<Model, "status" | "title">>(user: Person, model: M | null): Outcome<M> {
  if (model === null || !canSeeModel(user, model)) {
    return refuse("This model does not exist, or you may not see it.", "missing");
  }
  return model.status === "retired"
    ? refuse(`The model ${model.title} is retired. Choose another one.`)
    : accept(model);
}

/** Whether a model is offered for Analyze and the quick test (PD-11). */
export const isModelOffered = (user: Person, model: Pick<Model, "status" | "title">): boolean =>
  canUseModel(user, model).ok;

/** Whether the list of models contains a model: admins get all of them, other users the offered ones (PD-64). */
export const isModelListed = (user: Person, model: Pick<Model, "status" | "title">): boolean =>
  may(user, "model.list").ok || isModelOffered(user, model);

export const HIDDEN_MODEL_NAME = "Model in preview";

/** The model's name for a user. A model in preview may have detections in events that the user sees (PD-64). */
export const modelNameFor = (user: Person, model: Pick<Model, "name" | "status">): string =>
  canSeeModel(user, model) ? model.name : HIDDEN_MODEL_NAME;
