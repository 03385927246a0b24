import { expect, test } from "vitest";
import { destinationInputSchema } from "../destination/destination.ts";
import { groupNameSchema } from "../group/group.ts";
import { createTokenInputSchema } from "../permission/scopes.ts";
import { projectNameSchema } from "../project/project.ts";
import { newAcceptanceSchema } from "../report/acceptance.ts";
import { newEvidenceLinkSchema } from "../report/evidence-link.ts";
import { factorNameSchema } from "../user/factor.ts";
import { userNameSchema } from "../user/user.ts";

/** Embeddings, overrides and isolates: in a list they would reverse the text after the name. */
const CONTROLS = ["\u202A", "\u202B", "\u202C", "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"];

test.each([
  ["a user", userNameSchema],
  ["a group", groupNameSchema],
  ["a second factor", factorNameSchema],
  ["an API token", createTokenInputSchema.shape.name],
  ["a destination", destinationInputSchema.shape.name],
  ["the recipient of an evidence link", newEvidenceLinkSchema.shape.name],
  ["the person who accepts a report", newAcceptanceSchema.shape.name],
])("refuses bidirectional controls and invisible text as the name of %s", (_, schema) => {
  for (const control of CONTROLS) expect(schema.safeParse(`invoice${control}gpj.exe`).success).toBe(false);
  // Zero-width space, joiner, word joiner and byte order mark: a list would show an empty line.
  expect(schema.safeParse("\u200B\u200D \u2060\uFEFF\u200B").success).toBe(false);
  // Joiners and direction marks belong to names of some languages.
  for (const name of ["میخواهم", "עברית\u200F (1)", "Ada Lovelace"]) expect(schema.safeParse(name).success).toBe(true);
});

test("removes bidirectional controls from the name of an event", () => {
  for (const control of CONTROLS) expect(projectNameSchema.parse(`Spring${control} count`)).toBe("Spring count");
});
