import { AppError } from "../errors/app-error.ts";

let loading: Promise<ReadonlySet<string>> | undefined;

/** 49,000 passwords from leaks, in lowercase. Loaded when a password is set for the first time. */
async function leakedPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(String)),
  );
  return loading;
}

/** Throws BAD_REQUEST for a password from a published leak, in any case of its letters. The form checks common words itself. */
export async function rejectLeakedPassword(password: string): Promise<void> {
  if (!(await leakedPasswords()).has(password.toLowerCase())) return;
  throw new AppError("BAD_REQUEST", "This password is too common. Please choose another one");
}
