/** A construction that docs/glossary.md and CONTRIBUTING.md rule out, and what to write instead. */
export type ProseRule = { pattern: RegExp; advice: string };

const SUBJECT_FIRST = "start with the subject: say who or which thing does what";

/**
 * Checked in comments, docstrings, documentation, test titles and texts of the program. Add a rule when a construction keeps
 * coming back in reviews; every rule needs advice that tells the author what to write.
 */
export const PROSE_RULES: readonly ProseRule[] = [
  { pattern: /\b(?:whoever|whosoever|whomever)\b/iu, advice: "name the person or the role" },
  { pattern: /\b(?:whatever|whatsoever)\b/iu, advice: "name the thing, or write 'any …'" },
  {
    pattern: /\b(?:nobody|no one)(?:'s|’s)?\b/iu,
    advice: "name who is meant: 'no user', 'no process', 'no other tab'",
  },
  {
    pattern: /\b(?:some|any|every)body(?:'s|’s)?\b/iu,
    advice: "name who is meant: 'a user', 'another user', 'all users'",
  },
  { pattern: /\boneself\b|\bone(?:'s|’s) own\b/iu, advice: "name whose it is: 'the signed-in user', 'the user's own'" },
  { pattern: /\b(?:anew|afresh)\b/iu, advice: "write 'again' or name the action: 'reload', 'rebuild'" },
  {
    pattern: /\b(?:stands?|stood)\b(?! (?:for|out|by|alone)\b)/iu,
    advice: "write 'is', 'exists' or 'is stored'",
  },
  { pattern: /\b(?:at|in) hand\b/iu, advice: "write 'current', 'selected', 'open' or 'in progress'" },
  { pattern: /\ball the same\b/iu, advice: "write 'anyway' or 'still'" },
  { pattern: /\b(?:as it were|so to speak|to be had|the like)\b/iu, advice: "leave it out or be specific" },
  { pattern: /\b(?:lest|whence|whereby|wherein|therein|thereof|hitherto|henceforth)\b/iu, advice: "use a modern word" },
  { pattern: /\b(?:mend|mends|mended|mending)\b/iu, advice: "write 'repair' or 'fix'" },
  { pattern: /\bof (?:its|their|our|his|her) own accord\b/iu, advice: "write 'automatically'" },
  { pattern: /\b(?:for good|by and by|to and fro|ere long|in the long run)\b/iu, advice: "write the plain meaning" },
  { pattern: /\bwithout a word\b/iu, advice: "write 'silently' or 'without a message'" },
  { pattern: /\bwhat (?:comes|becomes|came|became) of\b/iu, advice: "write 'the result of' or 'the outcome of'" },
  { pattern: /\bwhat (?:[\w'’]+ ){1,4}(?:makes?|made) of\b/iu, advice: "write 'the result of', 'the reading of'" },
  { pattern: /\bas good as (?:done|certain|dead|never|always)\b/iu, advice: "write 'almost'" },
  { pattern: /\bworth (?:a|the|another|more) (?:\w+ )?looks?\b/iu, advice: "say what is checked or read again" },
  { pattern: /\b(?:quarter|half) turns?\b/iu, advice: "write 'rotation by 90°'" },
  { pattern: /\b(?:cookie|device|address|this page) alone\b/iu, advice: "write 'only the …'" },
  // "told to" and "told apart" are fine.
  { pattern: /\b(?:is|are|was|were|been) told\b(?! (?:to|apart)\b)/iu, advice: "write 'is notified' or 'receives'" },
  { pattern: /\bis (?:none|no such thing)\b/iu, advice: "write what it is not: 'is not a sticker'" },
  {
    pattern: /\b(?:hears?|heard|tells?|told|knows?|knew) of\b/iu,
    advice: "write 'is notified about', 'reports' or 'has'",
  },
  {
    pattern: /\b(?:those|somebody|someone|one|people|person) who (?:comes?|goes|go|leaves?|stays?|asks?|waits?)\b/iu,
    advice: SUBJECT_FIRST,
  },
  // "What is refused stays in the list." – a clause as the subject. Questions are fine.
  {
    pattern: /(?:^|[.;:!] )(?:What|Who|Whose)\b(?! (?:if|to)\b)[^.?!:]*[^.?!:\s][.;!](?:\s|$)/u,
    advice: SUBJECT_FIRST,
  },
  { pattern: /(?:^|[.;:!] )Nothing (?:of|that|which) /u, advice: SUBJECT_FIRST },
  // "Of two fingers, each counts." – numbers are fine: "Of 246 requirements, …".
  { pattern: /^(?:Of|Whichever|Nor) (?!\d)/u, advice: SUBJECT_FIRST },
];
