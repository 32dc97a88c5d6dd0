import { expect, test, vi } from "vitest";

// The product's own module, which tests replace: src/server/testing/cheap-passwords.ts.
const { hashPassword, verifyPassword } =
  await vi.importActual<typeof import("./password-hash.ts")>("./password-hash.ts");

test("hashes at the cost that OWASP recommends", async () => {
  expect(await hashPassword("a tent with 3 poles")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test("accepts only the hashed password, in either encoding of an accent", async () => {
  const hash = await hashPassword("a caf\u00e9 with 3 poles");
  expect(await verifyPassword("a cafe\u0301 with 3 poles", hash)).toBe(true);
  expect(await verifyPassword("a cafe with 3 poles", hash)).toBe(false);
});

test("accepts no password for a hash in another format", async () => {
  expect(await verifyPassword("", "")).toBe(false);
  expect(await verifyPassword("x", "$2b$10$abcdefghijklmnopqrstuv")).toBe(false);
});
