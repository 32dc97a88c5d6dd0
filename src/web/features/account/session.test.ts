import { expect, test } from "vitest";
import { whoIs } from "./session.ts";

const asked = { isHeard: false, hasFailed: false, hasLeft: false, error: null };
const account = { email: null, phone: null, createdAt: "2026-08-30T00:00:00Z" };
const wren = { ...account, userId: "u1", pseudonym: "Wren", isAnonymous: false };
const visitor = { ...account, userId: "anon:1", pseudonym: "Anonymous", isAnonymous: true };

test("nobody is called a guest before the server has said so", () => {
  expect(whoIs(undefined, asked).kind).toBe("unknown");
  expect(whoIs(visitor, asked).kind).toBe("unknown");
  expect(whoIs(visitor, { ...asked, isHeard: true }).kind).toBe("guest");
});

test("the last known person is shown while the server is asked", () => {
  expect(whoIs(wren, asked)).toEqual({ kind: "person", user: wren });
});

test("who signs out without a signal is a guest at once", () => {
  const error = new Error("No signal");
  expect(whoIs(undefined, { ...asked, hasFailed: true, hasLeft: true, error }).kind).toBe("guest");
});

test("without a signal, whoever was a guest still is; a new browser learns why it does not know", () => {
  const error = new Error("No signal");
  expect(whoIs(visitor, { ...asked, hasFailed: true, error }).kind).toBe("guest");
  expect(whoIs(undefined, { ...asked, hasFailed: true, error })).toEqual({
    kind: "unknown",
    user: null,
    error,
  });
});
