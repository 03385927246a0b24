import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { transition } from "../common/state-machine.ts";
import { type Person, type Right, may } from "../permission/rights.ts";
import { type EventState, eventIsOpen } from "./open.ts";
import { type ProjectVerb, projectTransitions } from "./project.ts";

/** Input of the rules: counts instead of images. */
export type ProjectState = EventState & { images: { total: number; settled: number } };

const checkTransition = (project: ProjectState, verb: ProjectVerb): Outcome<unknown> =>
  transition(projectTransitions, "event", project.status, verb);

const rule =
  (right: Right, ...states: readonly ((project: ProjectState) => Outcome<unknown>)[]) =>
  (project: ProjectState, user: Person): Outcome<true> =>
    firstRefusal(() => may(user, right), ...states.map((state) => () => state(project)));

const photos = (count: number): string => (count === 1 ? "1 photo" : `${count} photos`);

function everyImageSettled({ images }: ProjectState): Outcome<true> {
  if (images.total === 0) return refuse("This event has no photos yet.");
  const open = images.total - images.settled;
  return open === 0 ? allow : refuse(`${photos(open)} still to approve or reject.`);
}

/** Any image row counts, also rejected ones (PD-9). */
const hasNoImages = ({ images }: ProjectState): Outcome<true> =>
  images.total === 0
    ? allow
    : refuse(`This event has ${photos(images.total)}: only an event without photos can be deleted.`);

/**
 * Actions on an event and why they are refused (spec §4 and §6, PD-5 to PD-12). Checked by the buttons and again by
 * the server.
 */
export const projectCan = {
  activate: rule("project.activate", (project) => checkTransition(project, "activate")),
  analyze: rule("project.analyze", eventIsOpen),
  archive: rule("project.archive", (project) => checkTransition(project, "archive")),
  changeSettings: rule("project.change-settings", eventIsOpen),
  complete: rule("project.complete", (project) => checkTransition(project, "complete"), everyImageSettled),
  delete: rule("project.delete", hasNoImages),
  discard: rule("project.discard", (project) => checkTransition(project, "discard")),
  recover: rule("project.recover", (project) => checkTransition(project, "recover")),
  reopen: rule("project.reopen", (project) => checkTransition(project, "reopen")),
  upload: rule("project.upload", eventIsOpen),
} as const;
export type ProjectAction = keyof typeof projectCan;

export type PrimaryAction = "complete" | "reopen" | "archive" | "recover";

/**
 * The event's primary button: Complete, else Reopen, else Archive or Recover (PD-7). It depends on the event's state
 * only; a user without the right sees it disabled with the reason.
 */
export function primaryAction(project: ProjectState): PrimaryAction {
  if (checkTransition(project, "complete").ok && everyImageSettled(project).ok) return "complete";
  if (checkTransition(project, "reopen").ok) return "reopen";
  return project.isArchived ? "recover" : "archive";
}
