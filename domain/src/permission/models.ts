import { type Outcome, accept, allow, refuse } from "../common/outcome.ts";
import { learnedModelFor } from "../learning/learned-model.ts";
import { type Model, defaultModel } from "../model/model.ts";
import { type Person, may } from "./rights.ts";

/** A model in preview is visible to admins only. For other users it does not exist (PD-64). */
export const canSeeModel = (user: Person, model: Pick<Model, "status">): boolean =>
  model.status !== "preview" || may(user, "model.see-preview").ok;

const FILES_UNUSABLE = "Its files were changed or are lost.";

/** The model as a user may see it: the problem of its files names folders of the server, which only admins see. */
export const modelFor = <M extends Pick<Model, "learned">>(user: Person, model: M): M =>
  model.learned?.problem && !may(user, "model.list").ok
    ? { ...model, learned: { ...model.learned, problem: FILES_UNUSABLE } }
    : model;

/**
 * Whether a user may run a model. Detections, retries, Analyze, the quick test and the CLI use this rule.
 * @param model null when the requested model does not exist, which is refused like a hidden one (PD-47)
 */
export function canUseModel<M extends Pick<Model, "status" | "title"> & { learned?: Model["learned"] }>(
  user: Person,
  model: M | null,
): Outcome<M> {
  if (model === null || !canSeeModel(user, model)) {
    return refuse("This model does not exist, or you may not see it.", "missing");
  }
  if (model.learned?.problem) return refuse(`The model ${model.title} cannot be used: ${FILES_UNUSABLE}`);
  return model.status === "retired"
    ? refuse(`The model ${model.title} is retired. Choose another one.`)
    : accept(model);
}

/** Whether a model is offered for Analyze and the quick test (PD-11). */
export const isModelOffered = (user: Person, model: Pick<Model, "status" | "title">): boolean =>
  canUseModel(user, model).ok;

/** Everyone who uploads photos starts the model of the event, so that a model for admins only cannot be chosen (PD-175). */
const runsForEveryone = ({ status }: Pick<Model, "status">): boolean => status === "active" || status === "deprecated";

/** Whether a user may choose a model for the new photos of an event. */
export function canBeEventModel<M extends Pick<Model, "status" | "title"> & { learned?: Model["learned"] }>(
  user: Person,
  model: M | null,
): Outcome<M> {
  const usable = canUseModel(user, model);
  if (!usable.ok || runsForEveryone(usable.value)) return usable;
  return refuse(`The model ${usable.value.title} is in preview. Activate it first, or choose another one.`);
}

/** The fields that decide which model reads an event's new photos: the model that the event has chosen, and its groups. */
export type EventModelChoice = { modelSid: string | null; groups: readonly string[] };

/**
 * The model for the new photos of an event: the chosen one while everyone may run it, else the learned model in use of its
 * group, else that of the installation, else the default model.
 */
export function modelForEvent(models: readonly Model[], { modelSid, groups }: EventModelChoice): Model | null {
  const chosen = models.find((model) => model.sid === modelSid && runsForEveryone(model) && !model.learned?.problem);
  return chosen ?? learnedModelFor(models, groups) ?? defaultModel(models);
}

/** Whether the list of models contains a model: admins get all of them, other users the offered ones (PD-64). */
export const isModelListed = (user: Person, model: Pick<Model, "status" | "title">): boolean =>
  may(user, "model.list").ok || isModelOffered(user, model);

/**
 * Whether the status of a model can be changed. Imported boxes are always retired, because nothing can run them; the status of a
 * learned model follows from its promotion.
 */
export function canSetModelStatus({ backend, learned }: Pick<Model, "backend" | "learned">): Outcome<true> {
  if (backend === "import") return refuse("This is not a model: it stands for imported boxes.");
  return learned === null ? allow : refuse("This is a learned model: promote it, or roll it back.");
}

export const HIDDEN_MODEL_NAME = "Model in preview";

/** The model's name for a user. A model in preview may have detections in events that the user sees (PD-64). */
export const modelNameFor = (user: Person, model: Pick<Model, "name" | "status">): string =>
  canSeeModel(user, model) ? model.name : HIDDEN_MODEL_NAME;
