import { type Outcome, type Person, type Right, allow, may } from "@precount/domain";

/** What a procedure takes to pass: nothing, a session, or a session whose person holds the right. */
export type Access = "public" | "signed-in" | Right;

export const mayPass = (user: Person, access: Exclude<Access, "public">): Outcome<true> =>
  access === "signed-in" ? allow : may(user, access);
