import type { z } from "zod";

/** zod's messages for rules without a message of their own. They name neither the field nor what is allowed in plain words. */
const DEFAULT_MESSAGES = /^(Invalid (input|option|key|union|discriminator|ISO)|Too (big|small)|Unrecognized key)/;

/** Whether the message is zod's, so that the field must be named with it. The messages of our schemas are complete. */
export const isDefaultIssue = ({ message }: Pick<z.core.$ZodIssue, "message">): boolean =>
  DEFAULT_MESSAGES.test(message);

/** What is allowed, for a person: the schema's message, or in its absence a sentence about a limit or a number. */
export const issueText = (issue: z.core.$ZodIssue): string =>
  (isDefaultIssue(issue) ? describeRule(issue) : null) ?? issue.message;

function describeRule(issue: z.core.$ZodIssue): string | null {
  if (issue.code === "too_small") {
    const word = issue.exact === true ? "exactly" : issue.inclusive === false ? "more than" : "at least";
    return describeLimit(issue.origin, word, issue.minimum);
  }
  if (issue.code === "too_big") {
    const word = issue.exact === true ? "exactly" : issue.inclusive === false ? "less than" : "at most";
    return describeLimit(issue.origin, word, issue.maximum);
  }
  if (issue.code !== "invalid_type") return null;
  if (issue.expected === "int") return "Must be a whole number";
  return issue.expected === "number" ? "Must be a number" : null;
}

function describeLimit(origin: string, word: string, limit: number | bigint): string | null {
  if (origin === "number" || origin === "int") return `Must be ${word} ${limit}`;
  const plural = limit === 1 ? "" : "s";
  if (origin === "string") return `Must have ${word} ${limit} character${plural}`;
  return origin === "array" ? `Must have ${word} ${limit} ${limit === 1 ? "entry" : "entries"}` : null;
}
