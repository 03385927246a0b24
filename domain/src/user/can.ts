import { type Outcome, allow, firstRefusal, refuse } from "../common/outcome.ts";
import { type Person, may } from "../permission/rights.ts";
import type { Role } from "./user.ts";

/** Input of the rules. */
export type AccountState = {
  sid: string;
  role: Role;
  isBlocked: boolean;
  /** Number of other admins who can sign in. */
  otherAdmins: number;
};
type Actor = Person & { sid: string };

const notOneself = (account: AccountState, actor: Actor, verb: string) => (): Outcome<true> =>
  account.sid === actor.sid ? refuse(`You cannot ${verb}.`) : allow;

/** At least one admin must remain. */
const notTheLastAdmin =
  ({ role, isBlocked, otherAdmins }: AccountState) =>
  (): Outcome<true> =>
    role === "admin" && !isBlocked && otherAdmins === 0
      ? refuse("This is the last admin. Make someone else an admin first.")
      : allow;

/** Actions of an admin on an account and why they are refused. */
export const userCan = {
  block: (account: AccountState, actor: Actor): Outcome<true> =>
    firstRefusal(
      () => may(actor, "user.change"),
      notOneself(account, actor, "block yourself"),
      () => (account.isBlocked ? refuse("This user is already blocked.") : allow),
      notTheLastAdmin(account),
    ),
  unblock: (account: AccountState, actor: Actor): Outcome<true> =>
    firstRefusal(
      () => may(actor, "user.change"),
      () => (account.isBlocked ? allow : refuse("This user is not blocked.")),
    ),
  setRole: (account: AccountState, role: Role, actor: Actor): Outcome<true> =>
    firstRefusal(
      () => may(actor, "user.change"),
      notOneself(account, actor, "change your own role"),
      () => (account.role === role ? refuse(`This user is already ${roleInWords[role]}.`) : allow),
      role === "admin" ? () => allow : notTheLastAdmin(account),
    ),
  makeLink: (account: Pick<AccountState, "isBlocked">, actor: Person): Outcome<true> =>
    firstRefusal(
      () => may(actor, "user.change"),
      () => (account.isBlocked ? refuse("This user is blocked. Unblock the user first.") : allow),
    ),
} as const;

const roleInWords: Readonly<Record<Role, string>> = { admin: "an admin", user: "a regular user" };
