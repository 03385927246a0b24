import type { ImageDetection, Project } from "@precount/domain";
import { describe, expectTypeOf, it } from "vitest";
import type { RouterOutputs } from "./trpc.ts";

// A wrong path in the type imports would silently turn the server's types into `any`. tsc checks these assertions.
describe("the client's types", () => {
  it("are the server's types and never any", () => {
    expectTypeOf<RouterOutputs["project"]["getProject"]>().not.toBeAny();
    expectTypeOf<RouterOutputs["project"]["getProject"]>().toExtend<Project>();
    expectTypeOf<RouterOutputs["imageDetection"]["pushImageDetectionPatches"]>().not.toBeAny();
    expectTypeOf<RouterOutputs["imageDetection"]["pushImageDetectionPatches"]>().toExtend<ImageDetection>();
    expectTypeOf<RouterOutputs["image"]["getProjectImage"]["detections"]>().not.toBeAny();
  });
});
