import type { ImageDetection, Project } from "@precount/domain";
import { describe, expectTypeOf, it } from "vitest";
import type { Answers } from "./trpc.ts";

// A wrong path in the type imports would silently turn the server's types into `any`. tsc checks these assertions.
describe("the client's types", () => {
  it("are the server's types and never any", () => {
    expectTypeOf<Answers["project"]["getProject"]>().not.toBeAny();
    expectTypeOf<Answers["project"]["getProject"]>().toExtend<Project>();
    expectTypeOf<Answers["imageDetection"]["pushImageDetectionPatches"]>().not.toBeAny();
    expectTypeOf<Answers["imageDetection"]["pushImageDetectionPatches"]>().toExtend<ImageDetection>();
    expectTypeOf<Answers["image"]["getProjectImage"]["detections"]>().not.toBeAny();
  });
});
