import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { type Model, defaultModel } from "../model/model.ts";
import type { LearningReport } from "./learning-report.ts";

/** A model whose `learned` is not null. */
type LearnedModel = Model & { learned: NonNullable<Model["learned"]> };

const isLearned = (model: Model): model is LearnedModel => model.learned !== null;

const promotedAt = ({ learned }: Model): string => learned?.promotedAt ?? "";

/** The learned models of a group, or with null of the whole installation, the last promoted one first. */
const promotedOf = (models: readonly Model[], groupSid: string | null): LearnedModel[] =>
  models
    .filter(isLearned)
    .filter(({ learned }) => learned.groupSid === groupSid && learned.promotedAt !== null && learned.problem === null)
    .toSorted((a, b) => (promotedAt(a) < promotedAt(b) ? 1 : -1));

/** The learned model that a group uses, or with null the whole installation. */
export const learnedModelInUse = (models: readonly Model[], groupSid: string | null): Model | null =>
  promotedOf(models, groupSid).find(({ status }) => status === "active") ?? null;

/** The learned model that was in use before, and that a rollback brings back; null for the model that was shipped. */
export const formerLearnedModel = (models: readonly Model[], groupSid: string | null): Model | null =>
  promotedOf(models, groupSid).find(({ status }) => status === "deprecated") ?? null;

/** The learned model for new photos of an event in these groups: that of a group, the last promoted one, else that of the installation. */
export function learnedModelFor(models: readonly Model[], groups: readonly string[]): Model | null {
  const own = groups.flatMap((groupSid) => learnedModelInUse(models, groupSid) ?? []);
  const [last] = own.toSorted((a, b) => (promotedAt(a) < promotedAt(b) ? 1 : -1));
  return last ?? learnedModelInUse(models, null);
}

/**
 * The model in use with which a new model of this scope is compared, and whose adaptation the training continues; null if there is no
 * model.
 */
export const championOf = (models: readonly Model[], groupSid: string | null): Model | null =>
  learnedModelFor(models, groupSid === null ? [] : [groupSid]) ?? defaultModel(models);

/** The title of a model by its name; the name of a deleted model. */
export const modelTitle = (models: readonly Model[], name: string): string =>
  models.find((model) => model.name === name)?.title ?? name;

/** Whether a learned model may be put in use. Its comparison proves nothing about a model that is in use only since then. */
export const canPromote = (
  { title, status, learned }: Model,
  report: Pick<LearningReport, "decision" | "champion"> | null,
  models: readonly Model[],
): Outcome<true> =>
  firstRefusal(
    () => (learned === null ? refuse("Only a model that learned from this installation is promoted.") : allow),
    () => (learned?.problem ? refuse(`${title} cannot be used: ${learned.problem}`) : allow),
    () => (status === "active" ? refuse(`${title} is in use already.`) : allow),
    () => (report === null ? refuse(`${title} has no report of its training run.`) : allow),
    () => (report?.decision.ok === false ? refuse(report.decision.reason) : allow),
    () => {
      const inUse = championOf(models, learned?.groupSid ?? null);
      if (report === null || inUse === null || inUse.name === report.champion) return allow;
      const compared = modelTitle(models, report.champion);
      return refuse(
        `${title} was compared with ${compared}, but ${inUse.title} is in use now. Learn again: the new model is compared with ${inUse.title}.`,
      );
    },
  );

/** Whether the use of a learned model can be ended. */
export const canRollBack = (inUse: Model | null): Outcome<true> =>
  inUse === null ? refuse("This group uses no learned model of its own: there is nothing to roll back.") : allow;
