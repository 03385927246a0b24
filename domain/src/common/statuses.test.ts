import { expect, test } from "vitest";
import { AREA_STATUSES } from "../area/area.ts";
import { DETECTION_STATUSES } from "../detection/image-detection.ts";
import { RESULT_STATUSES } from "../detection/result.ts";
import { IMAGE_STATUSES } from "../image/image.ts";
import { MODEL_STATUSES } from "../model/model.ts";
import { PROJECT_STATUSES } from "../project/project.ts";
import { TASK_STATUSES } from "../task/task.ts";
import { ROLES } from "../user/user.ts";

/** The lists of spec §4 and §6, verbatim and in their order. */
test.each([
  ["S4.25 statuses of an event", PROJECT_STATUSES, "preview, active, completed, discarded, archived"],
  ["S4.26 statuses of an image", IMAGE_STATUSES, "uploaded, processed, pending, approved, rejected, not_taken"],
  ["S4.27 statuses of a detection", DETECTION_STATUSES, "inferred, drafted, patched, validated, selected, discarded"],
  ["S4.28 statuses of a result", RESULT_STATUSES, "valid, invalid, added, patched, discarded"],
  ["S4.29 statuses of an area", AREA_STATUSES, "not_taken, pending, approved, rejected, voided"],
  ["S4.30 statuses of a model", MODEL_STATUSES, "preview, active, deprecated, retired"],
  ["S4.31 roles of a user", ROLES, "user, admin"],
])("%s", (_, list, specified) => {
  expect(list.join(", ")).toBe(specified);
});

test("S4.22 S4.31 status numbers of a task: Created, Processing, Processed successfully, Processed with errors", () => {
  expect(TASK_STATUSES).toEqual({ created: 1, processing: 2, processed: 3, failed: 4 });
});
