import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { transition } from "../common/state-machine.ts";
import { type Person, type Right, may } from "../permission/rights.ts";
import { type EventState, eventIsOpen } from "./open.ts";
import { type ProjectVerb, projectTransitions } from "./project.ts";
import { type EventCounts, remainingWork } from "./remaining-work.ts";

/** Input of the rules: counts instead of images. */
export type ProjectState = EventState & EventCounts;

const checkTransition = (project: ProjectState, verb: ProjectVerb): Outcome<unknown> =>
  transition(projectTransitions, "event", project.status, verb);

const rule =
  <S extends EventState = ProjectState>(
    right: Right,
    ...states: readonly ((project: NoInfer<S>) => Outcome<unknown>)[]
  ) =>
  (project: S, user: Person): Outcome<true> =>
    firstRefusal(() => may(user, right), ...states.map((state) => () => state(project)));

/** Every image is approved or rejected, and every decision about the photos of an area is made (PD-67). */
function nothingBlocksComplete(project: EventCounts): Outcome<true> {
  const blocking = remainingWork(project).find(({ isBlocking }) => isBlocking);
  return blocking === undefined ? allow : refuse(`${blocking.text}.`);
}

const photos = (count: number): string => (count === 1 ? "1 photo" : `${count} photos`);

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
  complete: rule("project.complete", (project) => checkTransition(project, "complete"), nothingBlocksComplete),
  delete: rule("project.delete", hasNoImages),
  discard: rule("project.discard", (project) => checkTransition(project, "discard")),
  recover: rule("project.recover", (project) => checkTransition(project, "recover")),
  reopen: rule("project.reopen", (project) => checkTransition(project, "reopen")),
  upload: rule<EventState>("project.upload", eventIsOpen),
} as const;
export type ProjectAction = keyof typeof projectCan;

export type PrimaryAction = "complete" | "reopen" | "archive" | "recover";

/**
 * The event's primary button: Complete while the event is open, else Reopen, else Archive or Recover (PD-68). It
 * depends on the event's state only. Complete is shown disabled with the remaining work until it is possible.
 */
export function primaryAction(project: EventState): PrimaryAction {
  if (project.isArchived) return "recover";
  if (transition(projectTransitions, "event", project.status, "complete").ok) return "complete";
  return transition(projectTransitions, "event", project.status, "reopen").ok ? "reopen" : "archive";
}
