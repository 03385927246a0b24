import { describe, expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password.ts";

describe("passwords", () => {
  it("are hashed as argon2id in PHC format, each with its own salt", async () => {
    const [one, two] = [await hashPassword("Shelf-photos-2026"), await hashPassword("Shelf-photos-2026")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword("Shelf-photos-2026", one)).toBe(true);
    expect(await verifyPassword("Shelf-photos-2027", one)).toBe(false);
    expect(await verifyPassword("Shelf-photos-2026", null)).toBe(false);
  });

  it("are verified with the parameters of their hash, also for hashes of the reference implementation", async () => {
    // argon2 -id -t 2 -k 65536 -p 1 of 'password' with the salt 'somesalt', from the reference implementation's tests.
    const phc = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await verifyPassword("password", phc)).toBe(true);
    expect(await verifyPassword("passwort", phc)).toBe(false);
  });

  it("are verified with limited concurrency", async () => {
    const phc = await hashPassword("Shelf-photos-2026");
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => verifyPassword(`Wrong-${n}`, phc)));
    expect(answers).toEqual(Array.from({ length: 20 }, () => false));
    // 20 concurrent derivations would need 380 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});
