import { expect, test } from "vitest";
import { projectTransitions } from "../project/project.ts";
import { transition } from "./state-machine.ts";

test("a refusal names the status, the verb and all statuses in which it is possible", () => {
  expect(transition(projectTransitions, "event", "archived", "archive")).toMatchObject({
    ok: false,
    reason: "This event is archived: archive is possible only when it is preview, active, completed or discarded.",
  });
});
