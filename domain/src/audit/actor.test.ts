import { expect, test } from "vitest";
import { auditActorName } from "./actor.ts";

const ada = { sid: "a", name: "Ada" };

test.each([
  [{ actor: ada, action: "user.login", address: "10.0.0.7" }, "Ada"],
  [{ actor: null, action: "user.login.failed", address: "10.0.0.7" }, "Someone"],
  [{ actor: null, action: "user.makeSetPasswordLink", address: null }, "The command line"],
  [{ actor: null, action: "keys.rotate", address: null }, "The command line"],
  [{ actor: null, action: "destination.disableAfterFailures", address: null }, "Precount"],
  [{ actor: null, action: "learning.promoteAutomatically", address: null }, "Precount"],
])("PD-147 names the actor of %o", (entry, name) => {
  expect(auditActorName(entry)).toBe(name);
});
