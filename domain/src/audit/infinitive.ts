/** The infinitives of verbs whose past tense is not the infinitive with -ed, by their past tense. */
const INFINITIVES: Readonly<Record<string, string>> = {
  archived: "archive",
  began: "begin",
  canceled: "cancel",
  changed: "change",
  chose: "choose",
  completed: "complete",
  created: "create",
  decided: "decide",
  deleted: "delete",
  disabled: "disable",
  enabled: "enable",
  put: "put",
  removed: "remove",
  renamed: "rename",
  restored: "restore",
  retried: "retry",
  revoked: "revoke",
  rotated: "rotate",
  sent: "send",
  set: "set",
  settled: "settle",
  stopped: "stop",
  took: "take",
  undid: "undo",
  activated: "activate",
  approved: "approve",
};

/** 'delete the event Spring' for 'deleted the event Spring'. */
export const toInfinitive = (phrase: string): string =>
  phrase.replace(/^\w+/, (verb) => INFINITIVES[verb] ?? verb.replace(/ed$/, ""));
