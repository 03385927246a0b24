import { scrubPersonalData } from "./scrub.ts";

/** Where in the code: our own files by their place in Precount, nobody's folders or hosts. */
export type ErrorFrame = { filename: string; function: string; lineno: number; colno: number; in_app: boolean };

/** Of an error, what may be told to others than whoever runs the server. As Sentry's event payload has it. */
export type ErrorEvent = {
  level: "error";
  platform: "node" | "javascript";
  release: string;
  environment: string;
  /** Which call, route, job or page: one of few, never an address. */
  transaction: string;
  tags: Readonly<Record<string, string>>;
  breadcrumbs: readonly { category: string; message: string; timestamp: number }[];
  exception: { values: { type: string; value: string; stacktrace: { frames: ErrorFrame[] } }[] };
};

export type ErrorSite = Omit<ErrorEvent, "level" | "exception">;

/** Not more than those are looked at; deeper causes say little. */
const MOST_CAUSES = 5;
const MOST_FRAMES = 50;
/** A class's name is the code's; anything else in its place is not. */
const TYPE = /^[A-Za-z_$][\w$]{0,60}$/;

/**
 * The event of an error: a list of what goes in, so that nothing else does. No message as it is, no value, no address, no person.
 * @param ownPlace the folder or origin that our files lie in
 */
export function toErrorEvent(error: unknown, site: ErrorSite, ownPlace: string): ErrorEvent {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && causes.length < MOST_CAUSES; one = one.cause) causes.push(one);
  const values = causes.map((one) => ({
    type: TYPE.test(one.name) ? one.name : "Error",
    value: scrubPersonalData(one.message),
    stacktrace: { frames: framesOf(one.stack ?? "", one.message, ownPlace) },
  }));
  const unknown = { type: "Thrown", value: typeof error, stacktrace: { frames: [] } };
  // The first is what it all began with.
  return { level: "error", ...site, exception: { values: values.length > 0 ? values.toReversed() : [unknown] } };
}

/** V8: `    at f (file:1:2)`, `    at file:1:2`; Firefox and Safari: `f@file:1:2`. The innermost last. */
const LINE = /^\s*(?:at (?:(?:async )?(.*?) \()?|(.*?)@)((?:[a-z-]+:|\/)[^\s()]*?):(\d+):(\d+)\)?$/;

function framesOf(stack: string, message: string, ownPlace: string): ErrorFrame[] {
  // A stack begins with the message, which may look like anything.
  const from = message === "" || !stack.includes(message) ? 0 : stack.indexOf(message) + message.length;
  const frames = stack
    .slice(from)
    .split("\n")
    .flatMap((line): ErrorFrame[] => {
      const [, called = "", calledElse = "", address = "", lineno, colno] = LINE.exec(line) ?? [];
      // Modules are known by their URL, older ones by their path.
      const place = address.replace(/^file:\/\//, "");
      if (place === "") return [];
      const name = called || calledElse;
      const isOwn = place.startsWith(ownPlace);
      const filename = isOwn
        ? `app:///${place.slice(ownPlace.length).replace(/^\//, "").split("?")[0]}`
        : elsewhere(place);
      return [
        {
          filename,
          function: /^[\w$.<> #[\]]{1,100}$/.test(name) ? name : "?",
          lineno: Number(lineno),
          colno: Number(colno),
          in_app: isOwn && !filename.includes("node_modules"),
        },
      ];
    });
  return frames.slice(0, MOST_FRAMES).toReversed();
}

const elsewhere = (place: string): string => (place.startsWith("node:") ? place : "elsewhere");
