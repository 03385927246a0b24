import type { ImageDetection, Project } from "@precount/domain";
import { describe, expectTypeOf, it } from "vitest";
import type { Answers } from "./trpc.ts";

// What the server's types turn into `any` by an accident of paths would be believed everywhere. Checked by tsc.
describe("the client's types", () => {
  it("are the server's, and never any", () => {
    expectTypeOf<Answers["project"]["getProject"]>().not.toBeAny();
    expectTypeOf<Answers["project"]["getProject"]>().toExtend<Project>();
    expectTypeOf<Answers["imageDetection"]["pushImageDetectionPatches"]>().not.toBeAny();
    expectTypeOf<Answers["imageDetection"]["pushImageDetectionPatches"]>().toExtend<ImageDetection>();
    expectTypeOf<Answers["image"]["getProjectImage"]["detections"]>().not.toBeAny();
  });
});
