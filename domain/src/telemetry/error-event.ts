import { scrubPersonalData } from "./scrub.ts";

/** A stack frame: own files by their path in Precount, without local folders or hosts. */
export type ErrorFrame = { filename: string; function: string; lineno: number; colno: number; in_app: boolean };

/** The part of an error that may leave the installation, as a Sentry event payload. */
export type ErrorEvent = {
  level: "error";
  platform: "node" | "javascript";
  release: string;
  environment: string;
  /** Name of the procedure, route, job or page; never a URL. */
  transaction: string;
  tags: Readonly<Record<string, string>>;
  breadcrumbs: readonly { category: string; message: string; timestamp: number }[];
  exception: { values: { type: string; value: string; stacktrace: { frames: ErrorFrame[] } }[] };
};

export type ErrorSite = Omit<ErrorEvent, "level" | "exception">;

/** Deeper causes add little information. */
const MAX_CAUSES = 5;
const MAX_FRAMES = 50;
/** A class name comes from the code; any other text is dropped. */
const TYPE = /^[A-Za-z_$][\w$]{0,60}$/;

/**
 * Converts an error to an event from an allow-list of fields: no raw message, value, URL or user.
 * @param ownLocation the folder or origin of our files
 */
export function toErrorEvent(error: unknown, site: ErrorSite, ownLocation: string): ErrorEvent {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) causes.push(cause);
  const values = causes.map((cause) => ({
    type: TYPE.test(cause.name) ? cause.name : "Error",
    value: scrubPersonalData(cause.message),
    stacktrace: { frames: framesOf(cause.stack ?? "", cause.message, ownLocation) },
  }));
  const unknown = { type: "Thrown", value: typeof error, stacktrace: { frames: [] } };
  // Sentry expects the root cause first.
  return { level: "error", ...site, exception: { values: values.length > 0 ? values.toReversed() : [unknown] } };
}

/** V8: `    at f (file:1:2)`, `    at file:1:2`; Firefox and Safari: `f@file:1:2`. The innermost frame comes last. */
const LINE = /^\s*(?:at (?:(?:async )?(.*?) \()?|(.*?)@)((?:[a-z-]+:|\/)[^\s()]*?):(\d+):(\d+)\)?$/;

function framesOf(stack: string, message: string, ownLocation: string): ErrorFrame[] {
  // A stack starts with the message, which may contain anything.
  const from = message === "" || !stack.includes(message) ? 0 : stack.indexOf(message) + message.length;
  const frames = stack
    .slice(from)
    .split("\n")
    .flatMap((line): ErrorFrame[] => {
      const [, v8Name = "", otherName = "", address = "", lineno, colno] = LINE.exec(line) ?? [];
      // ES modules have URLs, CommonJS modules have paths.
      const place = address.replace(/^file:\/\//, "");
      if (place === "") return [];
      const name = v8Name || otherName;
      const isOwn = place.startsWith(ownLocation);
      const filename = isOwn
        ? `app:///${place.slice(ownLocation.length).replace(/^\//, "").split("?")[0]}`
        : externalFile(place);
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
  return frames.slice(0, MAX_FRAMES).toReversed();
}

const externalFile = (place: string): string => (place.startsWith("node:") ? place : "elsewhere");
