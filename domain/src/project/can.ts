import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { transition } from "../common/state-machine.ts";
import { type Person, type Right, may } from "../permission/rights.ts";
import { type EventState, eventIsOpen } from "./open.ts";
import { type ProjectVerb, projectTransitions } from "./project.ts";

/** What the rules look at: counts, not the images. */
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

/** Any image row counts, rejected ones too (decision 9). */
const hasNoImages = ({ images }: ProjectState): Outcome<true> =>
  images.total === 0
    ? allow
    : refuse(`This event has ${photos(images.total)}: only an event without photos can be deleted.`);

/**
 * What a person may do with an event, and why not (spec §4 and §6, decisions 5–12). The buttons ask it,
 * the server asks it again.
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
 * The event's one visible button: Complete, else Reopen, else Archive or Recover (decision 7). By the
 * event's state alone; whom the role forbids it sees it disabled, with the reason.
 */
export function primaryAction(project: ProjectState): PrimaryAction {
  if (checkTransition(project, "complete").ok && everyImageSettled(project).ok) return "complete";
  if (checkTransition(project, "reopen").ok) return "reopen";
  return project.isArchived ? "recover" : "archive";
}
